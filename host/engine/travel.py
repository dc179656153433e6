"""Travel: a game in a world that a person plays key by key."""

from __future__ import annotations

from collections.abc import Callable

from host.engine.games import Games
from host.engine.key_moves import PLANS
from host.engine.playing.here import Onlooker
from host.engine.playing.steering import Steering
from host.engine.playing.world import PlayedWorld
from host.errors import RequestError, listing
from host.errors.spelling import did_you_mean
from host.model.request import Request
from host.play.action import EXPLORE, FIGHT, WAIT

# The keys that a player can press. After "script" an entity acts by itself for a turn, as in a simulation. "explore"
# walks until something new is seen, "fight" is a step towards the nearest enemy in sight, and "up" and "down" go to
# stairs, and use them there.
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
    onlooker, steering = Onlooker(world), Steering(lambda text: games.session.print(text))
    while True:
        action = steering.go_on(onlooker.here)
        while action is None:
            key = view(world)
            if key is None:
                games.end()
                return
            if key not in KEYS:
                raise RequestError(f'there is no key "{key}": must be {listing(KEYS)}', hint=did_you_mean(key, KEYS))
            is_plan = key in PLANS and world.outcome is None
            action = steering.command(PLANS[key], onlooker.here) if is_plan else key
        # After the end of the game, the world answers each key with how it ended.
        world.press(WAIT if action in (EXPLORE, FIGHT) else action)
        onlooker.look()
