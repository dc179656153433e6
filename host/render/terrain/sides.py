"""Neighbours of a square as bits."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
import numpy.typing as npt

# The four sides clockwise from north, and the corners clockwise from north-east.
NORTH, EAST, SOUTH, WEST, NORTHEAST, SOUTHEAST, SOUTHWEST, NORTHWEST = (1 << i for i in range(8))

SIDES = NORTH | EAST | SOUTH | WEST

# Bit -> (dy, dx).
STEPS = {
    NORTH: (-1, 0), EAST: (0, 1), SOUTH: (1, 0), WEST: (0, -1),
    NORTHEAST: (-1, 1), SOUTHEAST: (1, 1), SOUTHWEST: (1, -1), NORTHWEST: (-1, -1),
}  # fmt: skip

Mask = npt.NDArray[np.bool_]
Cells = npt.NDArray[np.int32]
Element = TypeVar("Element", bound=np.generic)


def towards(squares: npt.NDArray[Element], dy: int, dx: int) -> npt.NDArray[Element]:
    """Return for each square what its neighbour (dx, dy) is in `squares`; the border of the array wraps."""
    return np.roll(squares, (-dy, -dx), axis=(0, 1))


def near(squares: Mask) -> Cells:
    """Return the bits of the neighbours in `squares` of each square, without the border around the map."""
    bits = np.zeros(squares.shape, dtype=np.int32)
    for bit, (dy, dx) in STEPS.items():
        bits |= towards(squares, dy, dx) * np.int32(bit)
    return bits[1:-1, 1:-1]
