"""Simulations: maps and worlds that play a number of `--turns` by themselves; `lua_functions` names their Lua half."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from hashlib import blake2b
from typing import Any, Generic, NamedTuple

from host.border.state import LuaState
from host.border.values import Table
from host.dialects import lua_functions
from host.engine.explanations import M
from host.engine.games import Games
from host.engine.playing.played_game import PlayedGame, PlayedMap, warn_of_idle_creatures
from host.engine.playing.world import PlayedWorld
from host.errors import RequestError, SaveError, listing, show_value
from host.errors.spelling import did_you_mean
from host.model.checks import check_whole
from host.model.game_map import GameMap
from host.model.request import Request
from host.paths import bundled_ids
from host.play.action import CLIMBS, MOVES, PLAYER_MODES, THROW_CARRIED
from host.play.game import Game
from host.version import __version__

MOST_TURNS = 1_000_000
# Default numbers of turns: on a map, and in a world, which ends earlier.
TURNS, TURNS_OF_A_WORLD = 100, 20_000
# Loaded besides the mods that the caller names, because it has a class of players.
PLAYER_MOD = "critters"
# Takes the map before each turn and returns one of `MOVES`, or None to end.
Choose = Callable[[GameMap], str | None]
# Earlier versions of the host whose simulations have the same results.
_SAME_SIMULATIONS = ("0.1.0", "0.2.0")


class Simulation(NamedTuple, Generic[M]):
    """The result of a simulation: the map, a line of log for each turn, and sums by the ids of entities."""

    map: M
    log: tuple[str, ...]
    # Number of turns, with those before a save, without the line that ends a world; and a digest of the whole log.
    turns: int
    digest: str
    # Whether the player is alive, and how many living entities there are, with the player.
    alive: bool
    left: int
    # Hit points lost, deaths, squares walked.
    damage: Mapping[str, float]
    deaths: Mapping[str, float]
    distance: Mapping[str, float]
    # Id of an entity of those sums -> its name.
    names: Mapping[str, str]


class SavedSimulation(NamedTuple):
    """What a save holds of the simulation of a map: enough to play the same turns again."""

    # With the values of all options.
    request: Request
    player: str
    turns: int
    digest: str
    # Of the options, those that were asked for; saves of 0.1.0 do not say.
    settings: Mapping[str, Any]
    # As in Course; earlier saves do not say, and they always join there.
    critters: bool


class Course(NamedTuple):
    """How a simulation is played, and who watches."""

    # None for TURNS, or TURNS_OF_A_WORLD in a world.
    turns: int | None = None
    player: str | Choose = "script"
    # Whether an error of a handler ends what the handler was called for.
    strict: bool = False
    # Takes the map at the start and after each turn.
    watch: Callable[[GameMap], None] | None = None
    # Takes each line of the log at once.
    log_line: Callable[[str], None] | None = None
    # Whether enemies and items from the pools join on a map without entities.
    critters: bool = False
    # Takes the game and the move after each turn; at the start an empty text.
    record: Callable[[PlayedGame, str], None] | None = None

    def check_turns(self, default: int) -> int:
        """Return the number of turns, or the default. Raises RequestError for a wrong one, and for a wrong player."""
        return check_simulation(default if self.turns is None else self.turns, self.player)


def to_header(saved: SavedSimulation, mods: Iterable[tuple[str, str, str]]) -> dict[str, Any]:
    """Return the header of a save; `mods` are id, version and content hash of each."""
    from host.save.contents import make_header

    request = saved.request
    fields = {**saved._asdict(), "settings": dict(saved.settings), "house_colours": [], **request.to_data()}
    del fields["request"]
    return make_header(request.seed, request.players, mods=[list(mod) for mod in mods], simulation=fields)


def from_header(header: Mapping[str, Any], mods: Iterable[tuple[str, str, str]] | None = None) -> SavedSimulation:
    """Return the simulation of a save.

    Raises SaveError for a save of anything else, and for one whose turns may differ with these mods and this host.
    """
    fields = header.get("simulation")
    if not isinstance(fields, dict):
        from host.save.contents import command_of

        raise SaveError(f"the save is not of a simulation: continue it with {command_of(header)}")
    try:
        request = Request.from_data({"players": 1, **fields})
        settings = fields.get("settings")
        saved = SavedSimulation(
            request,
            fields["player"],
            check_simulation(fields["turns"], fields["player"]),
            fields["digest"],
            request.options if settings is None else replace(request, options=settings).options,
            fields.get("critters", True) is True,
        )
        if request.generator is None:
            raise TypeError("its generator is not a text")
    except (KeyError, TypeError, RequestError) as error:
        raise SaveError(f"the header of the save cannot be read: {error}") from None
    if mods is not None:
        host = header.get("host")
        if host != __version__ and host not in _SAME_SIMULATIONS:
            raise SaveError(f"version {host} of the host made the save, and this is version {__version__}")
        # The texts of bundled mods change with the host; the digest of the log shows whether they play differently.
        compared = 3 if host == __version__ and "generation_version" in header else 2
        then, now = ([[*mod][:compared] for mod in rows] for rows in (header.get("mods", ()), mods))
        if then != now:
            names = listing(differing_mods(then, now), "and")
            raise SaveError(f"the save was made with other mods, or other versions of them: {names}")
    return saved


def differing_mods(then: Sequence[Sequence[str]], now: Sequence[Sequence[str]]) -> list[str]:
    """Return the ids of the mods whose rows, each with the id first, are not the same then and now."""
    return sorted({str(row[0]) for row in (*then, *now) if row not in then or row not in now})


def check_simulation(turns: Any, player: Any) -> int:
    """Check the number of turns and how the player decides, and return the number as an int. Raises RequestError."""
    number = check_whole("turns", turns, 0, MOST_TURNS)
    if not callable(player) and player not in PLAYER_MODES:
        raise RequestError(
            f"player is {show_value(player)}: must be {listing(PLAYER_MODES)}, or a function",
            hint=did_you_mean(player, PLAYER_MODES),
        )
    return number


def names_to_load(names: Sequence[str], target: str) -> tuple[str, ...]:
    """Return ids of the bundled mods to load for a simulation: `names`, the mod of its target, and one with a player.

    `target` is the id of a generator or of a mod that begins a world, or an empty text.
    """
    bundled = bundled_ids()
    needed = (target.partition(".")[0], PLAYER_MOD)
    return (*names, *(name for name in needed if name in bundled and name not in names))


def begins_world(lua: LuaState, mod: str) -> bool:
    """Return whether a mod begins a world, which `simulate_world` plays and in which one can travel."""
    return lua.call(lua_functions.begins_world, mod)


def simulate_map(
    games: Games, generate: Callable[[Request], GameMap], request: Request, course: Course, turns: int
) -> Simulation[GameMap]:
    """Play the map that `Engine.generate` makes, or the map of the save, and save what plays it again."""
    session = games.session
    write_save, contents = session.write_save, session.saved
    # The game itself is not saved there.
    session.write_save = session.saved = None
    saved = from_header(contents.header, games.loader.loaded.versions()) if contents else None
    settings = request.options
    if write_save is not None and not isinstance(course.player, str):
        raise RequestError("a simulation of a map is only saved with a player that decides by itself")
    if saved:
        request, settings = saved.request, saved.settings
        course = course._replace(player=saved.player, critters=saved.critters)
        check_simulation(saved.turns + turns, course.player)
    generate(request)
    game = session.current_game
    simulation = _play_map(games, game, course, turns, saved)
    games.gather_objects(game.map)
    origin = game.map.origin
    if write_save is not None and origin is not None and isinstance(course.player, str):
        played = replace(request, options=origin.options)
        saved = SavedSimulation(played, course.player, simulation.turns, simulation.digest, settings, course.critters)
        write_save(to_header(saved, games.loader.loaded.versions()), {}, [])
    return simulation


def _play_map(
    games: Games, game: Game, course: Course, turns: int, saved: SavedSimulation | None
) -> Simulation[GameMap]:
    """Let a player enter the map of a game and play; further players of the game do nothing.

    The player is of a class from a mod that is not bundled, if there is one. Where a dialect lets a player enter, it is
    the creature of that player: the dialect lets it come back, and time for one of its steps passes in each turn. With
    `saved` the turns that were played before are first played again unwatched, and the log begins after them. Raises
    SaveError when they differ.
    """
    reasons = [reason for hooks in games.session.hooks if (reason := hooks.why_different(game.map))]
    played = PlayedMap(games, strict=course.strict, critters=course.critters)
    log: list[str] = []

    def next_move() -> str | None:
        return _next_move(course.player, played, MOVES)

    def play_turn(move: str, report: Callable[[str], None] | None = None) -> bool:
        goes_on, line, _ = played.play_turn(move)
        log.append(line)
        if report:
            report(line)
        if course.record is not None:
            course.record(played, move)
        return goes_on

    def watch() -> None:
        if course.watch is not None or callable(course.player):
            games.gather_objects(game.map)
        if course.watch is not None:
            course.watch(game.map)

    if course.record is not None:
        course.record(played, "")
    before = saved.turns if saved else 0
    has_more = True
    while has_more and len(log) < before and (move := next_move()):
        has_more = play_turn(move)
    if saved and _digest(log) != saved.digest:
        problem = "the turns of the save have different results now, so the simulation cannot continue"
        raise SaveError(": ".join([problem, *reasons]))
    watch()
    while has_more and len(log) < before + turns and (move := next_move()):
        has_more = play_turn(move, course.log_line)
        watch()
    return _sum_up(games.lua, game.map, log, len(log), before)


def simulate_world(games: Games, request: Request, course: Course, turns: int) -> Simulation[GameMap]:
    """Play the world that the mod `request.generator` begins, or the world of the save; see `Host.simulate`.

    The player goes from map to map until all dungeons are conquered, the player is dead, or the turns have gone by. At
    each change of map the game is saved and loaded again.
    """
    mod = str(request.generator)
    saved = games.session.saved
    if saved is not None and "simulation" in saved.header:
        raise RequestError(f"the save is of the simulation of a map, and {mod} begins a world")
    world = PlayedWorld(games, request, strict=course.strict, simulates=True)
    game = world.game

    def watch() -> None:
        if course.watch is not None or callable(course.player):
            game_map = games.finish(game, mod)
        if course.watch is not None:
            course.watch(game_map)

    log: list[str] = []
    has_more, is_over = True, False
    warned_of: GameMap | None = None
    if course.record is not None:
        course.record(world, "")
    watch()
    while has_more and len(log) < turns and (move := _next_move(course.player, world, (*MOVES, *CLIMBS))):
        if game.map is not warned_of:
            warned_of = game.map
            warn_of_idle_creatures(games, in_world=True)
        has_more, line, is_over = world.play_turn(move)
        log.append(line)
        if course.log_line:
            course.log_line(line)
        if course.record is not None:
            course.record(world, move)
        watch()
    simulation = _sum_up(games.lua, game.map, log, len(log) - is_over)
    games.end()
    return simulation._replace(map=games.finish(game, mod))


def _next_move(player: str | Choose, played: PlayedGame, moves: Sequence[str]) -> str | None:
    """Return the next move of the player, or None to end. Raises RequestError for a word that is not a move."""
    if isinstance(player, str):
        return player
    move = player(played.game.map)
    if move is None or move in moves:
        return move
    # The ids of throws name things that the player carries now.
    if str(move).startswith(THROW_CARRIED) and move in [offer.id for offer in played.actions()]:
        return move
    raise RequestError(f"there is no move {move!r}: must be {listing(moves)}", hint=did_you_mean(str(move), moves))


def _sum_up(lua: LuaState, game_map: GameMap, log: list[str], turns: int, before: int = 0) -> Simulation[GameMap]:
    """Return the result of turns; the lines of the first `before` turns are left out of the log."""
    summary: Table = lua.call(lua_functions.summarise_simulation)
    sums = (
        {pair.items[0]: pair.items[1] for pair in summary.fields[key].items}
        for key in ("damage", "deaths", "distance", "called")
    )
    return Simulation(
        game_map, tuple(log[before:]), turns, _digest(log), summary.fields["alive"], summary.fields["left"], *sums
    )


def _digest(log: Iterable[str]) -> str:
    """Return a digest that differs for different courses of turns."""
    return blake2b("\n".join(log).encode("utf-8", "surrogateescape"), digest_size=16).hexdigest()
