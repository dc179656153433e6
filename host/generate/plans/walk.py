"""Random walk (drunkard's walk): a walker digs through rock until enough of it is open."""

from __future__ import annotations

from typing import Any

import numpy as np

from host.generate.options import SIZE, Generator, integer_option, share_option
from host.generate.plans.plan import ROOM, Plan, Steps
from host.metrics.distances import distances
from host.model.rng import Stream, below_array

# Steps per square that must be opened; after that many, the rest is opened by distance.
_PATIENCE = 12
# Seconds for the beginning and the end of a life, on a slow machine.
_SECONDS_PER_LIFE = 4e-5
# Steps drawn at a time.
_BLOCK = 1024

WALK = Generator(
    "walk",
    "host",
    (
        *SIZE,
        share_option("open", 0.35, "share of squares to open"),
        integer_option("life", 400, 1, 1_000_000, "steps after which the walk restarts on an open square"),
    ),
    "caves by a random walk",
)


def seconds_of_lives(options: dict[str, Any]) -> float:
    """Return the seconds that the lives of a walker take at most, beside their steps."""
    steps: float = _PATIENCE * options["open"] * options["width"] * options["height"]
    lives: float = steps / options["life"]
    return lives * _SECONDS_PER_LIFE


def walk(options: dict[str, Any], stream: Stream) -> Steps:
    """Yield a state for each life, and one with walls.

    All open squares are connected, because the walker reached each of them from another. At least one is open.
    """
    plan = Plan(options["width"], options["height"])
    row, height = plan.width, plan.height
    wanted = max(1, round((row - 2) * (height - 2) * options["open"]))
    cells = plan.share_cells()
    # 1 for rock that may be dug, 0 for open squares, 2 for the border.
    ground = np.full((height, row), 2, dtype=np.uint8)
    ground[1:-1, 1:-1] = 1
    state = bytearray(ground.tobytes())
    at = height // 2 * row + row // 2
    opened = [at]
    cells[at], state[at] = ROOM, 0
    moves = (-row, 1, row, -1)
    left = _PATIENCE * wanted
    four = np.uint64(4)
    while len(opened) < wanted and left > 0:
        life = min(options["life"], left)
        left -= life
        while life > 0 and len(opened) < wanted:
            count = min(life, _BLOCK)
            life -= count
            for turn in below_array(stream.words(count), np.full(count, four)).tolist():
                near = at + moves[turn]
                code = state[near]
                if not code:
                    at = near
                elif code == 1:
                    at = near
                    cells[near], state[near] = ROOM, 0
                    opened.append(near)
                    if len(opened) == wanted:
                        break
        yield plan
        # Restart on one of the newer squares, which have more rock around them.
        half = len(opened) // 2
        at = opened[half + stream.below(len(opened) - half)]
    _open_nearest(plan, wanted - len(opened))
    plan.raise_walls()
    yield plan


def _open_nearest(plan: Plan, missing: int) -> None:
    """Open `missing` more squares, nearest to the open ones first."""
    if missing <= 0:
        return
    inside = np.zeros(plan.cells.shape, dtype=np.bool_)
    inside[1:-1, 1:-1] = True
    ys, xs = np.nonzero(plan.cells == ROOM)
    left = distances(inside, zip(xs.tolist(), ys.tolist(), strict=True)).ravel()
    rock = np.flatnonzero(left > 0)
    plan.cells.flat[rock[np.argsort(left[rock], kind="stable")[:missing]]] = ROOM
