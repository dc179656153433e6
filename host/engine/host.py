"""The host as a library: mods in, maps out."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from host.border.data import Table
from host.border.phase import MENU, PLAY, START
from host.border.session import Caution, Session
from host.border.state import HASH_SEED, LuaState
from host.border.values import read, to_text, values_of
from host.budgets import DEFAULT_BUDGETS, Budgets
from host.dialects.kts.segments import shown_numbers
from host.dialects.objects import read_objects
from host.engine.generators import Generators, Source
from host.engine.pools import Place, Pool, PoolEntry
from host.engine.simulation import (
    TURNS,
    TURNS_OF_A_WORLD,
    Kept,
    Simulation,
    check_simulation,
    from_header,
    run_simulation,
    run_world,
    to_header,
)
from host.errors import Faults, GivenError, HostError, ModError, SaveError, did_you_mean, listing, visible
from host.generate.options import Generator, Value, resolve
from host.model.map import Map, Origin
from host.mods.files import ModFiles, read_script
from host.mods.finder import Found
from host.mods.loader import LoadedMod, Loader
from host.paths import BUNDLED_MODS
from host.play.game import Game
from host.play.play import spawn_knights
from host.save.contents import Contents, WriteSave

# What one can do in `Host.travel`.
KEYS = (
    *("north", "south", "west", "east", "northwest", "northeast", "southwest", "southeast"),
    *("up", "down", "wait", "rest", "day", "get", "inventory", "save", "load"),
)
if TYPE_CHECKING:
    from host.save.file import SaveFile

MOST_PLAYERS = 64
MOST_SEED = 2**63 - 1
MOST_DRAWS = 10**6
# Of game time.
MOST_SECONDS = 1e9
# Where mods say what the numbers of their segment files stand for.
_TILE_TABLE = "segment_tiles"
_MOST_NUMBERS = 10_000
_MOD_ID = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")


def _print(line: str) -> None:
    print(visible(line))


class Host:
    """Mods, loaded and ready to generate.

    `mods` are folders (a mod, or a folder of mods) as `Path` or with a slash in them, and ids of bundled mods.
    `budgets` is what they may use up. With `keep_going` mods that fail, and those that need them, are left out, and all
    is as if they were not there; `failures` says why. `output` takes each line that a mod prints. The mods `beside`
    them are loaded only when others need them. `services` are functions that parts of the host with Lua of their own
    find in it. With `only` no more of the mods in folders are loaded than these, and what they need; `backwards` gives
    mods that do not need each other the opposite order.

    Raises HostError (`Faults` when there are several) if a mod cannot be loaded.

    >>> from host import Host
    >>> game = Host(mods=["base"])
    >>> m = game.generate("base", seed=7, dungeon="tiny")
    >>> m.tiles.shape
    (14, 14)
    """

    def __init__(
        self,
        mods: Iterable[str | Path] | str | Path = ("base",),
        *,
        budgets: Budgets = DEFAULT_BUDGETS,
        hash_seed: int = HASH_SEED,
        output: Callable[[str], None] = _print,
        keep_going: bool = False,
        beside: Iterable[Path] = (),
        services: Mapping[str, Callable[..., Any]] = MappingProxyType({}),
        only: Iterable[str] | None = None,
        backwards: bool = False,
    ) -> None:
        given = [mod if isinstance(mod, Path) else _as_path(mod) for mod in _each(mods)]
        folders = [one for one in given if isinstance(one, Path)]
        names = [one for one in given if isinstance(one, str)]
        self._save_file: SaveFile | None = None
        # Why mods were left out.
        self.failures: list[HostError] = []
        wanted = None if only is None else list(only)
        # What was told of them before they were.
        self.cautions_of_failed: list[Caution] = []
        left_out: set[str] = set()
        while True:
            printed: list[str] = []
            files = ModFiles()
            self._session = Session(files=files, print=printed.append if keep_going else output)
            self._loader = Loader(self._session, files, budgets=budgets, hash_seed=hash_seed, services=services)
            self._lua = self._loader.lua
            try:
                self._loader.load(
                    folders,
                    names,
                    left_out,
                    beside,
                    only=wanted,
                    backwards=backwards,
                    unread=self.failures if keep_going and not left_out else [] if keep_going else None,
                )
            except HostError as error:
                errors = error.errors if isinstance(error, Faults) else (error,)
                failed = {one.mod for one in errors if one.mod} - left_out
                if not keep_going or not failed:
                    raise
                # From the beginning without them: what they did to others before they failed is undone so, and only so.
                self.failures += errors
                self.cautions_of_failed += self._session.cautions_about(failed)
                left_out |= failed
            else:
                break
        self._generators = Generators(self._session, self._loader, self._new_game, self._session.warn)
        self._session.print = output
        self._session.phase = MENU
        for line in printed:
            output(line)

    # -- what is loaded

    @property
    def mods(self) -> list[LoadedMod]:
        """The loaded mods, in load order."""
        return self._loader.mods

    @property
    def warnings(self) -> list[str]:
        """What is wrong with mods but did not stop them, in the order in which it was met."""
        return list(map(str, self._session.cautions))

    def registered(self, mod: str) -> dict[str, int]:
        """How much of each type a mod registered."""
        counts: dict[str, int] = {}
        for prototype in self._session.registry.registered_by(mod):
            counts[prototype.type] = counts.get(prototype.type, 0) + 1
        return counts

    def generators(self, players: int = 2) -> list[Generator]:
        """What can be generated, with options and their choices."""
        _check_players(players)
        found = [source.describe(players) for source in self._generators.all()]
        # No game goes on behind it.
        self._session.game = None
        return found

    def pools(self, path: str | None = None, *, below: bool = True) -> list[Pool]:
        """The pools that are registered, each after its parent: all of them, or those that `path` means (it may have
        stars), and with `below` those below them.

        Raises ModError for a path that names no pool.
        """
        given = "" if path is None else _check_path(path)
        found: Table = read(values_of(self._lua.call("pools/report", "nodes", given, below)))
        return [_pool(node.fields) for node in found.items]

    def sample_pool(self, path: str, draws: int, *, seed: int | None = None) -> list[int]:
        """How often each entry of a pool came in `draws` draws, each from the full pool, in their order."""
        _check_draws(draws)
        self._new_game(seed, 1)
        drawn: Table = read(values_of(self._lua.call("pools/report", "sample", _check_path(path), draws)))
        # No game goes on behind it.
        self._session.game = None
        return drawn.items

    def tile_numbers(self, mod: str) -> tuple[list[int], Map] | None:
        """What the numbers of a mod's segment files stand for, as its table `segment_tiles` says: the numbers, and a
        map one square high that shows them in their order. None when the mod has no such table."""
        flat = self._lua.call("kts/contents", "table_of", mod, _TILE_TABLE)
        if not flat:
            return None
        found = values_of(flat)
        numbers, meanings = read(found), read(found)
        if not 0 < len(numbers.items) <= _MOST_NUMBERS:
            raise ModError(
                f"{_TILE_TABLE} has {len(numbers.items)} numbers: must be 1 to {_MOST_NUMBERS} to be shown", mod=mod
            )
        return numbers.items, shown_numbers(self._session, mod, numbers.items, meanings.items)

    # -- games

    def generate(
        self,
        generator: str = "base",
        /,
        *,
        seed: int | None = None,
        players: int = 2,
        options: Mapping[str, Any] = MappingProxyType({}),
        **named: Any,
    ) -> Map:
        """Generate a map; its `origin` says what reproduces it.

        Without a seed a fresh one is chosen. The options of the generator (see `generators`) are given by name, or in
        `options` where a name means something else here; each as one of its choices or the text of one. Raises
        HostError: GivenError for a generator, option or value that does not exist, GenerationError when the map cannot
        be made, ModError for a fault in a mod.
        """
        _check_players(players)
        if seed is not None:
            _check_seed(seed)
        source = self._generators.find(generator)
        wanted = resolve(source.describe(players), _options(options, named))
        game = self._new_game(seed, players)
        chosen = source.make(game, players, wanted)
        return self._finish(game, source.id, chosen)

    def run_script(
        self,
        path: str | Path,
        *,
        seed: int | None = None,
        players: int = 2,
        play: float = 0.0,
        save: str | Path | None = None,
        strict: bool = False,
    ) -> Map:
        """Run a Lua file at the start of a game, as a mod named `script` that depends on all loaded mods; then let
        `play` seconds of game time pass. Returns the map of the game.

        With `save` the game goes on from that file if it exists, whatever `seed` and `players` say, and is saved there
        at each travel and at the end. With `strict` an event handler that fails ends the run.
        """
        if save is not None:
            self.save_to(save)
        try:
            return self._run_script(Path(path).absolute(), seed, players, play, strict)
        finally:
            if save is not None:
                self._close_save()

    def travel(
        self,
        mod: str,
        view: Callable[[Map, str, str], str | None],
        *,
        seed: int | None = None,
        save: str | Path | None = None,
        strict: bool = False,
    ) -> None:
        """Walk through the game of a mod of the areas dialect, key by key.

        `view` gets the map, its name and a line about it, and answers a word of `KEYS`, or None to end. What goes wrong
        in a key is printed and the game goes on; with `strict` it is raised.
        """
        if save is not None:
            self.save_to(save)
        try:
            self._travel(mod, view, seed, strict)
        finally:
            if save is not None:
                self._close_save()

    def _travel(self, mod: str, view: Callable[[Map, str, str], str | None], seed: int | None, strict: bool) -> None:
        saved = self._session.saved
        players = 1
        if saved is not None:
            seed, players = self._go_on(saved, seed)
        manifest = next((known.manifest for known in self.mods if known.id == mod), None)
        if manifest is None:
            raise GivenError(f'there is no mod "{mod}"', hint=did_you_mean(mod, self._loader.known_ids()))
        game = self._new_game(seed, players)
        self._start_game(goes_on=saved is not None)
        if saved is not None:
            self._lua.call("core/loader", "restore_game")
        else:
            (wrong,) = (*self._lua.call("areas/play/keys", "begin", mod), None)[:1]
            if wrong is not None:
                raise ModError(to_text(wrong), mod=mod, file=f"{mod}/{manifest.entry}")
        while True:
            title, line = map(to_text, self._lua.call("areas/play/keys", "status"))
            key = view(self._finish(game, mod, {}), title, line)
            if key is None:
                break
            if key not in KEYS:
                raise GivenError(f'there is no key "{key}": there is {listing(KEYS, "and")}')
            self._lua.call("areas/play/keys", "press", key, strict)
        self._lua.call("core/loader", "end_game")

    def save_to(self, path: str | Path) -> None:
        """Let the next game go on from a save, if there is one, and be saved there. Raises SaveError."""
        from host.save.file import SaveFile

        self._close_save()
        self._save_file = SaveFile(Path(path))
        self.save_with(self._save_file.write, self._save_file.read())

    def _close_save(self) -> None:
        if self._save_file is not None:
            self._save_file.close()
        self._save_file = self._session.write_save = self._session.saved = None

    def save_with(self, write_save: WriteSave, saved: Contents | None = None) -> None:
        """Let the next game go on from what was saved, and be saved by `write_save`."""
        self._session.write_save = write_save
        self._session.saved = saved

    def _run_script(self, path: Path, seed: int | None, players: int, play: float, strict: bool) -> Map:
        saved = self._session.saved
        if saved is not None:
            seed, players = self._go_on(saved, seed)
        _check_players(players)
        source = read_script(path)
        game = self._new_game(seed, players)
        self._lua.call("core/loader", "set_strict", strict)
        self._start_game(goes_on=saved is not None)
        self._loader.load_script(path, source)
        self.play(play)
        self._lua.call("core/loader", "end_game")
        return self._finish(game, "script", {})

    def play(self, seconds: float) -> None:
        """Let knights enter the running game, and its tasks run for some seconds of game time."""
        _check_seconds(seconds)
        if seconds > 0:
            self.pass_time(seconds, knights_enter=True)

    # -- for parts of the host that go through a game step by step

    def find_mods(self, folders: Iterable[Path]) -> Found:
        """The mods in folders, and the bundled ones; none of them is loaded."""
        return self._loader.find(folders)

    def sources(self) -> list[Source]:
        """What can generate, not yet described: a menu of a mod that fails then fails alone."""
        return self._generators.all()

    def visit(self, area: str, *, seed: int) -> Map:
        """The first floor of a unique area, in a new game."""
        game = self._new_game(seed, 1)
        self._start_game(goes_on=False)
        (wrong,) = (*self._lua.call("areas/play/keys", "visit", area), None)[:1]
        if wrong is not None:
            raise ModError(to_text(wrong))
        return self._finish(game, area, {})

    def begins(self, mod: str) -> bool:
        """Whether `travel` can begin a game of a loaded mod."""
        return bool(self._lua.call("areas/play/keys", "begins", mod)[0])

    @property
    def session(self) -> Session:
        """What is registered, and what was met while it was."""
        return self._session

    @property
    def lua(self) -> LuaState:
        """Where the mods run."""
        return self._lua

    @property
    def game(self) -> Game:
        """The running game. Raises HostError when there is none."""
        return self._session.current_game

    def begin(self, seed: int, players: int) -> None:
        """Begin a game that has no map yet."""
        self._new_game(seed, players)
        self._start_game(goes_on=False)

    def _start_game(self, *, goes_on: bool) -> None:
        self.start()
        self._lua.call("core/loader", "start_game", goes_on)

    def start(self) -> None:
        """Let mods do what they may do at the start of a game."""
        self._session.phase = START

    def pass_time(self, seconds: float, *, knights_enter: bool) -> None:
        """Let seconds of game time pass in the running game, and what waits for them happen."""
        self._session.phase = PLAY
        if knights_enter:
            spawn_knights(self.game)
        self._lua.call("core/game/clock", "run_until", self.game.clock + round(seconds * 1000))
        self.gather_objects(self.game.map)

    def gather_objects(self, game_map: Map) -> None:
        """Note on a map of the running game what lives on it in Lua."""
        looks, packed = (*self._lua.call("core/game/objects", "export", self.game.number_of(game_map)), b"", b"")[:2]
        game_map.objects = read_objects(game_map, to_text(looks), packed) if looks else []

    def simulate(
        self,
        generator: str = "base",
        /,
        *,
        turns: int | None = None,
        player: str = "script",
        seed: int | None = None,
        strict: bool = False,
        options: Mapping[str, Any] = MappingProxyType({}),
        watch: Callable[[Map], None] | None = None,
        tell: Callable[[str], None] | None = None,
        save: str | Path | None = None,
    ) -> Simulation:
        """Play a generated map by itself: a player enters, among what the pools of the mods hold, and `turns` turns
        go by (100), or fewer if the player dies. When `generator` is the id of a mod that begins a world (see
        `travel`), that is played instead: its player goes from map to map until the dungeons are conquered (at most
        20,000 turns), and the game is saved and read again at each change of map.

        `player` is "script" (as its class says, or towards the nearest enemy), "idle" or "random". An error of a mod
        ends the action in which it happens and is noted, or with `strict` it is raised. `watch` is given the map at the
        start and after each turn: the same object each time. `tell` is given each line of the log as it comes, so in
        order with what mods print.

        With `save` the simulation goes on from that file if it exists, whatever `generator`, `seed`, `player` and
        `options` say, and is saved there at the end. A save holds what makes the turns come out the same, not what
        stands on the map: to go on, they are played again, with the same mods and the same host. That of a world is the
        game itself, as `travel` saves it.
        """
        begins_world = bool(next(iter(self._lua.call("core/loader", "begins_world", generator)), False))
        if turns is None:
            turns = TURNS_OF_A_WORLD if begins_world else TURNS
        check_simulation(turns, player)
        if save is not None:
            self.save_to(save)
        if begins_world:
            try:
                return self._simulate_world(generator, turns, player, seed, strict, options, watch, tell)
            finally:
                if save is not None:
                    self._close_save()
        write_save, saved = self._session.write_save, self._session.saved
        # Nothing else is saved there.
        self._session.write_save = self._session.saved = None
        try:
            kept = from_header(saved.header, self._loader.versions()) if saved else None
            if kept:
                generator, seed, options, player = kept.generator, kept.seed, kept.options, kept.player
                check_simulation(kept.turns + turns, player)
            found = self._simulate(generator, turns, player, seed, strict, options, watch, tell, kept)
            origin = found.map.origin
            if write_save is not None and origin is not None:
                now = Kept(generator, origin.seed, origin.options, player, found.turns, found.digest)
                write_save(to_header(now, self._loader.versions()), {}, [])
        finally:
            if save is not None:
                self._close_save()
        return found

    def _simulate(
        self,
        generator: str,
        turns: int,
        player: str,
        seed: int | None,
        strict: bool,
        options: Mapping[str, Any],
        watch: Callable[[Map], None] | None,
        tell: Callable[[str], None] | None,
        kept: Kept | None,
    ) -> Simulation:
        self.generate(generator, seed=seed, players=1, options=options)
        game = self._session.current_game
        self._session.phase = PLAY

        def look() -> None:
            self.gather_objects(game.map)
            if watch is not None:
                watch(game.map)

        found = run_simulation(
            self._lua,
            game,
            turns,
            player,
            brought=[mod.id for mod in self.mods if not mod.manifest.folder.is_relative_to(BUNDLED_MODS)],
            strict=strict,
            look=look if watch else None,
            tell=tell,
            kept=kept,
        )
        self.gather_objects(game.map)
        return found

    def _simulate_world(
        self,
        mod: str,
        turns: int,
        player: str,
        seed: int | None,
        strict: bool,
        options: Mapping[str, Any],
        watch: Callable[[Map], None] | None,
        tell: Callable[[str], None] | None,
    ) -> Simulation:
        if options:
            raise GivenError(
                f"{mod} begins a world, which has no options: {listing(sorted(options), 'and')} means nothing"
            )
        saved = self._session.saved
        if saved is not None:
            if "simulation" in saved.header:
                raise GivenError(f"the save is of the simulation of a map, and {mod} begins a world")
            seed, _ = self._go_on(saved, seed)
        game = self._new_game(seed, 1)
        self._lua.call("core/loader", "set_strict", strict)
        self._start_game(goes_on=saved is not None)
        if saved is not None:
            self._lua.call("core/loader", "restore_game")

        def look() -> None:
            if watch is not None:
                watch(self._finish(game, mod, {}))

        goes_on = saved is not None
        found = run_world(
            self._lua,
            game,
            mod,
            turns,
            player,
            strict=strict,
            goes_on=goes_on,
            look=look if watch else None,
            tell=tell,
        )
        self._lua.call("core/loader", "end_game")
        return found._replace(map=self._finish(game, mod, {}))

    def _go_on(self, saved: Contents, given: int | None) -> tuple[int, int]:
        """Seed and number of players of the game that was saved; warns of what is not now as it was then."""
        seed, players = _begun(saved)
        if given is not None and given != seed:
            self._session.warn(
                f"the seed {given} means nothing here: the game that was saved goes on with its own, {seed}"
            )
        now = {mod.id: mod.version for mod in self.mods}
        for mod, version, _ in saved.header.get("mods", ()):
            if mod not in (*now, "script"):
                self._session.warn(
                    f"the save was made with the mod {mod}, which is not loaded: what is its own waits in it"
                )
            elif mod in now and now[mod] != version:
                self._session.warn(f"the save was made with {mod} {version}, and {mod} {now[mod]} is loaded")
        return seed, players

    def _new_game(self, seed: int | None, players: int) -> Game:
        if seed is None:
            seed = fresh_seed()
        _check_seed(seed)
        game = Game(seed, players, self._session.registry, self._session.tiles)
        self._session.begin(game)
        self._lua.call("core/loader", "new_game")
        return game

    def _finish(self, game: Game, generator: str, options: dict[str, Value]) -> Map:
        # A script that ran before has no part in what a generator makes.
        mods = [mod for mod in self.mods if mod.id != "script" or generator == "script"]
        game.map.origin = Origin(
            generator=generator,
            seed=game.rng.seed,
            players=len(game.players),
            options=options,
            mods=tuple((mod.id, mod.version, mod.content_hash) for mod in mods),
        )
        self.gather_objects(game.map)
        game.map.events = game.events
        game.map.quest = game.summary()
        return game.map


def _begun(saved: Contents) -> tuple[int, int]:
    """Seed and number of players of the game that was saved."""
    seed, players = saved.header.get("seed"), saved.header.get("players")
    if not isinstance(seed, int) or not isinstance(players, int) or players < 1:
        raise SaveError("the header of the save names no seed and no players")
    return seed, players


def fresh_seed() -> int:
    """A seed that nobody chose, short enough to type again."""
    return int.from_bytes(os.urandom(4), "little")


def _pool(fields: Mapping[str, Any]) -> Pool:
    """A pool out of what lua/pools/report.lua tells of it."""
    total, infinite = fields["total"], fields["infinite"]
    columns = [fields[name].items for name in ("ids", "names", "masses")]
    quantities = [None] * len(columns[0]) if infinite else fields["quantities"].items
    places = [tuple(map(_place, one.items)) for one in fields["places"].items] or [()] * len(columns[0])
    return Pool(
        path=fields["path"],
        name=fields["name"],
        depth=fields["depth"],
        infinite=infinite,
        current=fields["current"],
        total=total,
        place=_place_in(fields),
        entries=tuple(
            PoolEntry(
                identity, name, mass, quantity, mass * (1 if infinite else quantity) / total if total else 0.0, by
            )
            for identity, name, mass, quantity, by in zip(*columns, quantities, places, strict=True)
        ),
    )


def _place(place: Table) -> Place:
    return Place(place.fields["file"], place.fields["line"])


def _place_in(fields: Mapping[str, Any]) -> Place | None:
    return Place(fields["file"], fields["line"]) if "file" in fields else None


def _check_path(path: Any) -> str:
    if not isinstance(path, str) or not path.isprintable():
        raise GivenError(f"the path is {path!r}: must be a text such as 'i.common.weapon'")
    return path


def _options(options: Any, named: Mapping[str, Any]) -> dict[str, Any]:
    if not isinstance(options, Mapping) or not all(isinstance(name, str) for name in options):
        raise GivenError(f"options is {options!r}: must be a mapping of option ids to values")
    return {**options, **named}


def _each(mods: Any) -> list[str | Path]:
    """The mods given to Host: one, or any number."""
    if isinstance(mods, str | Path):
        return [mods]
    try:
        found = list(mods)
    except TypeError:
        raise GivenError(f"mods is {mods!r}: must be a list of folders and ids") from None
    for mod in found:
        if not isinstance(mod, str | Path):
            raise GivenError(f"mods has the element {mod!r}: must be the Path of a folder or the id of a bundled mod")
    return found


def _as_path(mod: str) -> str | Path:
    return mod if _MOD_ID.match(mod) else Path(mod)


def _check_players(players: Any) -> None:
    if isinstance(players, bool) or not isinstance(players, int) or not 1 <= players <= MOST_PLAYERS:
        raise GivenError(f"players is {players!r}: must be a whole number between 1 and {MOST_PLAYERS}")


def _check_draws(draws: Any) -> None:
    if isinstance(draws, bool) or not isinstance(draws, int) or not 0 <= draws <= MOST_DRAWS:
        raise GivenError(f"draws is {draws!r}: must be a whole number from 0 to {MOST_DRAWS}")


def _check_seconds(seconds: Any) -> None:
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 <= seconds <= MOST_SECONDS:
        raise GivenError(f"play is {seconds!r}: must be a number of seconds from 0 to {MOST_SECONDS:g}")


def _check_seed(seed: Any) -> None:
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= MOST_SEED:
        raise GivenError(f"seed is {seed!r}: must be a whole number between 0 and {MOST_SEED}")
