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
    names: set[str] = set()
    drawn = []
    for number, (_, _, w, h) in enumerate(plan.rooms, 1):
        if number == entrance:
            kind = ENTRANCE_HALL
        else:
            fitting = [i for i, kind in enumerate(left) if kind.least <= w * h <= kind.most]
            if not fitting:
                # All kinds once more, so that no kind comes again before the others did.
                left += kinds
                fitting = [i for i, kind in enumerate(left) if kind.least <= w * h <= kind.most]
            kind = left.pop(fitting[stream.below(len(fitting))]) if fitting else CLOSET
        drawn.append((kind, _name(kind, names, stream)))
    return drawn


def _name(kind: RoomKind, names: set[str], stream: Stream) -> str:
    """Return a new name, such as "cold kitchen"."""
    adjectives = [adjective for adjective in ADJECTIVES if f"{adjective} {kind.name}" not in names]
    if kind.name not in names:
        name = kind.name
    elif adjectives:
        name = f"{stream.choice(adjectives)} {kind.name}"
    else:
        number = 2
        while (name := f"{kind.name} {number}") in names:
            number += 1
    names.add(name)
    return name
