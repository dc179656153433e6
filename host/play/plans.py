"""What takes a player several steps: to explore, and to go to a square or to stairs, until something happens."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from host.errors import listing
from host.metrics.walkability import Mask
from host.model.game_map import GameMap
from host.model.objects import Creature, MapObject
from host.play.action import DOWN, STEPS, Action
from host.play.guide import Guide, Square
from host.play.sentences import in_sentence

# Steps of one plan, for a map on which something always moves the player back.
_MOST_STEPS = 2000
# Asks a guide for the next step; None when the way is over.
Way = Callable[[Guide], str | None]


class Surroundings:
    """What a player knows at a moment: see `Guide`. Here no step has a reason against it, and nothing is read."""

    # What the player reads of the last turn, and how the game ended.
    messages: Sequence[str] = ()
    outcome: str | None = None

    def __init__(
        self, game_map: GameMap, player: Square | None, health: float | None, seen: Mask, visible: Mask
    ) -> None:
        self.map, self.player, self.health, self.seen, self.visible = game_map, player, health, seen, visible
        # What differs from map to map.
        self.place = id(game_map)
        # Where the player has been on this map.
        self.visited: set[Square] = set()

    def guide(self, shut: Iterable[Square] = ()) -> Guide | None:
        """Return who finds ways on the map; None while the player is not on it."""
        if self.player is None:
            return None
        return Guide(self.map, self.player, self.seen, self.visible, shut, self.visited)

    def target(self, step: str) -> Square | None:
        """Return the square to which a step leads."""
        if self.player is None:
            return None
        dx, dy = STEPS[step]
        return self.player[0] + dx, self.player[1] + dy

    def offer(self, action: str) -> Action | None:
        """Return what is known of an action: a step, or "up" and "down" on stairs."""
        guide = None if action in STEPS else self.guide()
        is_offered = action in STEPS or (guide is not None and self.player in guide.stairs(action))
        return Action(action, action) if is_offered else None

    def sights(self) -> dict[tuple[object, ...], str]:
        """Return what the player sees that is worth a stop, by what tells it from others, with its name."""
        others: list[Creature | MapObject] = [*self.map.objects, *self.map.living_creatures]
        return {(o.uid,): "" for o in others if self.map.contains(o.x, o.y) and self.visible[o.y, o.x]}


class Walk:
    """A way that is walked until it ends or something happens.

    `nothing` is what the player reads when there is no way. `end` is an action where the way ends: climbing stairs.
    After `most_tries` steps in a row that lead nowhere the way goes around: a first one may open a door.
    """

    def __init__(self, way: Way, nothing: str = "", end: str | None = None, most_tries: int = 3) -> None:
        self._way, self._nothing, self._end, self._most_tries = way, nothing, end, most_tries
        # Squares at which the player would bump in vain.
        self._shut: set[Square] = set()
        self._steps = 0
        self._before: Surroundings | None = None
        # The last step, the square from which it was taken, and how often in a row it led nowhere.
        self._last: tuple[str, Square | None] | None = None
        self._tries = 0
        # Why the way ended: what the player reads.
        self.reason = ""

    def next(self, now: Surroundings, known: set[tuple[object, ...]] | None) -> str | None:
        """Return the id of the next action; None when the plan is over, for `reason`.

        `known` is what the player has noticed before; what it sees for the first time is added, and ends the plan.
        Without `known` the plan goes on.
        """
        sights = {} if known is None else now.sights()
        news = list(dict.fromkeys(name for key, name in sights.items() if key not in (known or ())))
        if known is not None:
            known.update(sights)
        before, self._before = self._before, now
        if before is not None:
            if news:
                self.reason = f"You see: {listing(news, 'and')}."
                return None
            if self._has_changed(before, now) or self._steps >= _MOST_STEPS:
                # What was in the way before that, such as a lock, may be no longer.
                self.reason = ""
                return None
        return self._next(now)

    @staticmethod
    def _has_changed(before: Surroundings, now: Surroundings) -> bool:
        """Return whether something happened that the player wants to decide about."""
        is_hurt = now.health is not None and before.health is not None and now.health < before.health
        return bool(now.messages) or is_hurt or now.outcome is not None or now.place != before.place

    def _next(self, now: Surroundings) -> str | None:
        if self._last is not None and self._last[1] == now.player:
            self._tries += 1
            if self._tries >= self._most_tries and (tried := now.target(self._last[0])) is not None:
                self._shut.add(tried)
        while True:
            guide = now.guide(self._shut)
            step = None if guide is None else self._way(guide)
            offer = None if step is None else now.offer(step)
            if step is None or offer is None:
                return self._finish(now)
            target = now.target(step)
            if target in self._shut or target is None:
                return self._finish(now)
            if offer.reason is None:
                break
            self._shut.add(target)
            self.reason = self.reason or in_sentence(offer.reason)
        if self._last != (step, now.player):
            self._tries = 0
        self._steps += 1
        self._last = step, now.player
        return step

    def _finish(self, now: Surroundings) -> str | None:
        """Return the action at the end of the way, once."""
        end, self._end = self._end, None
        if end is not None and now.offer(end) is not None:
            self.reason = ""
            return end
        if not self._steps:
            self.reason = self.reason or self._nothing
        return None


def explore(now: Surroundings) -> Walk:
    """Return the plan to see something new."""
    guide = now.guide()
    are_near = guide is not None and guide.enemies
    nothing = "An enemy is in the way: Tab fights it." if are_near else "You have explored all that you can reach."
    return Walk(Guide.explore, nothing)


def walk_to(x: int, y: int) -> Walk:
    """Return the plan to go to a square."""
    return Walk(lambda guide: guide.go_to(x, y), "You know no way there.")


def fight(now: Surroundings) -> str | None:
    """Return the step towards the nearest enemy, or the bump into it."""
    guide = now.guide()
    return None if guide is None else guide.fight()


def climb(now: Surroundings, direction: str) -> Walk:
    """Return the plan to go to the stairs in a direction, or the way in or out, and to use stairs there."""
    guide = now.guide()
    stairs = [] if guide is None else guide.stairs(direction)
    is_usable = now.offer(direction) is not None and (now.player in stairs or not stairs)
    nothing = f"You have seen no stairs {direction}" + (" and no way out." if direction == DOWN else ".")
    return Walk(lambda guide: guide.go_to_stairs(direction), nothing, direction if is_usable else None)


def follow(plan: Walk, look: Callable[[], Surroundings | None], *, stops_at_sights: bool = True) -> Iterator[str]:
    """Yield the actions of a plan. `look` returns what the player knows after each; None when it can go nowhere."""
    known, visited = set[tuple[object, ...]]() if stops_at_sights else None, set[Square]()
    now = look()
    while now is not None:
        now.visited = visited
        action = plan.next(now, known)
        if action is None:
            return
        yield action
        now = look()
        if now is not None and now.player is not None:
            visited.add(now.player)
