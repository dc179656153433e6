"""Mazes: one path between any two cells, until dead ends are opened into loops.

A depth-first search digs the corridors ("recursive backtracker"; J. Buck, "Mazes for Programmers", 2015).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from host.generate.options import SIZE, Generator, share_option
from host.generate.plans.plan import PASSAGE, Plan, Steps
from host.model.rng import Stream

MAZE = Generator(
    "maze",
    "host",
    (
        *SIZE,
        share_option("loops", 0.0, "the chance that a dead end is opened into a loop"),
        share_option("straight", 0.0, "the chance to continue straight where possible"),
    ),
    "a maze of corridors, with loops",
)


def maze(options: dict[str, Any], stream: Stream) -> Steps:
    """Yield a state for each cell, for each loop, and one with walls. Cells lie on odd squares; all are connected."""
    plan = Plan(options["width"], options["height"])
    row, height = plan.width, plan.height
    across, down = (row - 1) // 2, (height - 1) // 2
    cells = plan.share_cells()
    # 1 for cells that are not reached yet; the border counts as reached.
    new = bytearray((across + 2) * (down + 2))
    np.frombuffer(new, dtype=np.uint8).reshape(down + 2, across + 2)[1:-1, 1:-1] = 1
    wide = across + 2
    # By direction: offset of the next cell, and of the square between.
    moves = ((-wide, -row), (1, 1), (wide, row), (-1, -1))

    def square(cell: int) -> int:
        return (cell // wide * 2 - 1) * row + cell % wide * 2 - 1

    at = (1 + stream.below(down)) * wide + 1 + stream.below(across)
    new[at], cells[square(at)] = 0, PASSAGE
    yield plan
    # The path from the first cell to the present one, and the last direction; -1 after a step back.
    trail, direction = [at], -1
    straight = options["straight"]
    while trail:
        at = trail[-1]
        directions = [candidate for candidate in range(4) if new[at + moves[candidate][0]]]
        if not directions:
            trail.pop()
            direction = -1
            continue
        if not (direction in directions and straight and stream.chance(straight)):
            direction = directions[stream.below(len(directions))] if len(directions) > 1 else directions[0]
        step, between = moves[direction]
        here = square(at)
        cells[here + between] = cells[here + 2 * between] = PASSAGE
        new[at + step] = 0
        trail.append(at + step)
        yield plan
    if options["loops"]:
        yield from _open_dead_ends(plan, cells, stream, options["loops"])
    plan.raise_walls()
    yield plan


def _open_dead_ends(plan: Plan, cells: bytearray, stream: Stream, chance: float) -> Steps:
    row, height = plan.width, plan.height
    sides = (-row, 1, row, -1)
    for y in range(1, height - 1, 2):
        for x in range(1, row - 1, 2):
            square = y * row + x
            closed = [side for side in sides if not cells[square + side]]
            if len(closed) < 3 or not stream.chance(chance):
                continue
            # Open only walls between cells, not the border of the maze.
            inner = [side for side in closed if _is_inside(x, y, side, row, height)]
            if inner:
                cells[square + stream.choice(inner)] = PASSAGE
                yield plan


def _is_inside(x: int, y: int, side: int, row: int, height: int) -> bool:
    if abs(side) == 1:
        return 1 <= x + 2 * side < row - 1
    return 1 <= y + 2 * (side // row) < height - 1
