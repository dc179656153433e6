"""Breadth-first search over a mask, as waves of squares.

A wide wave is computed by numpy, and a narrow one, as in a corridor, by plain Python: there numpy would spend its time
on calls.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from host.metrics.walkability import Mask

Wave = list[int] | npt.NDArray[np.int64]

# From this number of squares on, numpy computes a wave.
_WIDE = 48


class Waves:
    """The squares that a search has not reached yet, with a border of blocked squares so that no step leaves the
    array."""

    def __init__(self, free: Mask, *, diagonal: bool) -> None:
        height, width = free.shape
        self._height = height
        self._row: int = width + 2
        self._free = bytearray((height + 2) * self._row)
        # The same memory, for numpy.
        self._squares = np.frombuffer(self._free, dtype=np.uint8)
        self._squares.reshape(height + 2, self._row)[1:-1, 1:-1] = free
        row = self._row
        self._steps = (-row, 1, row, -1, 1 - row, 1 + row, row - 1, -row - 1)[: 8 if diagonal else 4]
        self._step_array = np.array(self._steps)
        self._marks = np.zeros(self._squares.size, dtype=np.int64)

    def index(self, x: int, y: int) -> int:
        """Return the index of the square (x, y) in the bordered array."""
        return (y + 1) * self._row + x + 1

    def squares(self, mask: Mask) -> npt.NDArray[np.int64]:
        """Return the indices of the squares of a mask, (height, width)."""
        return np.flatnonzero(np.pad(mask, 1))

    def array(self, fill: int) -> npt.NDArray[np.int32]:
        """Return a flat bordered array for results, filled with `fill`; `inner` returns the part without border."""
        return np.full(self._squares.size, fill, dtype=np.int32)

    def inner(self, array: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
        """Return the (height, width) part of a flat bordered array, without its border."""
        return array.reshape(self._height + 2, self._row)[1:-1, 1:-1]

    def unreached(self) -> list[int]:
        """Return the indices of the squares that no wave has reached, row by row."""
        indices: list[int] = np.flatnonzero(self._squares).tolist()
        return indices

    def unreached_mask(self) -> Mask:
        """Return the squares that no wave has reached, (height, width)."""
        return self._squares.reshape(self._height + 2, self._row)[1:-1, 1:-1].astype(np.bool_)

    def is_unreached(self, index: int) -> bool:
        """Return whether no wave has reached a square."""
        return bool(self._free[index])

    def run(self, wave: Wave) -> Iterable[Wave]:
        """Yield `wave`, and then the unreached squares one step further, until there are none."""
        for square in wave:
            self._free[square] = 0
        while len(wave):
            yield wave
            wave = self._next(wave) if len(wave) < _WIDE else self._next_wide(np.asarray(wave))

    def _next(self, wave: Wave) -> list[int]:
        free, reached = self._free, []
        for square in wave if isinstance(wave, list) else wave.tolist():
            for step in self._steps:
                near = square + step
                if free[near]:
                    free[near] = 0
                    reached.append(near)
        return reached

    def _next_wide(self, wave: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        near = (wave[:, None] + self._step_array).ravel()
        near = near[self._squares[near] != 0]
        self._squares[near] = 0
        # A square that two others reach occurs twice: only its last occurrence stays.
        order = np.arange(near.size)
        self._marks[near] = order
        next_wave: npt.NDArray[np.int64] = near[self._marks[near] == order]
        return next_wave
