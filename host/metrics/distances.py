"""Distances in steps, and shortest paths.

Both are breadth-first searches over a mask of free squares.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import index

import numpy as np
import numpy.typing as npt

from host.errors import RequestError
from host.metrics.flood import MOST_FOR_BITS, Flood, Waves
from host.metrics.walkability import Mask

# North, east, south, west, then the diagonals clockwise from the north-east.
_STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1))


def distances(
    free: Mask, sources: Iterable[tuple[int, int]] | npt.NDArray[np.integer], *, diagonal: bool = False
) -> npt.NDArray[np.int32]:
    """Return the number of steps from the nearest of `sources` (x, y) to each square, (height, width).

    Steps go to squares that are `free`, (height, width), in four directions, or eight with `diagonal`. A square that
    no path reaches has -1. A source has 0, even where it is not free; a source outside of the array does not count.
    `sources` may also be an array, (n, 2).
    """
    if free.size <= MOST_FOR_BITS and not diagonal:
        height, width = free.shape
        flood = Flood(width, height)
        bits = 0
        for x, y in _inside(free, sources):
            bits |= flood.bit(y * width + x)
        return flood.distances(bits, flood.bits(free))
    for state in distance_steps(free, sources, diagonal=diagonal):  # noqa: B007
        pass
    return state


def _inside(free: Mask, sources: Iterable[tuple[int, int]] | npt.NDArray[np.integer]) -> Iterator[tuple[int, int]]:
    """Yield the sources that lie in the array, as numbers of Python: homes of maps that others wrote may lie outside.

    Raises RequestError for a square on its own.
    """
    height, width = free.shape
    for source in sources:
        try:
            x, y = map(index, source)
        except TypeError:
            raise RequestError(f"sources has the element {source!r}: must be a list of squares (x, y)") from None
        if 0 <= x < width and 0 <= y < height:
            yield x, y


def distance_steps(
    free: Mask, sources: Iterable[tuple[int, int]] | npt.NDArray[np.integer], *, diagonal: bool = False
) -> Iterator[npt.NDArray[np.int32]]:
    """Yield the states of `distances`: before the first square is reached, and after each wave.

    Each state is the same array object.
    """
    waves = Waves(free, diagonal=diagonal)
    steps = waves.array(-1)
    inner = waves.inner(steps)
    first = list(dict.fromkeys(waves.index(x, y) for x, y in _inside(free, sources)))
    yield inner
    for distance, wave in enumerate(waves.run(first)):
        steps[wave] = distance
        yield inner


def path(
    free: Mask, start: tuple[int, int], end: tuple[int, int], *, diagonal: bool = False
) -> list[tuple[int, int]] | None:
    """Return the squares (x, y) of a shortest path over `free` squares, both ends included, or None.

    Of several shortest paths, the one that goes north, east, south and west first, in that order.
    """
    state = None
    for state in path_steps(free, start, end, diagonal=diagonal):  # noqa: B007
        pass
    return state


def path_steps(
    free: Mask, start: tuple[int, int], end: tuple[int, int], *, diagonal: bool = False
) -> Iterator[list[tuple[int, int]]]:
    """Yield the states of `path`: the squares so far, after each step. Yield nothing when there is no path.

    Each state is the same list object.
    """
    ends = list(_inside(free, (start, end)))
    if len(ends) < 2 or not all(free[y, x] for x, y in ends):
        return
    start, end = ends
    left = distances(free, [end], diagonal=diagonal)
    squares: list[tuple[int, int]] = []
    for square in descend(left, start, diagonal=diagonal):
        squares.append(square)
        yield squares


def descend(
    left: npt.NDArray[np.int32], start: tuple[int, int], *, diagonal: bool = False
) -> Iterator[tuple[int, int]]:
    """Yield the squares (x, y) of a shortest path from `start` to a source of the distances `left`, both included.

    Yield nothing when no path leads there. Of several shortest paths, it is the one that `path` describes.
    """
    height, width = left.shape
    steps = _STEPS[: 8 if diagonal else 4]
    x, y = start
    distance = left.item(y, x)
    if distance < 0:
        return
    yield start
    while distance:
        distance -= 1
        for dx, dy in steps:
            if 0 <= x + dx < width and 0 <= y + dy < height and left.item(y + dy, x + dx) == distance:
                x, y = x + dx, y + dy
                break
        yield x, y
