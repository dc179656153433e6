"""Games: how they start, continue from a save (also without some of its mods), pass time (`--play`), end as a map."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from host.border.session import PLAY, START, Session
from host.dialects import lua_functions
from host.dialects.objects import read_objects
from host.errors import ModError, SaveError
from host.generate.options import Value
from host.model.checks import check_file_path
from host.model.game_map import GameMap
from host.model.request import SCRIPT, Origin, Request
from host.mods.files import read_script
from host.mods.loader import Loader
from host.play.game import Game

if TYPE_CHECKING:
    from host.save.contents import Contents, WriteSave
    from host.save.save_file import SaveFile


class Games:
    """The games of one host; one runs at a time."""

    def __init__(self, session: Session, loader: Loader) -> None:
        self.session = session
        self.loader = loader
        self.lua = loader.lua
        self._save_file: SaveFile | None = None

    # -- saves

    def save_to(self, path: str | Path) -> None:
        """Continue the save in a file with the next game, if there is one, and save that game there.

        Raises SaveError, and RequestError when the folder of the file does not exist.
        """
        from host.export.files import check_folder
        from host.save.save_file import SaveFile

        self.close_save()
        file = check_file_path("save", path)
        check_folder(file)
        self._save_file = SaveFile(file)
        self.save_with(self._save_file.write, self._save_file.read())

    def save_with(self, write_save: WriteSave, saved: Contents | None = None) -> None:
        """Continue a save with the next game, if there is one, and save that game by a call of `write_save`."""
        self.session.write_save = write_save
        self.session.saved = saved

    def close_save(self) -> None:
        """Save no more games."""
        if self._save_file is not None:
            self._save_file.close()
        self._save_file = self.session.write_save = self.session.saved = None

    # -- start and end

    def create(self, request: Request) -> Game:
        """Replace the running game by a new one without a map, whose options are read first."""
        self.session.refresh_segments()
        self.session.tiles.begin_game()
        game = Game(request, self.session.registry, self.session.tiles)
        self.session.begin(game)
        self.lua.call(lua_functions.new_game)
        return game

    def start(self) -> None:
        """Enter the phase in which mods may do what they do at the start of a game."""
        self.session.phase = START

    def begin(self, request: Request, *, continues: bool = False, strict: bool | None = None) -> Game:
        """Create and start a game; with `continues` it is the saved game, see `restore`.

        With `strict` an event handler that fails ends the run.
        """
        game = self.create(request)
        if strict is not None:
            self.lua.call(lua_functions.set_strict, strict)
        self.start()
        self.lua.call(lua_functions.start_game, continues)
        return game

    def begin_saved(self, request: Request, *, strict: bool | None = None) -> tuple[Game, bool]:
        """Begin the game that was saved, or a new one; return it, and whether it continues a save.

        `request` is what a new game is made from. Warns when its seed, or the mods, differ from the save.
        """
        saved = self.session.saved
        if saved is not None:
            request = self._read_request(saved, request)
        return self.begin(request, continues=saved is not None, strict=strict), saved is not None

    def restore(self) -> None:
        """Restore the maps and the state of mods from the save that the game continues."""
        self.lua.call(lua_functions.restore_game)

    def end(self) -> None:
        """End the running game, which saves it when there is a save to write."""
        self.lua.call(lua_functions.end_game)

    def discard(self) -> None:
        """Leave no running game, after one that only served to look at mods."""
        self.session.game = None

    def finish(self, game: Game, generator: str, options: dict[str, Value] | None = None) -> GameMap:
        """Return the map of a game with its origin, objects, events and what dialects add."""
        # A script that ran earlier has no part in what a generator makes.
        mods = [mod for mod in self.loader.mods if mod.id != SCRIPT or generator == SCRIPT]
        game.map.origin = Origin.from_request(
            game.request,
            ((mod.id, mod.version, mod.content_hash) for mod in mods),
            files={mod.id: mod.hashes.files for mod in mods if mod.hashes.files},
            generator=generator,
            options=options or {},
        )
        self.gather_objects(game.map)
        game.map.events = game.events
        for hooks in self.session.hooks:
            hooks.finish_map(game)
        return game.map

    def _read_request(self, saved: Contents, request: Request) -> Request:
        """Return the request of the game that was saved; warn of what differs from then."""
        saved_seed, players = saved.header.get("seed"), saved.header.get("players")
        if not isinstance(saved_seed, int) or not isinstance(players, int) or players < 1:
            raise SaveError("the header of the save has no seed or no number of players")
        if request.seed != saved_seed and not request.is_drawn:
            self.session.warn(
                f"the seed {request.seed} is ignored: the game in the save continues with its seed {saved_seed}"
            )
        versions = {mod.id: mod.version for mod in self.loader.mods}
        for mod, version, _ in saved.header.get("mods", ()):
            if mod not in (*versions, SCRIPT):
                self.session.warn(
                    f"the save was made with the mod {mod}, which is not loaded: its data stays in the save"
                )
            elif mod in versions and versions[mod] != version:
                self.session.warn(f"the save was made with {mod} {version}, and {mod} {versions[mod]} is loaded")
        return Request(request.generator, seed=saved_seed, players=players)

    # -- a running game

    def play(self, seconds: float) -> None:
        """Let players enter the running game, and run its tasks for some seconds of game time."""
        if seconds > 0:
            self.pass_time(seconds, players_enter=True)
            played = self.session.current_game.map
            if played.origin is not None:
                played.origin = replace(played.origin, play=played.origin.play + seconds)

    def pass_time(self, seconds: float, *, players_enter: bool) -> None:
        """Let seconds of game time pass in the running game, and run what is due in them."""
        self.session.phase = PLAY
        game = self.session.current_game
        if players_enter:
            self.enter_players()
        self.lua.call(lua_functions.run_until, game.clock + round(seconds * 1000))
        self.gather_objects(game.map)

    def enter_players(self) -> None:
        """Let players enter the running game, and begin what happens by itself there."""
        self.lua.call(lua_functions.report_occupants)
        for hooks in self.session.hooks:
            hooks.enter_players(self.session.current_game)
        self.lua.call(lua_functions.begin_play)

    def gather_objects(self, game_map: GameMap) -> None:
        """Copy the objects that live in Lua on a map of the running game to that map."""
        number = self.session.current_game.number_of(game_map)
        looks, packed, carried = self.lua.call(lua_functions.export_objects, number)
        game_map.objects = read_objects(game_map, looks, packed or b"", carried or "") if looks else []

    # -- kinds of games

    def run_script(
        self, path: Path, request: Request, *, play: float = 0.0, strict: bool = False, source: bytes | None = None
    ) -> GameMap:
        """Run a Lua file at the start of a game, then let `play` seconds pass; return the map.

        `source` is the text of a script that is no file.
        """
        source = read_script(path) if source is None else source
        game, _ = self.begin_saved(request, strict=strict)
        self.loader.load_script(path, source)
        self.play(play)
        self.end()
        return self.finish(game, SCRIPT)

    def visit(self, area: str, *, seed: int) -> GameMap:
        """Return the first floor of a unique area, in a new game."""
        game = self.begin(Request(area, seed=seed, players=1))
        problem = self.lua.call(lua_functions.visit_area, area)
        if problem is not None:
            raise ModError(problem)
        return self.finish(game, area)
