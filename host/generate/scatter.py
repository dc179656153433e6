"""Poisson-disc scatter: places at random, none nearer to another than asked for, and no room left for one more.

Squares are tried in random order, and each one taken closes all that are too near (random sequential packing): that is
dart throwing, which ends.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from host.metrics.walkability import Mask
from host.model.rng import Stream


def scatter(free: Mask, distance: float, stream: Stream, most: int | None = None) -> list[tuple[int, int]]:
    """Places (x, y) on `free` squares (height, width), at least `distance` (1 or more) from each other in a straight
    line, in the order in which they were taken. With fewer than `most`, or without it, none of the free squares is as
    far as that from all of them."""
    found: list[tuple[int, int]] = []
    for place in scatter_steps(free, distance, stream):
        if most is not None and len(found) >= most:
            break
        found.append(place)
    return found


def scatter_steps(free: Mask, distance: float, stream: Stream) -> Iterator[tuple[int, int]]:
    """The places of `scatter`, one after the other."""
    height, width = free.shape
    reach = min(int(np.ceil(distance)), max(height, width))
    offsets = np.arange(-reach, reach + 1)
    near = offsets[:, None] ** 2 + offsets**2 < distance * distance
    # So wide a border that all that is near lies inside.
    row = width + 2 * reach
    memory = bytearray(row * (height + 2 * reach))
    squares = np.frombuffer(memory, dtype=np.uint8).reshape(-1, row)
    squares[reach : reach + height, reach : reach + width] = free
    places = np.flatnonzero(squares)
    order = np.argsort(stream.words(places.size), kind="stable")
    for place in places[order].tolist():
        if memory[place]:
            y, x = divmod(place, row)
            squares[y - reach : y + reach + 1, x - reach : x + reach + 1][near] = 0
            yield x - reach, y - reach
