"""Walking: how far squares are from each other, ways between them, and what hangs together.

All of it is breadth-first search over an array that says which squares can be walked. A wave of squares goes by numpy
when it is wide and by plain Python when it is narrow, as in a corridor, where numpy would spend its time on calls.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from host.generate.plan import Plan
from host.model.map import Map
from host.model.tile import EMPTY, PASS_BLOCKED

Mask = npt.NDArray[np.bool_]
# From this width on a wave goes by numpy.
_WIDE = 48


def walkable(game_map: Map) -> Mask:
    """(height, width): where one can walk, with keys for what is locked. Where there are no tiles there is nothing to
    stand on."""
    passes = game_map.tileset.traits.array("passes").take(game_map.stacks)
    free: Mask = (passes != PASS_BLOCKED) & (game_map.stacks != EMPTY)
    return free


class _Ground:
    """The squares that are left to be reached, with a border of blocked squares so that no step leaves the array."""

    def __init__(self, free: Mask, *, diagonal: bool) -> None:
        height, width = free.shape
        self.row: int = width + 2
        self.free = bytearray((height + 2) * self.row)
        # The same memory, for numpy.
        self.squares = np.frombuffer(self.free, dtype=np.uint8)
        self.squares.reshape(height + 2, self.row)[1:-1, 1:-1] = free
        row = self.row
        self.steps = (-row, 1, row, -1, 1 - row, 1 + row, row - 1, -row - 1)[: 8 if diagonal else 4]
        self._steps = np.array(self.steps)
        self._marks = np.zeros(self.squares.size, dtype=np.int64)

    def at(self, x: int, y: int) -> int:
        return (y + 1) * self.row + x + 1

    def waves(self, wave: list[int] | npt.NDArray[np.int64]) -> Iterable[list[int] | npt.NDArray[np.int64]]:
        """The squares one step farther each time, and not reached before; `wave` is taken away first."""
        for square in wave:
            self.free[square] = 0
        while len(wave):
            yield wave
            wave = self._next(wave) if len(wave) < _WIDE else self._next_wide(np.asarray(wave))

    def _next(self, wave: list[int] | npt.NDArray[np.int64]) -> list[int]:
        free, found = self.free, []
        for square in wave if isinstance(wave, list) else wave.tolist():
            for step in self.steps:
                near = square + step
                if free[near]:
                    free[near] = 0
                    found.append(near)
        return found

    def _next_wide(self, wave: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        near = (wave[:, None] + self._steps).ravel()
        near = near[self.squares[near] != 0]
        self.squares[near] = 0
        # Of those met twice, the last.
        order = np.arange(near.size)
        self._marks[near] = order
        wave_after: npt.NDArray[np.int64] = near[self._marks[near] == order]
        return wave_after


def distances(free: Mask, sources: Iterable[tuple[int, int]], *, diagonal: bool = False) -> npt.NDArray[np.int32]:
    """(height, width): the least number of steps from the nearest of `sources` (x, y) to each square, over squares that
    are `free` (height, width); -1 where none leads. A source is 0, even where it is not free."""
    for found in distance_steps(free, sources, diagonal=diagonal):  # noqa: B007
        pass
    return found


def distance_steps(
    free: Mask, sources: Iterable[tuple[int, int]], *, diagonal: bool = False
) -> Iterator[npt.NDArray[np.int32]]:
    """The states of `distances`, the same array each time: before the first square is reached, and after each step."""
    ground = _Ground(free, diagonal=diagonal)
    found = np.full(ground.squares.size, -1, dtype=np.int32)
    inner = found.reshape(free.shape[0] + 2, -1)[1:-1, 1:-1]
    first = list(dict.fromkeys(ground.at(x, y) for x, y in sources))
    yield inner
    for distance, wave in enumerate(ground.waves(first)):
        found[wave] = distance
        yield inner


def path(
    free: Mask, start: tuple[int, int], end: tuple[int, int], *, diagonal: bool = False
) -> list[tuple[int, int]] | None:
    """A shortest way from one square (x, y) to another, both included, over squares that are `free`; None when there is
    none. Of several the one that goes north, east, south and west first, in that order."""
    way = None
    for way in path_steps(free, start, end, diagonal=diagonal):  # noqa: B007
        pass
    return way


def path_steps(
    free: Mask, start: tuple[int, int], end: tuple[int, int], *, diagonal: bool = False
) -> Iterator[list[tuple[int, int]]]:
    """The states of `path`, the same list each time: the way so far, from its first square on. None when there is no
    way."""
    height, width = free.shape
    if not (free[start[1], start[0]] and free[end[1], end[0]]):
        return
    left = distances(free, [end], diagonal=diagonal)
    x, y = start
    if left[y, x] < 0:
        return
    steps = ((0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1))[: 8 if diagonal else 4]
    way = [start]
    yield way
    while (x, y) != end:
        x, y = next(
            (x + dx, y + dy)
            for dx, dy in steps
            if 0 <= x + dx < width and 0 <= y + dy < height and left[y + dy, x + dx] == left[y, x] - 1
        )
        way.append((x, y))
        yield way


class Regions(NamedTuple):
    """What hangs together. `labels` is (height, width): 0 for squares that are not free, and else the number of the
    region, from 1 in the order of their first squares; `sizes[n]` is how many squares region n has."""

    labels: npt.NDArray[np.int32]
    sizes: list[int]


def regions(free: Mask, *, diagonal: bool = False) -> Regions:
    """The parts of `free` between which one cannot walk."""
    ground = _Ground(free, diagonal=diagonal)
    labels = np.zeros(ground.squares.size, dtype=np.int32)
    sizes = [0]
    for square in np.flatnonzero(ground.squares).tolist():
        if ground.free[square]:
            size = 0
            for wave in ground.waves([square]):
                labels[wave] = len(sizes)
                size += len(wave)
            sizes.append(size)
    return Regions(labels.reshape(free.shape[0] + 2, -1)[1:-1, 1:-1], sizes)


def is_connected(free: Mask) -> bool:
    """Whether every free square can be reached from every other."""
    return len(regions(free).sizes) <= 2


def rooms_crossed(plan: Plan, start: int) -> dict[int, int]:
    """Room number -> how many rooms one enters on the way to it from room `start`, itself included, when one enters as
    few as can be; hallways count nothing. Rooms that cannot be reached are left out."""
    numbers = plan.numbers
    halls = regions(plan.open & (numbers == 0))
    # Rooms are known by their numbers, and each part of the hallways by a number beyond them.
    nodes = np.where(numbers > 0, numbers, np.where(halls.labels > 0, halls.labels + len(plan.rooms), 0))
    near: dict[int, set[int]] = {}
    for one, other in ((nodes[:, :-1], nodes[:, 1:]), (nodes[:-1], nodes[1:])):
        meet = (one != other) & (one > 0) & (other > 0)
        for a, b in np.unique(np.stack((one[meet], other[meet])), axis=1).T.tolist():
            near.setdefault(a, set()).add(b)
            near.setdefault(b, set()).add(a)
    crossed, wave, seen = {start: 0}, [start], {start}
    count = 0
    while wave:
        count += 1
        entered: list[int] = []
        while wave:
            for node in sorted(near.get(wave.pop(), ())):
                if node not in seen:
                    seen.add(node)
                    if node <= len(plan.rooms):
                        crossed[node] = count
                        entered.append(node)
                    else:
                        wave.append(node)
        wave = entered
    return crossed


def furthest_room(plan: Plan, start: int, method: str) -> int:
    """The number of the room that is furthest from room `start`: by "path" the one to whose centre one walks the
    longest from the other's, by "rooms" the one for which one crosses the most rooms, and of these again by path. Of
    several the first. `start` itself when no other can be reached."""
    steps = distances(plan.open, [plan.centre(start)])
    crossed = rooms_crossed(plan, start) if method == "rooms" else {}

    def rank(number: int) -> tuple[int, int, int]:
        x, y = plan.centre(number)
        return crossed.get(number, -1), int(steps[y, x]), -number

    others = [number for number in range(1, len(plan.rooms) + 1) if number != start]
    reached = [number for number in others if rank(number)[1] >= 0]
    return max(reached, key=rank, default=start)
