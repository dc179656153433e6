"""What keys make the player do: one action, or several until something happens."""

from __future__ import annotations

from collections.abc import Callable

from host.engine.playing.scene import Scene
from host.errors import listing
from host.play.guide import Guide, Square

# Steps of one plan, for a map on which something always moves the player back.
_MOST_STEPS = 2000
# Times that a step is tried from the same square.
_MOST_TRIES = 3
# Asks a guide for the next step; None when the way is over.
Way = Callable[[Guide], str | None]


class Walk:
    """A way that is walked until it ends or something happens.

    `nothing` is what the player reads when there is no way. `end` is an action where the way ends: climbing stairs.
    """

    def __init__(self, way: Way, nothing: str, end: str | None = None) -> None:
        self._way, self._nothing, self._end = way, nothing, end
        # Squares at which the player would bump in vain.
        self._shut: set[Square] = set()
        self._steps = 0
        self._before: Scene | None = None
        # The last step, the square from which it was taken, and how often in a row: a first one may open a door.
        self._last: tuple[str, Square | None] | None = None
        self._tries = 0
        # Why the way ended: what the player reads.
        self.reason = ""

    def next(self, scene: Scene, known: set[tuple[object, ...]]) -> str | None:
        """Return the id of the next action; None when the plan is over, for `reason`.

        `known` is what the player has noticed before; what it sees for the first time is added.
        """
        sights = scene.sights()
        news = list(dict.fromkeys(name for key, name in sights.items() if key not in known))
        known.update(sights)
        before, self._before = self._before, scene
        if before is not None:
            if news:
                self.reason = f"You see: {listing(news, 'and')}."
                return None
            if self._has_changed(before, scene) or self._steps >= _MOST_STEPS:
                # What was in the way before that, such as a lock, may be no longer.
                self.reason = ""
                return None
        return self._next(scene)

    @staticmethod
    def _has_changed(before: Scene, scene: Scene) -> bool:
        """Return whether something happened that the player wants to decide about."""
        is_hurt = scene.health is not None and before.health is not None and scene.health < before.health
        return bool(scene.messages) or is_hurt or scene.outcome is not None or scene.place != before.place

    def _next(self, scene: Scene) -> str | None:
        while True:
            guide = scene.guide(self._shut)
            step = None if guide is None else self._way(guide)
            if step is None or step not in scene.offers:
                return self._finish(scene)
            offer, target = scene.offers[step], scene.target(step)
            self._tries = self._tries + 1 if (step, scene.player) == self._last else 1
            if offer.reason is None and self._tries <= _MOST_TRIES:
                break
            if target in self._shut or target is None:
                return self._finish(scene)
            self._shut.add(target)
            self.reason = self.reason or in_sentence(offer.reason)
        self._steps += 1
        self._last = step, scene.player
        return step

    def _finish(self, scene: Scene) -> str | None:
        """Return the action at the end of the way, once."""
        end, self._end = self._end, None
        if end is not None and end in scene.offers:
            self.reason = ""
            return end
        if not self._steps:
            self.reason = self.reason or self._nothing
        return None


def in_sentence(reason: str | None) -> str:
    """Return a reason as a sentence."""
    return "" if not reason else f"{reason[:1].upper()}{reason[1:]}{'' if reason.endswith(('.', '!', '?')) else '.'}"


def explore(scene: Scene) -> Walk:
    """Return the plan to see something new."""
    guide = scene.guide()
    are_near = guide is not None and guide.enemies
    nothing = "An enemy is in the way: Tab fights it." if are_near else "You have explored all that you can reach."
    return Walk(Guide.explore, nothing)


def walk_to(x: int, y: int) -> Walk:
    """Return the plan to go to a square."""
    return Walk(lambda guide: guide.go_to(x, y), "You know no way there.")


def fight(scene: Scene) -> str | None:
    """Return the step towards the nearest enemy, or the bump into it."""
    guide = scene.guide()
    return None if guide is None else guide.fight()


def climb(scene: Scene, direction: str) -> Walk:
    """Return the plan to go to the stairs in a direction, or the way in or out, and to use stairs there."""
    guide = scene.guide()
    stairs = [] if guide is None else guide.stairs(direction)
    is_usable = direction in scene.offers and (scene.player in stairs or not stairs)
    nothing = f"You have seen no stairs {direction}" + (" and no way out." if direction == "down" else ".")

    def way(guide: Guide) -> str | None:
        return None if scene.player in stairs else guide.go_to_stairs(direction)

    return Walk(way, nothing, direction if is_usable else None)
