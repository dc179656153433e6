"""What rooms are, and their names."""

from __future__ import annotations

from collections.abc import Sequence

from host.generate.levels.ends import Square
from host.generate.levels.room_kinds import ADJECTIVES, CLOSET, ENTRANCE_HALL, RoomKind
from host.generate.plans.plan import Plan
from host.model.rng import Stream


def kind_rooms(
    plan: Plan, ends: tuple[Square, Square | None], kinds: Sequence[RoomKind], stream: Stream
) -> list[tuple[RoomKind, str]]:
    """Return the kind and the name of each room. Rooms are of many kinds, and no two rooms have the same name."""
    (x, y), _ = ends
    entrance = int(plan.numbers[y, x])
    left: list[RoomKind] = []
    names = _Names(stream)
    drawn = []
    for number, (_, _, w, h) in enumerate(plan.rooms, 1):
        if number == entrance:
            kind = ENTRANCE_HALL
        else:
            size = w * h
            fitting = [i for i, kind in enumerate(left) if kind.least <= size <= kind.most]
            if not fitting:
                # All kinds once more, so that no kind comes again before the others did.
                left = [*left[-len(kinds) :], *kinds]
                fitting = [i for i, kind in enumerate(left) if kind.least <= size <= kind.most]
            kind = left.pop(fitting[stream.below(len(fitting))]) if fitting else CLOSET
        drawn.append((kind, names.draw(kind.name)))
    return drawn


class _Names:
    """Draws names that are all different, such as "cold kitchen"."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        # Name of a kind -> adjectives that are left, and the number of rooms of that kind.
        self._left: dict[str, list[str]] = {}
        self._counts: dict[str, int] = {}

    def draw(self, name: str) -> str:
        """Return a name for the next room of a kind."""
        count = self._counts[name] = self._counts.get(name, 0) + 1
        if count == 1:
            return name
        left = self._left.setdefault(name, list(ADJECTIVES))
        if left:
            return f"{left.pop(self._stream.below(len(left)))} {name}"
        return f"{name} {count}"
