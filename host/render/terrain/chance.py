"""Numbers by position: what varies from square to square, and is the same whenever a map is drawn."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Variants = npt.NDArray[np.int32]


def numbers_by_position(width: int, height: int) -> npt.NDArray[np.uint32]:
    """Return a number for each square, (height, width); it depends on x and y alone and has no visible pattern."""
    x = np.arange(width, dtype=np.uint32)[None, :]
    y = np.arange(height, dtype=np.uint32)[:, None]
    mixed = x * np.uint32(0x9E3779B1) ^ y * np.uint32(0x85EBCA77)
    for shift, factor in ((15, 0x2C1B3C6D), (12, 0x297A2D39), (15, 0x1B56C4E9)):
        mixed = (mixed ^ mixed >> np.uint32(shift)) * np.uint32(factor)
    result: npt.NDArray[np.uint32] = mixed ^ mixed >> np.uint32(15)
    return result


def variants(width: int, height: int, count: int) -> Variants:
    """Return a variant 0 … `count` - 1 for each square, (height, width)."""
    return (numbers_by_position(width, height) % np.uint32(count)).astype(np.int32)


def spots(variant: int, count: int, low: float, high: float) -> list[tuple[float, float]]:
    """Return `count` points that belong to a variant, with coordinates from `low` to `high`, in sixteenths."""
    state = variant * 2654435761 + 12345
    points = []
    for _ in range(count):
        pair = []
        for _ in range(2):
            state = (state * 1103515245 + 12345) & 0x7FFFFFFF
            pair.append(low + (high - low) * ((state >> 8) % 1024) / 1024)
        points.append((pair[0], pair[1]))
    return points
