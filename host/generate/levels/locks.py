"""Locked doors and their keys, in an order that can be solved."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from host.errors import GenerationError
from host.generate.levels.ends import Square
from host.generate.plans.plan import DOOR, PASSAGE, ROOM, Plan
from host.metrics.distances import distances, path
from host.metrics.flood import Flood
from host.model.rng import Stream

MOST_KEYS = 3
# Squares, at least, behind a lock: the key of the next lock lies there, and there is something to find.
_LEAST_BEHIND = 4
# Whether the squares beside entrance and exit stay free, and the most doors of one lock: each attempt allows more.
_ATTEMPTS = ((True, 5), (False, 5), (False, 12), (False, 40))
# Steps from the exit, where doors around it take the place of a single door.
_FURTHEST = 60
# Places that are tried as side doors, for each of the most doors of one lock.
_MOST_TRIES = 60


class Locks(NamedTuple):
    """Square -> number of the lock of its door, and square -> number of the lock that the key there opens."""

    doors: dict[int, int]
    keys: dict[int, int]


class _Gate(NamedTuple):
    """Squares for doors with the same lock, as bits; without them `before` can be reached from the entrance."""

    bits: int
    before: int
    # Whether the exit lies behind them.
    is_cut: bool


class _Locker:
    """Looks for gates in a plan."""

    def __init__(self, plan: Plan, entrance: Square, exit_: Square, *, is_strict: bool, most_doors: int) -> None:
        self.plan = plan
        # Doors of one lock.
        self._most_doors = most_doors
        self.flood = Flood(plan.width, plan.height)
        self.open = self.flood.bits(plan.open)
        self.entrance, self.exit = entrance, exit_
        self.start = self.flood.bit(entrance[1] * plan.width + entrance[0])
        self.goal = self.flood.bit(exit_[1] * plan.width + exit_[0])
        # Entrance and exit get no doors and no keys, and if `is_strict` neither do the squares around them.
        ends = self.start | self.goal
        self._near = self.flood.grow(ends) if is_strict else ends
        self._narrow, self._doors = _narrow_squares(plan)
        self._is_open = plan.open.ravel().tolist()
        # Whether a square may get a door: none in a room.
        self._may_close = ((plan.cells >= PASSAGE) & ((plan.cells != ROOM) | (not plan.rooms))).ravel().tolist()

    def gate(self, bits: int) -> _Gate | None:
        """Return a gate, or None when it closes off nothing or too little."""
        before = self.flood.spread(self.start, self.open & ~bits)
        behind = self.open & ~before & ~bits
        is_cut = not before & self.goal
        least = 1 if is_cut else _LEAST_BEHIND
        if behind.bit_count() < least or (before & ~self._near).bit_count() < _LEAST_BEHIND:
            return None
        return _Gate(bits, before, is_cut)

    def cuts(self) -> list[_Gate]:
        """Return gates between entrance and exit: doors of the plan, or else places for a row of doors."""
        row = self.plan.width
        way = [y * row + x for x, y in path(self.plan.open, self.entrance, self.exit) or ()]
        gates = self._gates(self.flood.bit(square) for square in way if square in self._doors)
        gates = [gate for gate in gates if gate.is_cut]
        if len(gates) < MOST_KEYS:
            gates += [gate for gate in self._gates(self._rows(way)) if gate.is_cut]
        return gates

    def rings(self) -> list[_Gate]:
        """Return doors around the exit: all squares that are some number of steps from it, where they are few."""
        steps = distances(self.plan.open, [self.exit]).ravel()
        rings: dict[int, list[int]] = {}
        for square in np.flatnonzero((steps > 1) & (steps < _FURTHEST)).tolist():
            rings.setdefault(int(steps[square]), []).append(square)
        few = [
            ring for _, ring in sorted(rings.items()) if len(ring) <= self._most_doors and self._narrow.issuperset(ring)
        ]
        return [gate for gate in self._gates(sum(map(self.flood.bit, ring)) for ring in few) if gate.is_cut]

    def side_doors(self, stream: Stream) -> list[_Gate]:
        """Return gates behind which the exit does not lie: doors of the plan, or else short rows of doors."""
        doors = sorted(self._doors)
        stream.shuffle(doors)
        gates = [
            gate
            for gate in self._gates(map(self.flood.bit, doors[: _MOST_TRIES * self._most_doors]))
            if not gate.is_cut
        ]
        if len(gates) < 2 * MOST_KEYS:
            squares = np.flatnonzero(self._may_close).tolist()
            stream.shuffle(squares)
            rows = sorted(self._rows(squares), key=int.bit_count)
            gates += [gate for gate in self._gates(rows[: _MOST_TRIES * self._most_doors]) if not gate.is_cut]
        return gates

    def _rows(self, squares: Sequence[int]) -> list[int]:
        """Return the rows of a few squares from wall to wall, across or down, through some squares."""
        row, is_open = self.plan.width, self._is_open
        rows = []
        for square in squares:
            if self._may_close[square]:
                for step in (1, row):
                    first, after = square, square + step
                    while is_open[first - step] and after - first <= self._most_doors * step:
                        first -= step
                    while is_open[after] and after - first <= self._most_doors * step:
                        after += step
                    if after - first <= self._most_doors * step and all(self._may_close[first:after:step]):
                        rows.append(sum(self.flood.bit(s) for s in range(first, after, step)))
        return list(dict.fromkeys(rows))

    def _gates(self, places: Iterable[int]) -> list[_Gate]:
        return [gate for bits in places if not bits & self._near and (gate := self.gate(bits))]

    def squares(self, bits: int) -> list[int]:
        """Return the squares in bits, ascending."""
        return self.flood.squares(bits).tolist()  # type: ignore[no-any-return]

    def place_keys(self, gates: list[_Gate], stream: Stream) -> dict[int, int] | None:
        """Return square -> key, where the key of each gate lies before it and behind those before; None if none fits.

        Keys lie as far from the last door as can be: in the furthest quarter of the squares that were not in reach
        before.
        """
        closed = 0
        for gate in gates:
            closed |= gate.bits
        keys: dict[int, int] = {}
        doors = self.flood.bits(self.plan.cells == DOOR)
        rooms = self.flood.bits(self.plan.cells == ROOM)
        taken = self._near | self.flood.grow(closed) | doors
        reached = 0
        source = self.start
        for number, gate in enumerate(gates, 1):
            before, reached = reached, self.flood.spread(self.start, self.open & ~closed)
            new, old = reached & ~before & ~taken, reached & ~taken
            places = new & rooms or new or old & rooms or old
            if not places:
                return None
            squares = self.squares(places)
            waves = self.flood.distances(source, self.open).ravel()
            squares.sort(key=lambda square: (-int(waves[square]), square))
            square = squares[stream.below(len(squares) // 4 + 1)]
            keys[square] = number
            taken |= self.flood.bit(square)
            closed &= ~gate.bits
            source = gate.bits
        return keys


def lock(plan: Plan, ends: tuple[Square, Square | None], count: int, stream: Stream) -> Locks:
    """Lock `count` doors, with new doors in the plan where there are too few, and lay their keys.

    The last lock has the exit behind it, wherever doors can close it off. Raises GenerationError when the level is too
    small or too open.
    """
    entrance, exit_ = ends
    problem = f"keys is {count}: the level has no places for so many locked doors; ask for fewer, or for a larger level"
    if exit_ is None:
        raise GenerationError(problem)
    keys = None
    for is_strict, most_doors in _ATTEMPTS:
        locker = _Locker(plan, entrance, exit_, is_strict=is_strict, most_doors=most_doors)
        cuts = _pick(locker.cuts(), count)
        if len(cuts) < count:
            cuts = _pick([*cuts, *locker.rings()], count)
        sides = locker.side_doors(stream) if len(cuts) < count else []
        # Where the cuts leave no space for further doors, fewer of them may.
        for first in range(len(cuts) + 1):
            gates = _add_sides(cuts[first:], sides, count, locker.flood) if len(cuts) - first < count else cuts
            keys = locker.place_keys(gates, stream) if len(gates) == count else None
            if keys is not None or not sides:
                break
        if keys is not None:
            break
    if keys is None:
        raise GenerationError(problem)
    doors = {square: number for number, gate in enumerate(gates, 1) for square in locker.squares(gate.bits)}
    plan.cells.flat[list(doors)] = DOOR
    return Locks(doors, keys)


def _pick(cuts: list[_Gate], count: int) -> list[_Gate]:
    """Return up to `count` gates one behind the other, with as much as can be between any two."""
    chosen: list[_Gate] = []
    cuts = sorted(cuts, key=lambda gate: gate.before.bit_count())
    nested: list[_Gate] = []
    for gate in cuts:
        previous = nested[-1] if nested else None
        if previous is None or (
            not previous.bits & ~gate.before
            and (gate.before & ~previous.before & ~previous.bits).bit_count() >= _LEAST_BEHIND
        ):
            nested.append(gate)
    sizes = [gate.before.bit_count() for gate in nested]
    while nested and len(chosen) < min(count, len(nested)):
        left = count - len(chosen)
        # The next gate is the one nearest to an even share of what lies behind the last.
        first = nested.index(chosen[-1]) + 1 if chosen else 0
        last = len(nested) - left
        start = sizes[first - 1] if first else 0
        wanted = start + (sizes[-1] - start) / left
        options = range(first, max(first, last) + 1)
        chosen.append(nested[min(options, key=lambda i: abs(sizes[i] - wanted))])
        if nested.index(chosen[-1]) == len(nested) - 1:
            break
    return chosen


def _add_sides(cuts: list[_Gate], sides: list[_Gate], count: int, flood: Flood) -> list[_Gate]:
    """Return `count` gates, in the order in which they can be opened: cuts and side doors; less when there are too few.

    No two gates touch, and each lies on one side of every other.
    """
    chosen = list(cuts)
    for side in sides:
        if len(chosen) == count:
            break
        if all(
            not side.bits & flood.grow(other.bits)
            and (not side.bits & other.before or not side.bits & ~other.before)
            and (not other.bits & side.before or not other.bits & ~side.before)
            for other in chosen
        ):
            # Of gates that wait for none of the others, those to the exit come last.
            chosen.insert(0, side)
    return sorted(chosen, key=lambda gate: sum(not gate.bits & other.before for other in chosen if other is not gate))


def _narrow_squares(plan: Plan) -> tuple[set[int], set[int]]:
    """Return the squares between two walls that a door closes, and the doors."""
    opened, cells = plan.open, plan.cells
    middle = opened[1:-1, 1:-1] & (cells[1:-1, 1:-1] != ROOM if plan.rooms else True)
    north, south, west, east = opened[:-2, 1:-1], opened[2:, 1:-1], opened[1:-1, :-2], opened[1:-1, 2:]
    narrow = np.zeros(opened.shape, dtype=np.bool_)
    narrow[1:-1, 1:-1] = middle & ((north & south & ~west & ~east) | (west & east & ~north & ~south))
    return {*np.flatnonzero(narrow).tolist()}, {*np.flatnonzero((cells == DOOR) & narrow).tolist()}
