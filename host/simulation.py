"""Maps that are played by themselves, in Lua (lua/actions/simulation.lua)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from host.api.data import Table
from host.errors import GivenError, listing
from host.model.map import Map
from host.runtime.state import LuaState
from host.runtime.values import read, to_text, values_of
from host.world.game import Game

MOST_TURNS = 1_000_000
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
    # Whether the player lives, and how many living things are left, the player among them.
    alive: bool
    left: int
    # Hit points lost, deaths, squares walked.
    damage: Mapping[str, float]
    deaths: Mapping[str, float]
    distance: Mapping[str, float]


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
) -> Simulation:
    """Let a player enter the map of a game, of a class from the mods `brought` if they have one, and play; `look` is
    called at the start and after each turn."""
    # The dialect of the map may have creatures of its own, which do not act.
    for creature in game.map.creatures:
        game.map.remove_creature(creature)
    home = game.home_of(0)
    start = game.map.square(home.x, home.y) if home else -1
    (problem,) = lua.call("actions/simulation", "begin", start, player, strict, ",".join(brought))
    if problem:
        raise GivenError(_PROBLEMS[to_text(problem)])
    if look:
        look()
    log = []
    for _ in range(turns):
        lives, line = lua.call("actions/simulation", "turn")
        log.append(to_text(line))
        if look:
            look()
        if not lives:
            break
    told: Table = read(values_of(lua.call("actions/simulation", "summary")))
    sums = (
        {pair.items[0]: pair.items[1] for pair in told.fields[key].items} for key in ("damage", "deaths", "distance")
    )
    return Simulation(game.map, tuple(log), told.fields["alive"], told.fields["left"], *sums)
