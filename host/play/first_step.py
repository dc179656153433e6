"""The first step of a shortest way, over maps of any size."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from host.metrics.walkability import Mask
from host.play.action import STEPS

# What a square is: whether it is entered straight, diagonally, a goal, a trap.
_STRAIGHT, _DIAGONAL, _GOAL, _TRAP = 1, 2, 4, 8
# What a square must be that is entered by each step.
_NEEDED = [_DIAGONAL if dx and dy else _STRAIGHT for dx, dy in STEPS.values()]
_WORDS = [*STEPS]
# The square where the way begins; others have 1 + the number of the first step, and 0 is for those not reached.
_START = len(_WORDS) + 1
# Squares at the same distance from which on arrays are faster than a loop.
_WIDE = 100


def first_step(free: Mask, is_open: Mask, goals: Mask, traps: Mask, start: tuple[int, int]) -> str | None:
    """Return the first step of the shortest way from a square (x, y) to a goal; None when there is none.

    Straight steps lead to squares that are `free` and to goals, diagonal ones to squares that are open. The fewest
    traps on the way come before the fewest steps; of ways of the same length the first one counts, in the order of
    STEPS. All masks are (height, width).
    """
    if not goals.any():
        return None
    squares = np.zeros((free.shape[0] + 2, free.shape[1] + 2), dtype=np.uint8)
    squares[1:-1, 1:-1] = (free | goals) * _STRAIGHT + is_open * _DIAGONAL + goals * _GOAL + traps * _TRAP
    width = squares.shape[1]
    offsets = [dy * width + dx for dx, dy in STEPS.values()]
    reached = np.zeros(squares.size, dtype=np.uint8)
    wave = [(start[1] + 1) * width + start[0] + 1]
    reached[wave[0]] = _START
    search = _Search(squares.reshape(-1), reached, offsets)
    while wave or search.later:
        if not wave:
            wave, search.later = search.later, []
        wave = search.widen(wave) if len(wave) >= _WIDE else search.advance(wave)
        if search.found:
            return _WORDS[search.found - 1]
    return None


class _Search:
    """Reaches squares wave by wave, in the same order with arrays and without; squares are numbers."""

    def __init__(self, squares: npt.NDArray[np.uint8], reached: npt.NDArray[np.uint8], offsets: list[int]) -> None:
        self._squares, self._reached = squares, reached
        # The same memory: numbers of a view are read faster one by one.
        self._square_view, self._reached_view = squares.data, reached.data
        self._steps = [*zip(offsets, _NEEDED, range(1, _START), strict=True)]
        self._offsets, self._needed = np.array(offsets), np.array(_NEEDED, dtype=np.uint8)
        # Traps, which are left at last.
        self.later: list[int] = []
        # 1 + the number of the first step to the goal; 0 before it is reached.
        self.found = 0

    def advance(self, wave: list[int]) -> list[int]:
        """Return the squares that are reached from others."""
        squares, reached, following = self._square_view, self._reached_view, list[int]()
        for square in wave:
            first = reached[square]
            for offset, needed, number in self._steps:
                at = square + offset
                if reached[at] or not squares[at] & needed:
                    continue
                reached[at] = number if first == _START else first
                if squares[at] & _GOAL:
                    self.found = reached[at]
                    return []
                (self.later if squares[at] & _TRAP else following).append(at)
        return following

    def widen(self, wave: list[int]) -> list[int]:
        """Do the same as `advance`, for many squares."""
        before = np.array(wave)
        near = (before[:, None] + self._offsets).reshape(-1)
        may_enter = (self._squares[near].reshape(-1, len(_WORDS)) & self._needed).reshape(-1) != 0
        new = np.flatnonzero(may_enter & (self._reached[near] == 0))
        # Each square is reached from the first one that leads there.
        new = new[np.sort(np.unique(near[new], return_index=True)[1])]
        following = near[new]
        self._reached[following] = self._reached[before[new // len(_WORDS)]]
        kinds = self._squares[following]
        goals = np.flatnonzero(kinds & _GOAL)
        if len(goals):
            self.found = int(self._reached[following[goals[0]]])
        are_traps = (kinds & _TRAP) != 0
        self.later += following[are_traps].tolist()
        return following[~are_traps].tolist()  # type: ignore[no-any-return]
