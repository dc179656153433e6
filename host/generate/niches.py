"""Niches: positions for a square segment in solid rock, where only the door of the segment meets open ground."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from host.metrics.walkability import Mask
from host.model.geometry import DX, DY
from host.model.rng import Stream


class Niche(NamedTuple):
    """A position for a segment whose door is in the middle of its south side before the segment is turned."""

    # The open square in front of the door.
    x: int
    y: int
    # Clockwise quarter turns of the segment: 0 when it lies to the north of (x, y).
    turns: int


def _solid(free: Mask, size: int) -> npt.NDArray[np.bool_]:
    """Return [top, left]: whether the `size` × `size` squares from there on are on the map and not free.

    Uses a summed-area table (Crow, "Summed-area tables for texture mapping", 1984).
    """
    sums = np.zeros((free.shape[0] + 1, free.shape[1] + 1), dtype=np.int32)
    np.cumsum(np.cumsum(free, axis=0, dtype=np.int32), axis=1, out=sums[1:, 1:])
    within: npt.NDArray[np.bool_] = (
        sums[size:, size:] - sums[:-size, size:] - sums[size:, :-size] + sums[:-size, :-size]
    ) == 0
    return within


def corner(niche: Niche, size: int) -> tuple[int, int]:
    """Return (left, top) of the segment in a niche."""
    half = size // 2
    return niche.x + DX[niche.turns] * (half + 1) - half, niche.y + DY[niche.turns] * (half + 1) - half


def niches(free: Mask, size: int, stream: Stream) -> list[Niche]:
    """Return all niches for a segment of `size` × `size` squares, in random order; `size` must be odd.

    `free`, (height, width), are the walkable squares. The result is empty when no niche exists.
    """
    height, width = free.shape
    if size > min(height, width):
        return []
    solid = _solid(free, size)
    positions: list[Niche] = []
    for turns in range(4):
        ys, xs = free.nonzero()
        left, top = corner(Niche(0, 0, turns), size)
        lefts, tops = xs + left, ys + top
        inside = (lefts >= 0) & (tops >= 0) & (lefts < solid.shape[1]) & (tops < solid.shape[0])
        fits = inside.copy()
        fits[inside] = solid[tops[inside], lefts[inside]]
        positions += [Niche(x, y, turns) for x, y in zip(xs[fits].tolist(), ys[fits].tolist(), strict=True)]
    stream.shuffle(positions)
    return positions
