"""Travel: a game in a world that a person plays key by key."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from host.engine.games import Games
from host.engine.play_world import PlayedWorld
from host.errors import RequestError, did_you_mean, listing
from host.model.request import Request
from host.play.action import EXPLORE, FIGHT
from host.play.guide import Guide
from host.play.plans import Memory, Surroundings, Walk, fight, follow

# The keys that a player can press. After "script" an entity acts by itself for a turn, as in a simulation. "explore"
# walks until something new is seen, and "fight" is a step towards the nearest enemy in sight.
KEYS = (
    *("north", "south", "west", "east", "northwest", "northeast", "southwest", "southeast"),
    *("up", "down", "wait", "rest", "day", "get", "inventory", "save", "load", "script"),
    *(EXPLORE, FIGHT),
)
# Shows a game, and returns one of `KEYS`, or None to end.
View = Callable[[PlayedWorld], str | None]


def travel(games: Games, request: Request, view: View, *, strict: bool) -> None:
    """Play the game that a mod begins, or the game of the save; see `Host.travel`."""
    world = PlayedWorld(games, request, strict=strict)
    memories: dict[int, Memory] = {}
    looks = partial(_look, world, memories)
    while True:
        key = view(world)
        if key is None:
            break
        if key not in KEYS:
            raise RequestError(f'there is no key "{key}": must be {listing(KEYS)}', hint=did_you_mean(key, KEYS))
        if key == EXPLORE:
            steps = follow(Walk(Guide.explore, most_tries=1), looks)
            _press_all(games, world, steps, "You have explored all that you can reach.")
        elif key == FIGHT:
            here = looks()
            _press_all(games, world, filter(None, [fight(here)] if here else []), "You see no enemy.")
        else:
            world.press(key)
    games.end()


def _press_all(games: Games, world: PlayedWorld, steps: Iterable[str], nothing: str) -> None:
    """Press keys; print `nothing` when there are none."""
    step = None
    for step in steps:
        world.press(step)
    if step is None:
        games.session.print(nothing)


def _look(world: PlayedWorld, memories: dict[int, Memory]) -> Surroundings | None:
    """Return what the player knows; None for one that can go nowhere."""
    player = world.player
    if player is None or world.outcome:
        return None
    now = Surroundings(world.map, (player.x, player.y), player.health, world.seen, world.visible)
    now.memory = memories.setdefault(now.place, Memory())
    return now
