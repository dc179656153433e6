"""Niches: where a square segment fits into solid rock, so that only its door meets open ground."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from host.metrics.walkability import Mask
from host.model.geometry import DX, DY
from host.model.rng import Stream


class Niche(NamedTuple):
    """A place for a segment whose door is in the middle of its south side, before it is turned."""

    # The open square in front of the door.
    x: int
    y: int
    # How often the segment is to be turned clockwise: 0 when it lies to the north.
    turns: int


def _solid(free: Mask, size: int) -> npt.NDArray[np.bool_]:
    """[top, left]: whether the square of `size` from there on lies on the map and holds nothing free."""
    sums = np.zeros((free.shape[0] + 1, free.shape[1] + 1), dtype=np.int32)
    np.cumsum(np.cumsum(free, axis=0, dtype=np.int32), axis=1, out=sums[1:, 1:])
    within: npt.NDArray[np.bool_] = (
        sums[size:, size:] - sums[:-size, size:] - sums[size:, :-size] + sums[:-size, :-size]
    ) == 0
    return within


def corner(niche: Niche, size: int) -> tuple[int, int]:
    """Left and top of the segment in a niche."""
    half = size // 2
    return niche.x + DX[niche.turns] * (half + 1) - half, niche.y + DY[niche.turns] * (half + 1) - half


def niches(free: Mask, size: int, stream: Stream) -> list[Niche]:
    """All niches for a segment of size × size squares (odd), in an order that is drawn from the stream."""
    height, width = free.shape
    if size > min(height, width):
        return []
    solid = _solid(free, size)
    found: list[Niche] = []
    for turns in range(4):
        ys, xs = free.nonzero()
        left, top = corner(Niche(0, 0, turns), size)
        lefts, tops = xs + left, ys + top
        inside = (lefts >= 0) & (tops >= 0) & (lefts < solid.shape[1]) & (tops < solid.shape[0])
        fits = inside.copy()
        fits[inside] = solid[tops[inside], lefts[inside]]
        found += [Niche(x, y, turns) for x, y in zip(xs[fits].tolist(), ys[fits].tolist(), strict=True)]
    stream.shuffle(found)
    return found
