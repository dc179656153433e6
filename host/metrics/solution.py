"""Ways through a map with locks: which keys open what, and the shortest solution."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from heapq import heappop, heappush
from operator import or_
from typing import NamedTuple

from host.metrics.contents import Key
from host.metrics.distances import descend, distances
from host.metrics.flood import MOST_FOR_BITS, Flood
from host.model.objects import LOCKPICKS, UNLOCKED

# Number of sets of keys in hand above which the search takes what keys it finds, in place of the best.
_MOST_LAYERS = 64


class Solution(NamedTuple):
    """A shortest way from the start to the goal: its number of steps, and its squares as bits."""

    steps: int
    squares: int


class _Layer:
    """The search with some kinds of keys in hand. The layers of all kinds go on step by step together."""

    __slots__ = ("ahead", "began", "entries", "reach", "takes", "wave", "waves")

    def __init__(self, passable: int, began: int, wave: int, takes: dict[frozenset[int], int]) -> None:
        # Number of steps at which the layer begins.
        self.began = began
        # Squares (bits) that are reached with the current number of steps, and those that are not reached yet.
        self.wave = wave
        self.ahead = passable & ~wave
        # Earlier waves, the first at `began`.
        self.waves: list[int] = []
        # Kinds of keys in hand after a key is taken -> squares (bits) from which it is; and all these squares.
        self.takes = takes
        self.reach = reduce(or_, takes.values(), 0)
        # (steps, bits, layer): squares that were entered by taking a key, and in which layer that was.
        self.entries: list[tuple[int, int, _Layer]] = []


class LockedMap:
    """The squares of a map, some of them locked doors, as bits of a `Flood`.

    A key opens all locks of its number and is kept; lockpicks open every lock; nobody breaks doors. A key is taken on
    its square, or from beside it where the square is not open. The key of a locked chest takes a key of that lock.
    """

    def __init__(self, flood: Flood, open_squares: int, doors: Iterable[tuple[int, int]], keys: Sequence[Key]) -> None:
        self._flood = flood
        self._open = open_squares
        # Lock -> bits of the doors that it closes.
        self._doors: dict[int, int] = {}
        for square, lock in doors:
            self._doors[lock] = self._doors.get(lock, 0) | flood.bit(square)
        locks = {*self._doors, *(key.lock for key in keys)} - {UNLOCKED}
        # (bits from which the key is taken, what it opens, lock of its chest) for keys that open something.
        self._keys = [
            (self._reach(key.square), key.opens, key.lock)
            for key in keys
            if key.opens in locks or (key.opens == LOCKPICKS and locks)
        ]

    @property
    def doors(self) -> int:
        """The bits of all locked doors."""
        bits = 0
        for doors in self._doors.values():
            bits |= doors
        return bits

    def explore(self, start: int) -> tuple[int, int]:
        """Return (bits of all squares that can be reached from a bit, length of the longest chain of locks).

        In such a chain the key of each lock lies behind the one before. Each round takes the keys within reach and
        opens what they open: a lock that is opened in round n is the n-th of a chain.
        """
        depth, held = 0, frozenset[int]()
        reached = self._flood.spread(start, self._passable(held) | start)
        while True:
            new = {opens for reach, opens, lock in self._keys if reach & reached and _opens(held, lock)}
            if new <= held:
                return reached, depth
            earlier, held = held, held | new
            further = self._flood.spread(reached, self._passable(held) | start)
            opens_chest = any(
                reach & further and opens not in held and _opens(held, lock) and not _opens(earlier, lock)
                for reach, opens, lock in self._keys
            )
            depth += opens_chest or further != reached
            reached = further

    def solve(self, start: int, goal: int) -> Solution | None:
        """Return a shortest solution between two squares, or None when there is none."""
        if self._flood.size > MOST_FOR_BITS:
            return self.solve_large(start, goal)
        flood, last = self._flood, self._flood.bit(goal)
        layers = {frozenset[int](): self._layer(frozenset(), 0, flood.bit(start))}
        steps = 0
        while any(layer.wave for layer in layers.values()):
            self._take_keys(layers, steps)
            for layer in layers.values():
                if layer.wave & last:
                    return Solution(steps, self._trace(layer, last, steps))
            if len(layers) > _MOST_LAYERS:
                # So many keys can be taken in too many orders: go on with those who hold the most kinds.
                most = max(layers, key=len)
                layers = {most: layers[most]}
            for layer in layers.values():
                layer.waves.append(layer.wave)
                if layer.wave:
                    layer.wave = flood.grow(layer.wave) & layer.ahead
                    layer.ahead ^= layer.wave
            steps += 1
        return None

    def _layer(self, held: frozenset[int], began: int, wave: int) -> _Layer:
        takes: dict[frozenset[int], int] = {}
        for reach, opens, lock in self._keys:
            if opens not in held and _opens(held, lock):
                more = held | {opens}
                takes[more] = takes.get(more, 0) | reach
        return _Layer(self._passable(held), began, wave, takes)

    def _take_keys(self, layers: dict[frozenset[int], _Layer], steps: int) -> None:
        """Let waves enter other layers where they take keys, which costs no step. They go on without the key, too."""
        pending = [(layer, layer.wave & layer.reach) for layer in layers.values() if layer.wave & layer.reach]
        while pending:
            layer, hits = pending.pop()
            for more, reach in layer.takes.items():
                entry = reach & hits
                if not entry:
                    continue
                other = layers.get(more)
                if other is None:
                    other = layers[more] = self._layer(more, steps, entry)
                else:
                    entry &= other.ahead
                    other.ahead ^= entry
                    other.wave |= entry
                other.entries.append((steps, entry, layer))
                if entry & other.reach:
                    pending.append((other, entry & other.reach))

    def _trace(self, layer: _Layer, square: int, steps: int) -> int:
        """Return the squares (bits) of a shortest way to a square (a bit) that a layer reaches with some steps."""
        way = square
        while True:
            entered = next((e for e in layer.entries if e[0] == steps and e[1] & square), None)
            if entered is not None:
                layer = entered[2]
            elif steps == 0:
                return way
            else:
                steps -= 1
                near = self._flood.grow(square) & layer.waves[steps - layer.began]
                square = near & -near
                way |= square

    def solve_large(self, start: int, goal: int) -> Solution | None:
        """Return what `solve` returns, from distances: waves of large maps take too much memory."""
        flood = self._flood
        # (steps, number, square, kinds of keys in hand, squares passed (bits))
        queue: list[tuple[int, int, int, frozenset[int], int]] = [(0, 0, start, frozenset(), flood.bit(start))]
        seen: set[tuple[int, frozenset[int]]] = set()
        count = 0
        while queue:
            if len(seen) > _MOST_LAYERS:
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
            stops = [(goal, held)]
            for more, bits in self._layer(held, 0, 0).takes.items():
                stops += [(stop, more) for stop in flood.squares(bits).tolist()]
            for stop, more in stops:
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
