"""The entrance and the exit of a level, far apart, and dead ends."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from host.generate.plans.plan import DOOR, EDGE, ROOM, Plan
from host.metrics.distances import distances

Square = tuple[int, int]


def place_ends(plan: Plan) -> tuple[Square, Square | None]:
    """Return squares (x, y) for the entrance and the exit of a plan, far apart.

    They are in two rooms where there are rooms. A plan of a single square has no exit.
    """
    free = plan.cells == ROOM if plan.rooms else plan.open & (plan.cells != DOOR)
    start = _square(plan, int(np.flatnonzero(free)[0]))
    entrance = _furthest(plan, start, free)
    if plan.rooms:
        # Two corners: of the room furthest from the first, and of the room furthest from there.
        free &= plan.numbers != plan.numbers[entrance[1], entrance[0]]
    exit_ = _furthest(plan, entrance, free if free.any() else plan.open)
    return entrance, exit_ if exit_ != entrance else None


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


def _furthest(plan: Plan, start: Square, free: npt.NDArray[np.bool_]) -> Square:
    """Return the square of `free` that is most steps from another, and of several the first."""
    steps = np.where(free, distances(plan.open, [start]), -1)
    return _square(plan, int(steps.argmax()))


def _square(plan: Plan, square: int) -> Square:
    y, x = divmod(square, plan.width)
    return x, y
