"""Poisson-disc scatter: random squares with a least distance, until no further square fits.

Squares are tried in random order, and each chosen square excludes all that are too near (random sequential addition,
the form of dart throwing that terminates; Cook, "Stochastic sampling in computer graphics", 1986).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from host.metrics.walkability import Mask
from host.model.rng import Stream


def scatter(free: Mask, distance: float, stream: Stream, most: int | None = None) -> list[tuple[int, int]]:
    """Return random `free` squares (x, y), at least `distance` from each other, in the order of choice.

    `free` is (height, width); `distance` is at least 1, in squares, in a straight line. Without `most`, or when the
    result has fewer than `most` squares, no further free square is far enough from all of them.
    """
    squares: list[tuple[int, int]] = []
    for square in scatter_steps(free, distance, stream):
        if most is not None and len(squares) >= most:
            break
        squares.append(square)
    return squares


def scatter_steps(free: Mask, distance: float, stream: Stream) -> Iterator[tuple[int, int]]:
    """Yield the squares of `scatter` one by one."""
    height, width = free.shape
    reach = min(int(np.ceil(distance)), max(height, width))
    offsets = np.arange(-reach, reach + 1)
    near = offsets[:, None] ** 2 + offsets**2 < distance * distance
    # The border is as wide as the distance, so that every neighbourhood lies inside the array.
    row = width + 2 * reach
    memory = bytearray(row * (height + 2 * reach))
    squares = np.frombuffer(memory, dtype=np.uint8).reshape(height + 2 * reach, row)
    squares[reach : reach + height, reach : reach + width] = free
    candidates = np.flatnonzero(squares)
    order = np.argsort(stream.words(candidates.size), kind="stable")
    for candidate in candidates[order].tolist():
        if memory[candidate]:
            y, x = divmod(candidate, row)
            squares[y - reach : y + reach + 1, x - reach : x + reach + 1][near] = 0
            yield x - reach, y - reach
