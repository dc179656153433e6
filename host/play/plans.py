"""What a key makes a player do that is more than a step: explore, and go to stairs, until something happens.

These plans walk on the map of a running game, for `simulate` and `travel`. The plans of fronts that know views alone,
in which each action has its reason, are in `host/engine/playing/plans.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from host.metrics.walkability import Mask
from host.model.game_map import GameMap
from host.model.objects import Creature, MapObject
from host.play.action import STEPS
from host.play.guide import Guide, Square

# Steps of one plan, for a map on which something always moves the player back.
_MOST_STEPS = 500
# How often in a row a step may lead nowhere: the first one may open a door.
_MOST_TRIES = 2


class Surroundings(NamedTuple):
    """What a player knows at a moment: see `Guide`."""

    game_map: GameMap
    player: Square
    health: float | None
    seen: Mask
    visible: Mask

    def guide(self, shut: Iterable[Square] = (), visited: Iterable[Square] = ()) -> Guide:
        """Return who finds ways for the player."""
        return Guide(self.game_map, self.player, self.seen, self.visible, shut, visited)

    def sights(self) -> set[int]:
        """Return the uids of the objects and creatures that the player sees."""
        others: list[Creature | MapObject] = [*self.game_map.objects, *self.game_map.living_creatures]
        return {o.uid for o in others if self.game_map.contains(o.x, o.y) and self.visible[o.y, o.x]}


# Returns what the player knows now; None when it can go nowhere.
LookAround = Callable[[], Surroundings | None]


def exploring(looks: LookAround) -> Iterator[str]:
    """Yield steps until the player sees what it did not see at the start, or something happens to it."""
    start = looks()
    sights = set() if start is None else start.sights()
    shut, visited = set[Square](), set[Square]()

    for _ in range(_MOST_STEPS):
        look = looks()
        step = None if look is None else look.guide(shut, visited).explore()
        if look is None or step is None:
            return
        yield step
        now = looks()
        if now is None or has_happened(look, now) or now.sights() - sights:
            return
        visited.add(now.player)
        if now.player == look.player:
            dx, dy = STEPS[step]
            shut.add((look.player[0] + dx, look.player[1] + dy))


def climbing(looks: LookAround, direction: str, *, climbs: bool) -> Iterator[str]:
    """Yield steps to the nearest stairs "up" or "down", or to the way in or out, and with `climbs` how to use them."""
    tries = 0
    for _ in range(_MOST_STEPS):
        look = looks()
        if look is None:
            return
        guide = look.guide()
        if look.player in guide.stairs(direction):
            if climbs:
                yield direction
            return
        step = guide.go_to_stairs(direction)
        if step is None:
            return
        yield step
        now = looks()
        if now is None or has_happened(look, now):
            return
        tries = tries + 1 if now.player == look.player else 0
        if tries == _MOST_TRIES:
            return


def fighting(looks: LookAround) -> Iterator[str]:
    """Yield the step to the nearest enemy in sight, or the bump into it."""
    look = looks()
    step = None if look is None else look.guide().fight()
    if step is not None:
        yield step


def has_happened(before: Surroundings, now: Surroundings) -> bool:
    """Return whether the player is on another map, or hurt."""
    is_hurt = before.health is not None and now.health is not None and now.health < before.health
    return now.game_map is not before.game_map or is_hurt
