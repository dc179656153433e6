"""Where the bodies of engines stop: squares that nobody enters, and which of them hide what is behind them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from host.metrics.sight import clear_squares
from host.metrics.walkability import Mask, Means, walkable
from host.model.game_map import GameMap

# Kinds of squares that nobody enters: name, and whether it hides what is behind it.
COLLISIONS = (("wall", True), ("obstacle", False))


def collision_cells(game_map: GameMap) -> npt.NDArray[np.int32]:
    """Return for each square an index of `COLLISIONS`, or -1.

    Rock that touches nothing but rock has none: nobody gets there, and engines make a body of each shape.
    """
    blocked, hides = blocked_squares(game_map)
    cells = np.where(hides, 0, np.where(blocked, 1, -1)).astype(np.int32)
    cells[_surrounded(hides)] = -1
    return cells


def blocked_squares(game_map: GameMap) -> tuple[Mask, Mask]:
    """Return the squares that nobody enters, and which of them hide what is behind them; doors are open."""
    blocked = ~walkable(game_map, Means.DOORS)
    return blocked, blocked & ~clear_squares(game_map)


def _surrounded(mask: Mask) -> Mask:
    """Return the squares of a mask whose neighbours are of it, too; what is outside counts as such."""
    height, width = mask.shape
    padded = np.pad(mask, 1, constant_values=True)
    parts = (padded[y : y + height, x : x + width] for y in range(3) for x in range(3))
    surrounded: Mask = np.logical_and.reduce([*parts])
    return surrounded
