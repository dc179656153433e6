"""Travel: a game in a world that a person plays key by key."""

from __future__ import annotations

from collections.abc import Callable, Collection

from host.engine.games import Games
from host.engine.play import PlayedWorld
from host.errors import RequestError, did_you_mean, listing
from host.model.game_map import GameMap
from host.model.request import Request
from host.play.action import STEPS
from host.play.guide import Guide, Square

# The keys that a player can press. After "script" an entity acts by itself for a turn, as in a simulation. "explore"
# walks until something new is seen, and "fight" is a step towards the nearest enemy in sight.
KEYS = (
    *("north", "south", "west", "east", "northwest", "northeast", "southwest", "southeast"),
    *("up", "down", "wait", "rest", "day", "get", "inventory", "save", "load", "script"),
    *("explore", "fight"),
)
# Steps of one "explore".
_MOST_STEPS = 500
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
        if key == "explore":
            _explore(games, world)
        elif key == "fight":
            guide = _guide(world)
            if guide is not None and (step := guide.fight()) is not None:
                world.press(step)
            else:
                games.session.print("You see no enemy.")
        else:
            world.press(key)
    games.end()


def _guide(world: PlayedWorld, shut: Collection[Square] = (), visited: Collection[Square] = ()) -> Guide | None:
    """Return who finds ways for the player; None for one that can go nowhere."""
    player = world.player
    if player is None or world.outcome:
        return None
    return Guide(world.map, (player.x, player.y), world.seen, world.visible, shut, visited)


def _explore(games: Games, world: PlayedWorld) -> None:
    """Walk until the player sees a thing that it did not see at the start, or something happens to it."""
    game_map, sights = games.session.map, _sights(world)
    shut, visited = set[Square](), set[Square]()
    for number in range(_MOST_STEPS):
        guide, player = _guide(world, shut, visited), world.player
        step = None if guide is None else guide.explore()
        if step is None or player is None:
            if not number:
                games.session.print("You have explored all that you can reach.")
            return
        world.press(step)
        now = world.player
        if now is None or games.session.map is not game_map or _sights(world) - sights:
            return
        if now.health is not None and player.health is not None and now.health < player.health:
            return
        visited.add((now.x, now.y))
        if (now.x, now.y) == (player.x, player.y):
            dx, dy = STEPS[step]
            shut.add((player.x + dx, player.y + dy))


def _sights(world: PlayedWorld) -> set[int]:
    """Return the uids of the objects and creatures that the player sees."""
    game_map, visible = world.map, world.visible
    places = [(map_object.uid, map_object.x, map_object.y) for map_object in game_map.objects]
    places += [(creature.uid, creature.x, creature.y) for creature in game_map.living_creatures]
    return {uid for uid, x, y in places if game_map.contains(x, y) and visible[y, x]}
