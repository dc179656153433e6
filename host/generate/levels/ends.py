"""The entrance and the exit of a level, far apart, and dead ends."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from host.generate.plans.plan import DOOR, EDGE, ROOM, Plan
from host.metrics.distances import distances
from host.metrics.flood import MOST_FOR_BITS, Flood

Square = tuple[int, int]


def place_ends(plan: Plan) -> tuple[Square, Square | None]:
    """Return squares (x, y) for the entrance and the exit of a plan, far apart.

    They are in two rooms where there are rooms. A plan of a single square has no exit.
    """
    opened = plan.open
    free = plan.cells == ROOM if plan.rooms else opened & (plan.cells != DOOR)
    entrance = _furthest(opened, int(free.argmax()), free)
    if plan.rooms:
        # Two corners: of the room furthest from the first, and of the room furthest from there.
        x, y, w, h = plan.rooms[int(plan.numbers.item(entrance)) - 1]
        others = free.copy()
        others[y : y + h, x : x + w] = False
        free = others if others.any() else free
    exit_ = _furthest(opened, entrance, free)
    return _position(plan, entrance), _position(plan, exit_) if exit_ != entrance else None


def close_dead_ends(plan: Plan) -> None:
    """Fill the squares that only one other leads to, until there are none.

    Nothing changes in a plan that consists of dead ends alone.
    """
    opened = np.pad(plan.open, 1)
    inner = opened[1:-1, 1:-1]
    while True:
        ways = sum(
            side.astype(np.int8) for side in (opened[:-2, 1:-1], opened[2:, 1:-1], opened[1:-1, :-2], opened[1:-1, 2:])
        )
        dead = inner & (ways <= 1)
        if not dead.any():
            break
        inner[dead] = False
    if inner.any():
        plan.cells[plan.open & ~inner] = EDGE


def _furthest(opened: npt.NDArray[np.bool_], start: int, free: npt.NDArray[np.bool_]) -> int:
    """Return the square of `free` that is most steps from another, and of several the first."""
    height, width = opened.shape
    if opened.size > MOST_FOR_BITS:
        steps = np.where(free, distances(opened, [(start % width, start // width)]), -1)
        return int(steps.argmax())
    flood = Flood(width, height)
    goals = flood.bits(free)
    waves = flood.waves(flood.bit(start), flood.bits(opened))
    last = next(reached for wave in reversed(waves) if (reached := wave & goals))
    return flood.square(last & -last)


def _position(plan: Plan, square: int) -> Square:
    y, x = divmod(square, plan.width)
    return x, y
