"""Ways through a map with locks: which keys open what, and the shortest solution."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from heapq import heappop, heappush
from operator import or_
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from host.metrics.contents import Key, LockedDoor
from host.metrics.distances import descend, distances
from host.metrics.flood import MOST_FOR_BITS, Flood
from host.model.objects import LOCKPICKS, UNLOCKED

# Number of states of walkers above which the search takes what keys it finds, in place of the best.
_MOST_STATES = 256


class Solution(NamedTuple):
    """A shortest way from the start to the goal: its number of steps, and its squares as bits."""

    steps: int
    squares: int


class _Trail(NamedTuple):
    """The last leg of a walk: it ends on `square` (a bit) of the last of `waves`, which begin where `before` ends."""

    waves: list[int]
    square: int
    before: _Trail | None


class _State(NamedTuple):
    """Where a walker is. Of states with the same least number of steps for the whole walk, the furthest is first."""

    least: int
    minus_steps: int
    number: int
    # Bit of the square, and the kinds of keys in hand.
    square: int
    held: frozenset[int]
    trail: _Trail | None


class LockedMap:
    """The squares of a map, some of them locked doors, as bits of a `Flood`.

    A key opens all locks of its number and is kept; lockpicks open every lock. A key is taken on its square, or from
    beside it where the square is not open. The key in a locked chest takes a key of that lock.
    """

    def __init__(self, flood: Flood, open_squares: int, doors: Iterable[LockedDoor], keys: Sequence[Key]) -> None:
        self._flood = flood
        self._open = open_squares
        # Lock -> bits of the doors that it closes.
        self._doors: dict[int, int] = {}
        # The squares of locked doors.
        self.doors: set[int] = set()
        for door in doors:
            self._doors[door.lock] = self._doors.get(door.lock, 0) | flood.bit(door.square)
            self.doors.add(door.square)
        locks = {*self._doors, *(key.lock for key in keys)} - {UNLOCKED}
        # (bits from which the key is taken, what it opens, lock of its chest) for keys that open something.
        self._keys = [
            (self._reach(key.square), key.opens, key.lock)
            for key in keys
            if key.opens in locks or (key.opens == LOCKPICKS and locks)
        ]

    def explore(self, start: int) -> tuple[int, int]:
        """Return (bits of all squares that can be reached from a bit, length of the longest chain of locks).

        In such a chain the key of each lock lies behind the one before. Each round takes the keys within reach and
        opens what they open: a lock that is opened in round n is the n-th of a chain.
        """
        reached, depth = start, 0
        for reached, is_opened in self.rounds(start):  # noqa: B007
            depth += is_opened
        return reached, depth

    def rounds(self, start: int) -> Iterator[tuple[int, bool]]:
        """Yield the bits of the squares that can be reached before and after each round of `explore`.

        With them comes whether the round opened a lock that something lies behind.
        """
        held = frozenset[int]()
        reached = self._flood.spread(start, self._passable(held) | start)
        yield reached, False
        while True:
            new = {opens for reach, opens, lock in self._keys if reach & reached and _opens(held, lock)}
            if new <= held:
                return
            earlier, held = held, held | new
            further = self._flood.spread(reached, self._passable(held) | start)
            opens_chest = any(
                reach & further and opens not in held and _opens(held, lock) and not _opens(earlier, lock)
                for reach, opens, lock in self._keys
            )
            is_opened = opens_chest or further != reached
            reached = further
            yield reached, is_opened

    def solve(self, start: int, goal: int, left: npt.NDArray[np.int32]) -> Solution | None:
        """Return a shortest solution between two squares, or None when there is none.

        `left` is the number of steps from each square to the goal, locked or not. The search is A* (Hart, Nilsson and
        Raphael 1968) over squares where keys are taken and kinds of keys in hand.
        """
        if self._flood.size > MOST_FOR_BITS:
            return self.solve_large(start, goal)
        first, last = self._flood.bit(start), self._flood.bit(goal)
        queue = [_State(0, 0, 0, first, frozenset(), None)]
        seen: set[tuple[int, frozenset[int]]] = set()
        count = 0
        while queue:
            if len(seen) > _MOST_STATES:
                # So many keys can be taken in too many orders: go on with those who hold the most kinds.
                queue = [max(queue, key=lambda state: (len(state.held), -state.least, -state.number))]
            state = heappop(queue)
            if state.square == last:
                return Solution(-state.minus_steps, first | self._squares(state.trail))
            if (state.square, state.held) in seen:
                continue
            seen.add((state.square, state.held))
            stops = self._stops(state.held)
            targets = reduce(or_, stops, last)
            # A key that is as far as the goal is of no use.
            waves = self._flood.waves(state.square, self._passable(state.held), until=last)
            for distance, wave in enumerate(waves):
                hits = wave & targets
                while hits:
                    bit = hits & -hits
                    hits ^= bit
                    count += 1
                    steps = distance - state.minus_steps
                    least = steps + left.item(self._flood.square(bit))
                    trail = _Trail(waves[: distance + 1], bit, state.trail)
                    heappush(queue, _State(least, -steps, count, bit, stops.get(bit, state.held), trail))
        return None

    def _stops(self, held: frozenset[int]) -> dict[int, frozenset[int]]:
        """Return bit of a square -> kinds of keys in hand there, for squares where a key can be taken."""
        stops: dict[int, frozenset[int]] = {}
        for reach, opens, lock in self._keys:
            if opens not in held and _opens(held, lock):
                while reach:
                    bit = reach & -reach
                    reach ^= bit
                    stops[bit] = stops.get(bit, held) | {opens}
        return stops

    def _squares(self, trail: _Trail | None) -> int:
        """Return the squares (bits) of a walk."""
        squares = 0
        while trail is not None:
            square = trail.square
            squares |= square
            for wave in trail.waves[-2::-1]:
                near = self._flood.grow(square) & wave
                square = near & -near
                squares |= square
            trail = trail.before
        return squares

    def solve_large(self, start: int, goal: int) -> Solution | None:
        """Return what `solve` returns, from distances: waves of large maps take too much memory."""
        flood = self._flood
        # (steps, number, square, kinds of keys in hand, squares passed (bits))
        queue: list[tuple[int, int, int, frozenset[int], int]] = [(0, 0, start, frozenset(), flood.bit(start))]
        seen: set[tuple[int, frozenset[int]]] = set()
        count = 0
        while queue:
            if len(seen) > _MOST_STATES:
                queue = [max(queue, key=lambda state: (len(state[3]), -state[0], -state[1]))]
            steps, _, square, held, passed = heappop(queue)
            if square == goal:
                return Solution(steps, passed)
            if (square, held) in seen:
                continue
            seen.add((square, held))
            free = flood.mask(self._passable(held) | flood.bit(square))
            width = free.shape[1]
            left = distances(free, [(square % width, square // width)])
            stops = {flood.square(bit): more for bit, more in self._stops(held).items()}
            for stop, more in {**stops, goal: held}.items():
                distance = left.item(stop)
                if distance >= 0:
                    count += 1
                    way = passed
                    for x, y in descend(left, (stop % width, stop // width)):
                        way |= flood.bit(y * width + x)
                    heappush(queue, (steps + distance, count, stop, more, way))
        return None

    def _reach(self, square: int) -> int:
        bit = self._flood.bit(square)
        return bit & self._open or self._flood.grow(bit) & self._open

    def _passable(self, held: frozenset[int]) -> int:
        passable = self._open
        for lock, bits in self._doors.items():
            if not _opens(held, lock):
                passable &= ~bits
        return passable


def _opens(held: frozenset[int], lock: int) -> bool:
    return lock == UNLOCKED or lock in held or LOCKPICKS in held
