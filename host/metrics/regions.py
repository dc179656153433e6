"""Connected parts (components) of a mask."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from host.metrics.flood import MOST_FOR_BITS, Flood, Waves
from host.metrics.walkability import Mask

# Number of regions up to which a flood fill of each is faster than waves.
_MOST_PARTS = 8


class Regions(NamedTuple):
    """The connected parts of a mask.

    `labels`, (height, width), is 0 for squares that are not free, and else the number of the region: from 1, in the
    order of the regions' first squares. `sizes[n]` is the number of squares of region n; `sizes[0]` is 0.
    """

    labels: npt.NDArray[np.int32]
    sizes: list[int]


def regions(free: Mask, *, diagonal: bool = False) -> Regions:
    """Return the connected parts of `free`, (height, width), by steps in four directions, or eight with `diagonal`."""
    if free.size <= MOST_FOR_BITS and not diagonal:
        parts = _few_parts(free)
        if parts is not None:
            return parts
    waves = Waves(free, diagonal=diagonal)
    labels = waves.array(0)
    sizes = [0]
    for square in waves.unreached():
        if waves.is_unreached(square):
            size = 0
            for wave in waves.run([square]):
                labels[wave] = len(sizes)
                size += len(wave)
            sizes.append(size)
    return Regions(waves.inner(labels), sizes)


def _few_parts(free: Mask) -> Regions | None:
    """Return the regions of a mask by flood fill, or None when there are many."""
    height, width = free.shape
    flood = Flood(width, height)
    left = flood.bits(free)
    parts: list[int] = []
    while left:
        if len(parts) == _MOST_PARTS:
            return None
        part = flood.spread(left & -left, left)
        parts.append(part)
        left ^= part
    labels = free.astype(np.int32)
    for number, part in enumerate(parts[1:], 2):
        labels[flood.mask(part)] = number
    return Regions(labels, [0, *(part.bit_count() for part in parts)])


def is_connected(free: Mask) -> bool:
    """Return whether every free square can be reached from every other one."""
    return len(regions(free).sizes) <= 2


def largest_region(free: Mask) -> Mask:
    """Return the largest connected part of `free`, and of several the first; empty when nothing is free."""
    labels, sizes = regions(free)
    largest: Mask = (labels == int(np.argmax(sizes[1:])) + 1) if len(sizes) > 1 else np.zeros_like(free)
    return largest
