"""Games in the world of a mod, played action by action."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from host.border.values import Table
from host.dialects import lua_functions
from host.engine.games import Games
from host.engine.playing.played_game import PlayedGame, PlayedMap
from host.engine.playing.player_rows import read_player
from host.errors import ModError, RequestError, UnplayableWorldError, listing
from host.errors.spelling import did_you_mean
from host.model.game_map import GameMap
from host.model.request import DEFAULTS, Request
from host.play.action import AUTOPILOTS, PlayerView
from host.play.sentences import tell


def check_request_of_world(request: Request) -> None:
    """Check the request of a world, which has a seed only. Raises RequestError."""
    subject = f"{request.generator} begins a world, which has"
    if request.options:
        raise RequestError(f"{subject} no options: leave out {listing(sorted(request.options), 'and')}")
    ignored = [name for name, default in {**DEFAULTS, "players": 1}.items() if getattr(request, name) != default]
    if ignored:
        raise RequestError(f"{subject} one player and a seed: leave out {listing(ignored, 'and')}")


class PlayedWorld(PlayedGame):
    """A game in the world that a mod begins, or one that continues a save."""

    def __init__(self, games: Games, request: Request, *, strict: bool = False, simulates: bool = False) -> None:
        """Begin the game of the mod `request.generator`; with `simulates` only `play_turn` plays it.

        Raises RequestError and ModError, and UnplayableWorldError for a world that cannot be simulated.
        """
        mod = str(request.generator)
        check_request_of_world(request)
        manifest = next((loaded.manifest for loaded in games.loader.mods if loaded.id == mod), None)
        if manifest is None:
            known = games.loader.loaded.known_ids()
            if mod in known:
                raise RequestError(f'the mod "{mod}" is not loaded', hint=f'`Host([…, "{mod}"])` loads it, too')
            raise RequestError(f'there is no mod "{mod}"', hint=did_you_mean(mod, known))
        game, is_saved = games.begin_saved(replace(request, players=1), strict=strict if simulates else None)
        super().__init__(games, game)
        self._mod, self._strict = mod, strict
        if is_saved:
            games.restore()
        if simulates:
            problem = games.lua.call(lua_functions.begin_world_simulation, mod, strict, is_saved)
            if problem:
                raise UnplayableWorldError(f"{mod}: {problem}")
        elif not is_saved:
            problem = games.lua.call(lua_functions.begin_world, mod)
            if problem is not None:
                raise ModError(problem, mod=mod, file=f"{mod}/{manifest.entry}")
        self._end_turn([])
        self._look_around()

    @property
    def map(self) -> GameMap:
        return self._games.finish(self.game, self._mod)

    def press(self, key: str) -> None:
        """Do what a key of the world means, and print what the player reads."""
        read = len(self.messages)
        self._act(key)
        for text in self.messages[read:]:
            self._games.session.print(text)

    def _press(self, key: str) -> None:
        self.turns += 1
        self._actions = None
        if key in AUTOPILOTS:
            self._games.lua.call(lua_functions.play_by_script, self._strict)
        else:
            self._games.lua.call(lua_functions.press_key, key, self._strict)

    def play_turn(self, move: str) -> tuple[bool, str, bool]:
        """Play a turn of a simulation; the last line of a world that is conquered is no turn."""
        goes_on, line, is_over = self._games.lua.call(lua_functions.play_world_turn, move)
        self.turns += not is_over
        self._end_turn([])
        return goes_on, line, is_over is True

    def _act(self, action: str) -> None:
        printed = self._printed(lambda: self._press(action))
        self._tell_of(self._games.lua.call(lua_functions.reports_of_key), printed)

    def tell_turn(self, printed: list[str]) -> None:
        self._tell_of(self._games.lua.call(lua_functions.reports_of_turn), printed)

    def _tell_of(self, rows: Table, printed: list[str]) -> None:
        """Tell the player of a turn: what mods printed, reports of entities, and where it has come."""
        former_map = self._sight[0]
        reports = self._read_reports(rows)
        has_come = self.game.map is not former_map and self.title
        self._end_turn([*printed, *tell(reports), *([f"You come to {self.title}."] if has_come else [])])

    @property
    def title(self) -> str:
        return self._games.lua.call(lua_functions.world_status)[0]

    @property
    def status(self) -> str:
        return self._games.lua.call(lua_functions.world_status)[1]

    @property
    def goal(self) -> str:
        return super().goal or self._games.lua.call(lua_functions.goal_of_world, self._mod)

    @property
    def player(self) -> PlayerView | None:
        return read_player(self._games.lua.call(lua_functions.view_traveller))

    @property
    def outcome(self) -> str | None:
        return self._games.lua.call(lua_functions.outcome_of_world)


def begin_play(
    games: Games,
    generate: Callable[[Request], GameMap],
    request: Request,
    *,
    critters: bool,
    strict: bool,
    simulates: bool = False,
) -> PlayedGame:
    """Begin the game of a request: in a world when its generator is a mod that begins one, else on a map."""
    if request.generator is not None and games.lua.call(lua_functions.begins_world, request.generator):
        return PlayedWorld(games, request, strict=strict, simulates=simulates)
    generate(request)
    return PlayedMap(games, critters=critters, strict=strict)
