"""Travel: a game in a world that a person plays key by key."""

from __future__ import annotations

from collections.abc import Callable

from host.engine.games import Games
from host.engine.play import PlayedWorld
from host.errors import RequestError, did_you_mean, listing
from host.model.game_map import GameMap
from host.model.request import Request

# The keys that a player can press. After "script" an entity acts by itself for a turn, as in a simulation.
KEYS = (
    *("north", "south", "west", "east", "northwest", "northeast", "southwest", "southeast"),
    *("up", "down", "wait", "rest", "day", "get", "inventory", "save", "load", "script"),
)
# Shows a map, its name and a line about it; returns one of `KEYS`, or None to end.
View = Callable[[GameMap, str, str], str | None]


def travel(games: Games, request: Request, view: View, *, strict: bool) -> None:
    """Play the game that a mod begins, or the game of the save; see `Host.travel`."""
    world = PlayedWorld(games, request, strict=strict)
    while True:
        key = view(world.map, world.title, world.status)
        if key is None:
            break
        if key not in KEYS:
            raise RequestError(f'there is no key "{key}": must be {listing(KEYS)}', hint=did_you_mean(key, KEYS))
        world.press(key)
    games.end()
