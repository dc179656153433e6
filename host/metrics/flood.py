"""Flood fill: which squares can be reached from others.

The flood works on a whole mask at once. Squares are the bits of one large integer, and one step in all four directions
is four shifts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import accumulate, count
from operator import xor

import numpy as np
import numpy.typing as npt

from host.metrics.walkability import Mask

Wave = list[int] | npt.NDArray[np.int64]

# From this number of squares on, numpy computes a wave.
_WIDE = 48


class Waves:
    """A breadth-first search, as waves: the squares that it has not reached yet.

    A border of blocked squares keeps each step inside the array. A wide wave is computed by numpy, and a narrow one, as
    in a corridor, by plain Python: there numpy would spend its time on calls.
    """

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


# Number of squares up to which bits of integers are faster than `waves`, even in a maze.
MOST_FOR_BITS = 8192
# Rounds of all bits on more squares, after which `spread` goes on square by square.
_MOST_ROUNDS = 512

_WEIGHTS = 1 << np.arange(8, dtype=np.uint8)


class Flood:
    """Sets of squares of a `width` × `height` rectangle as bits. A guard column on the right separates the rows."""

    def __init__(self, width: int, height: int) -> None:
        # Number of squares.
        self.size = width * height
        self._width = width
        self._height = height
        # Bits per row.
        self._row = width + 1

    def bits(self, mask: Mask) -> int:
        """Return the squares where a mask, (height, width), is true."""
        if not mask.any():
            return 0
        grid = np.zeros((self._height, self._row), dtype=np.bool_)
        grid[:, :-1] = mask
        return int.from_bytes(np.packbits(grid, bitorder="little").tobytes(), "little")

    def bit(self, square: int) -> int:
        """Return the bit of one square, which is the integer `y * width + x`."""
        y, x = divmod(square, self._width)
        return 1 << y * self._row + x

    def square(self, bit: int) -> int:
        """Return the square of a bit."""
        y, x = divmod(bit.bit_length() - 1, self._row)
        return y * self._width + x

    def mask(self, bits: int) -> Mask:
        """Return `bits` as a mask, (height, width)."""
        size = self._height * self._row
        # `grow` may have left the rectangle.
        bits &= (1 << size) - 1
        data = np.frombuffer(bits.to_bytes((size + 7) // 8, "little"), dtype=np.uint8)
        grid = np.unpackbits(data, count=size, bitorder="little").reshape(self._height, self._row)
        return grid[:, : self._width].astype(np.bool_)

    def squares(self, bits: int) -> npt.NDArray[np.int64]:
        """Return the squares in `bits`, ascending."""
        return np.flatnonzero(self.mask(bits))

    def grow(self, bits: int) -> int:
        """Return `bits` and the squares beside them, in four directions."""
        # Together with the squares one step further down and right, two shifts lead to all four sides.
        both = bits << self._row + 1 | bits
        return bits | both >> 1 | both >> self._row

    def spread(self, bits: int, passable: int, *, diagonal: bool = False) -> int:
        """Return all squares that can be reached from `bits` over `passable` squares."""
        row = self._row
        bits &= passable
        rounds = count() if self.size <= MOST_FOR_BITS else range(_MOST_ROUNDS)
        for _ in rounds:
            before = bits
            if diagonal:
                wide = bits | bits << 1 | bits >> 1
                bits |= (wide | wide << row | wide >> row) & passable
            else:
                # A step across, then one up or down from there: corridors bend, so this needs fewer rounds.
                bits |= (bits << 1 | bits >> 1) & passable
                bits |= (bits << row | bits >> row) & passable
            if bits == before:
                return bits
        return self._spread_far(bits, passable, diagonal=diagonal)

    def _spread_far(self, bits: int, passable: int, *, diagonal: bool) -> int:
        """Return what `spread` does, square by square: a round of all bits for each step of a long way takes hours."""
        free = self.mask(passable)
        waves = Waves(free, diagonal=diagonal)
        for _ in waves.run(waves.squares(self.mask(bits))):
            pass
        return self.bits(free & ~waves.unreached_mask())

    def waves(self, bits: int, passable: int, until: int = 0) -> list[int]:
        """Return `bits`, the passable squares one step further, and so on, in four directions.

        The last wave is the first that reaches one of the squares `until`.
        """
        row = self._row
        # As in `grow`.
        corner = row + 1
        passable &= ~bits
        waves = [bits]
        wave, append = bits, waves.append
        if not until:
            while wave := ((both := wave << corner | wave) >> 1 | both >> row) & passable:
                passable ^= wave
                append(wave)
            return waves
        while not wave & until and (wave := ((both := wave << corner | wave) >> 1 | both >> row) & passable):
            passable ^= wave
            append(wave)
        return waves

    def distances(self, bits: int, passable: int) -> npt.NDArray[np.int32]:
        """Return the number of steps from `bits` over `passable` squares, (height, width); -1 where no path leads.

        The distances of all squares are made at once, bit by bit. Bit k of a distance d is the parity of the number of
        multiples of 2**k in 1 … d: for each of them, flip bit k of the squares that are that far or further.
        """
        row, size = self._row, self._height * self._row
        waves = self.waves(bits, passable)
        # By distance from 1: the squares that are that far, further, or not reached.
        beyond = [*accumulate(waves[1:], xor, initial=passable & ~bits)]
        ahead = beyond.pop()
        planes = [reduce(xor, beyond[(1 << k) - 1 :: 1 << k]) for k in range(len(beyond).bit_length())]
        reached = passable & ~ahead | bits
        length = (size + 7) // 8
        # In squares that no wave reaches, the planes hold flips of no meaning.
        packed = b"".join((plane & reached).to_bytes(length, "little") for plane in (reached, *planes))
        rows = np.frombuffer(packed, dtype=np.uint8).reshape(1 + len(planes), length)
        is_set = np.unpackbits(rows, axis=1, count=size, bitorder="little")
        # -1 where no wave comes, and 0 elsewhere.
        steps = is_set[0].astype(np.int32)
        steps -= 1
        # Eight planes are a byte.
        for first in range(0, len(planes), 8):
            bits_of_byte = is_set[first + 1 : first + 9]
            byte = np.einsum("k,ks->s", _WEIGHTS[: len(bits_of_byte)], bits_of_byte)
            steps += byte.astype(np.int32) << first
        return np.ascontiguousarray(steps.reshape(self._height, row)[:, : self._width])

    def distances_from_each(self, squares: Sequence[int], passable: int) -> npt.NDArray[np.int32]:
        """Return `distances` from each of some squares, (squares, height, width).

        One flood computes them all, on copies of the rectangle one below the other, with a guard row between them.
        """
        height = self._height + 1
        copies = Flood(self._width, height * len(squares))
        bits = free = 0
        for square in reversed(squares):
            bits = bits << height * self._row | self.bit(square)
            free = free << height * self._row | passable
        steps = copies.distances(bits, free)
        return np.ascontiguousarray(steps.reshape(len(squares), height, self._width)[:, :-1])


def reachable(free: Mask, sources: Iterable[tuple[int, int]], *, diagonal: bool = False) -> Mask:
    """Return the squares that can be reached from any of `sources` (x, y) over squares that are `free`.

    Both masks have shape (height, width). Sources that are not free reach nothing.
    """
    height, width = free.shape
    flood = Flood(width, height)
    bits = 0
    for x, y in sources:
        bits |= flood.bit(y * width + x)
    return flood.mask(flood.spread(bits, flood.bits(free), diagonal=diagonal))
