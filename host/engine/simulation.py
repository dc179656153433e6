"""Maps and worlds that play themselves; the Lua half is in simulation.lua of lua/actions and of lua/areas."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from hashlib import blake2b
from typing import Any, NamedTuple

from host.border.data import Table
from host.border.state import LuaState
from host.border.values import read, to_text, values_of
from host.errors import GivenError, SaveError, listing
from host.model.map import Map
from host.play.game import Game
from host.version import VERSION

MOST_TURNS = 1_000_000
# How many turns are played when nobody says it: on a map, and in a world, which is over sooner.
TURNS, TURNS_OF_A_WORLD = 100, 20_000
# How the player decides.
PLAYER_MODES = ("script", "idle", "random")
_PROBLEMS = {
    "no player": "no loaded mod has a class of players, so nobody can enter: load one that has, such as critters",
    "no room": "the map has no square to stand on, so nobody can enter",
}


class Simulation(NamedTuple):
    """What came of playing a map: the map, a line a turn, and sums by the ids of entities, in their order."""

    map: Map
    log: tuple[str, ...]
    # All turns, with those of before a save, but not the line that ends a world; and a digest of all of the log.
    turns: int
    digest: str
    # Whether the player lives, and how many living things are left, the player among them.
    alive: bool
    left: int
    # Hit points lost, deaths, squares walked.
    damage: Mapping[str, float]
    deaths: Mapping[str, float]
    distance: Mapping[str, float]


class Kept(NamedTuple):
    """What a save holds of a simulation: what makes it come out the same once more."""

    generator: str
    seed: int
    options: Mapping[str, Any]
    player: str
    turns: int
    digest: str


def digest(log: Iterable[str]) -> str:
    """What tells one course of turns from another."""
    return blake2b("\n".join(log).encode(), digest_size=16).hexdigest()


def to_header(kept: Kept, mods: Iterable[tuple[str, str, str]]) -> dict[str, Any]:
    """The header of a save; `mods` are id, version and content hash of each."""
    return {
        "host": VERSION,
        "seed": kept.seed,
        "players": 1,
        "mods": [list(mod) for mod in mods],
        "simulation": {**kept._asdict(), "options": dict(kept.options)},
    }


def from_header(header: Mapping[str, Any], mods: Iterable[tuple[str, str, str]] | None = None) -> Kept:
    """What a header says; raises SaveError for a save of something else, and for one that would not come out the same
    with these mods and this host."""
    found = header.get("simulation")
    if not isinstance(found, dict):
        raise SaveError("the save is none of a simulation: go on from it with run or travel")
    try:
        kept = Kept(**found)
        check_simulation(kept.turns, kept.player)
        if not isinstance(found["generator"], str):
            raise TypeError("its generator is no text")
    except (TypeError, GivenError) as error:
        raise SaveError(f"the header of the save cannot be read: {error}") from None
    if mods is not None:
        if header.get("host") != VERSION:
            raise SaveError(f"the save is of version {header.get('host')} of the host, and this is {VERSION}")
        then, now = [[*mod] for mod in header.get("mods", ())], [[*mod] for mod in mods]
        if then != now:
            names = sorted({str(mod[0]) for mod in [*then, *now] if mod not in then or mod not in now})
            raise SaveError(f"the save was made with other mods, or other versions of them: {listing(names, 'and')}")
    return kept


def check_simulation(turns: Any, player: Any) -> None:
    """Raise GivenError for what is no number of turns or no way to decide."""
    if isinstance(turns, bool) or not isinstance(turns, int) or not 0 <= turns <= MOST_TURNS:
        raise GivenError(f"turns is {turns!r}: must be a whole number between 0 and {MOST_TURNS}")
    if player not in PLAYER_MODES:
        raise GivenError(f"player is {player!r}: must be {listing(PLAYER_MODES)}")


def run_simulation(
    lua: LuaState,
    game: Game,
    turns: int,
    player: str,
    *,
    brought: Iterable[str],
    strict: bool,
    look: Callable[[], None] | None,
    tell: Callable[[str], None] | None,
    kept: Kept | None = None,
) -> Simulation:
    """Let a player enter the map of a game, of a class from the mods `brought` if they have one, and play; `look` is
    called at the start and after each turn, `tell` with each line of the log as it comes. With `kept` the turns that
    were played before are played again, unseen, and the log begins after them. Raises SaveError when they come out
    otherwise than they did."""
    # The dialect of the map may have creatures of its own, which do not act.
    for creature in game.map.creatures:
        game.map.remove_creature(creature)
    home = game.home_of(0)
    start = game.map.square(home.x, home.y) if home else -1
    (problem,) = lua.call("actions/simulation/simulation", "begin", start, player, strict, ",".join(brought))
    if problem:
        raise GivenError(_PROBLEMS[to_text(problem)])
    before = kept.turns if kept else 0
    log: list[str] = []
    lives = True
    while lives and len(log) < before:
        lives, _ = _play("actions/simulation/simulation", lua, log)
    # Before anything is told of turns that are not those that were saved.
    if kept and digest(log) != kept.digest:
        raise SaveError("the turns of the save come out otherwise than when they were saved, so it cannot go on")
    if look:
        look()
    while lives and len(log) < before + turns:
        lives, _ = _play("actions/simulation/simulation", lua, log, look, tell)
    return _summed_up(lua, game.map, log, len(log), before)


def _play(
    module: str,
    lua: LuaState,
    log: list[str],
    look: Callable[[], None] | None = None,
    tell: Callable[[str], None] | None = None,
) -> tuple[bool, bool]:
    """Play a turn and add its line to the log: whether there is another one, and whether it only told that the world
    is over."""
    lives, line, *over = lua.call(module, "turn")
    log.append(to_text(line))
    if tell:
        tell(log[-1])
    if look:
        look()
    return bool(lives), over == [True]


def _summed_up(lua: LuaState, game_map: Map, log: list[str], turns: int, before: int = 0) -> Simulation:
    """What came of turns, of which the first `before` are left out of the log."""
    told: Table = read(values_of(lua.call("actions/simulation/simulation", "summary")))
    sums = (
        {pair.items[0]: pair.items[1] for pair in told.fields[key].items} for key in ("damage", "deaths", "distance")
    )
    return Simulation(
        game_map, tuple(log[before:]), turns, digest(log), told.fields["alive"], told.fields["left"], *sums
    )


def run_world(
    lua: LuaState,
    game: Game,
    mod: str,
    turns: int,
    player: str,
    *,
    strict: bool,
    goes_on: bool,
    look: Callable[[], None] | None,
    tell: Callable[[str], None] | None,
) -> Simulation:
    """Play the world that a mod begins, or with `goes_on` that which the game has: its player goes from map to map
    until the dungeons are conquered, the player is dead, or the turns have gone by. At each change of map the game is
    saved and read again. `look` is called at the start and after each turn, `tell` with each line of the log as it
    comes."""
    (problem,) = lua.call("areas/play/simulation", "begin", mod, player, strict, goes_on)
    if problem:
        raise GivenError(f"{mod}: {to_text(problem)}")
    log: list[str] = []
    lives, over = True, False
    if look:
        look()
    while lives and len(log) < turns:
        lives, over = _play("areas/play/simulation", lua, log, look, tell)
    return _summed_up(lua, game.map, log, len(log) - over)
