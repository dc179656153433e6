"""Lay out a graph: rooms are rectangles of cells of a lattice, and each way is a wall they share or a path of cells.

A cell belongs to one room or to one path, so no way meets another one. Rooms are placed one by one, next to those that
they are joined to, so that rooms with ways to come keep free cells beside them. When that fails, all begins again with
other random numbers: corridors cannot cross, so some graphs have no layout at all.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from host.errors import GenerationError, counted
from host.errors.work import WORK
from host.generate.missions.graph import Mission
from host.model.rng import Stream

_ATTEMPTS = 300
# Visits of cells after which there are no more attempts, and the instructions of Lua that take as long as one.
_MOST_VISITS, _COST = 4_000_000, 15
# Tries of a place for one room, and how often rooms make room for one, for each room, before all begins again.
_TRIES = 3
_MOVES = 0.12
# Free cells between a room and another one that it is joined to, and between it and several.
_NEAR, _FAR = 1, 40
_FREE, _OUTSIDE = -1, -2
# The greatest width and height of a room in cells, and its area where there is room for all.
_LONGEST_SIDE, _LARGEST_SHARE = 4, 0.6


# The cells of a way: the last one in a room, those between, and the first one in the other room.
Path = tuple[int, ...]


class MissionLayout(NamedTuple):
    """Where rooms and ways are. A cell is `y * row + x`, in a lattice with a border of one cell."""

    row: int
    # Room -> x, y, width, height in cells.
    rooms: list[tuple[int, int, int, int]]
    # By way, in the order of the mission: from its first room to its second.
    paths: list[Path]


def lay_out(mission: Mission, columns: int, rows: int, pitch: int, stream: Stream) -> MissionLayout:
    """Return a layout in a lattice of columns × rows cells. Raises GenerationError when there is none.

    `pitch` is the number of squares from one cell to the next: a cell has a square fewer, and a wall.
    """
    count = len(mission.names)
    if count > columns * rows:
        raise GenerationError(
            f"{count} rooms do not fit into {columns * pitch + 1} × {rows * pitch + 1} squares: ask for more squares"
        )
    if count >= 3 and len(mission.ways) > 3 * count - 6:
        raise GenerationError(
            f"{len(mission.ways)} ways between {count} rooms must cross, and corridors cannot cross: a graph with "
            f"{count} rooms must have at most {3 * count - 6} ways, and fewer where they would cross"
        )
    failures: dict[int, int] = {}
    visits = 0
    try:
        for _ in range(_ATTEMPTS):
            builder = _Builder(mission, columns, rows, stream)
            failed = builder.build()
            visits += builder.visits
            if failed is None:
                builder.inflate()
                return MissionLayout(columns + 2, builder.rooms, [builder.paths[i] for i in range(len(mission.ways))])
            failures[failed] = failures.get(failed, 0) + 1
            if visits > _MOST_VISITS:
                break
    finally:
        WORK.note(visits * _COST)
    worst = max(failures, key=lambda way: failures[way])
    raise GenerationError(
        f"no layout in {counted(sum(failures.values()), 'attempt')}: {mission.ways[worst].text}, found no way most "
        f"often ({counted(failures[worst], 'time')}). Corridors must not cross: ask for more squares, or leave "
        "out a way"
    )


class _Builder:
    """One attempt."""

    def __init__(self, mission: Mission, columns: int, rows: int, stream: Stream) -> None:
        self._mission, self._stream = mission, stream
        self._columns, self._rows, self._row = columns, rows, columns + 2
        self._owner = [_OUTSIDE] * (self._row * (rows + 2))
        for y in range(1, rows + 1):
            self._owner[y * self._row + 1 : y * self._row + 1 + columns] = [_FREE] * columns
        self._moves = (-self._row, 1, self._row, -1)
        count = len(mission.names)
        self.rooms: list[tuple[int, int, int, int]] = [(0, 0, 0, 0)] * count
        self.paths: dict[int, Path] = {}
        self.visits = 0
        self._ways: list[list[tuple[int, int]]] = [[] for _ in range(count)]
        for i, way in enumerate(mission.ways):
            self._ways[way.first].append((way.second, i))
            self._ways[way.second].append((way.first, i))
        # Ways of a placed room that are not laid yet; 0 for other rooms.
        self._open = [0] * count
        self._cells: list[list[int]] = [[] for _ in range(count)]

    def build(self) -> int | None:
        """Place all rooms; return None, or the number of the way that found no place.

        Where a room finds no place, the rooms around its neighbours make room, and are placed again after it.
        """
        order = self._order()
        rank = {room: i for i, room in enumerate(order)}
        waiting = order[::-1]
        moves = int(_MOVES * len(order)) + 1
        while waiting:
            room = waiting.pop()
            failed = self._place(room)
            if failed is not None:
                moves -= 1
                if not moves:
                    return failed
                moved = self._clear_around(room)
                waiting += sorted({room, *moved}, key=lambda other: -rank[other])
                # The room that failed comes first, unless nothing is left that it is joined to.
                if any(self._cells[other] for other, _ in self._ways[room]):
                    waiting.remove(room)
                    waiting.append(room)
        return None

    def _clear_around(self, room: int) -> list[int]:
        """Remove some rooms and ways around the neighbours of a room; return the rooms."""
        near = [other for other, _ in self._ways[room] if self._cells[other]]
        kept = {*near}
        centre = self._stream.choice(near)
        reach = 1 + self._stream.below(3)
        left, top, w, h = self.rooms[centre]
        moved: dict[int, None] = {}
        for y in range(max(1, top - reach), min(self._rows, top + h + reach - 1) + 1):
            for x in range(max(1, left - reach), min(self._columns, left + w + reach - 1) + 1):
                owner = self._owner[y * self._row + x]
                if owner >= 0:
                    if owner not in kept and self._stream.below(3):
                        moved[owner] = None
                elif owner < _OUTSIDE:
                    way = self._mission.ways[-3 - owner]
                    ends = [end for end in (way.first, way.second) if end not in kept]
                    if ends:
                        moved[min(ends, key=lambda end: (len(self._ways[end]), end))] = None
        if not moved:
            moved[self._stream.choice(near)] = None
        for other in moved:
            self._undo(other, [(o, way) for o, way in self._ways[other] if way in self.paths])
        return [*moved]

    def _order(self) -> list[int]:
        """Return the rooms: each is joined to one before it, first those that lie on loops."""
        count = len(self._ways)
        degree = [len(ways) for ways in self._ways]
        leaves = [room for room in range(count) if degree[room] == 1]
        is_leaf = [False] * count
        while leaves:
            room = leaves.pop()
            is_leaf[room] = True
            for other, _ in self._ways[room]:
                if not is_leaf[other]:
                    degree[other] -= 1
                    if degree[other] == 1:
                        leaves.append(other)
        core = [room for room in range(count) if not is_leaf[room]] or [self._mission.start]
        first = self._stream.choice(core)
        order, placed = [first], {first}
        joined: dict[int, float] = {}
        while len(order) < count:
            for other, _ in self._ways[order[-1]]:
                if other not in placed:
                    more = self._stream.real() * 0.5 if other not in joined else 1
                    joined[other] = joined.get(other, 0 if is_leaf[other] else 10) + more
            room = max(joined, key=lambda room: joined[room])
            del joined[room]
            order.append(room)
            placed.add(room)
        return order

    def _place(self, room: int) -> int | None:
        """Place a room and lay its ways to those that are placed; return None, or the way that failed."""
        near = [(other, way) for other, way in self._ways[room] if self._cells[other]]
        size = _size(len(self._ways[room]))
        if not near:
            middle = (1 + self._rows // 2) * self._row + 1 + self._columns // 2
            free = [cell for cell, owner in enumerate(self._owner) if owner == _FREE]
            free.sort(key=lambda cell: abs(cell - middle))
            if not any(self._take(room, cell, size) for cell in free):
                return self._ways[room][0][1] if self._ways[room] else 0
            self._open[room] = len(self._ways[room])
            return None
        failed = near[0][1]
        for cell in self._candidates([other for other, _ in near]):
            if not self._take(room, cell, size):
                continue
            self._open[room] = len(self._ways[room]) - len(near)
            laid = []
            for other, way in near:
                if not self._lay(room, other, way):
                    failed = way
                    break
                laid.append((other, way))
                self._open[other] -= 1
            else:
                starved = self._starved()
                if starved is None:
                    return None
                failed = next(way for other, way in self._ways[starved] if way not in self.paths)
            self._undo(room, laid)
        return failed

    def _candidates(self, near: list[int]) -> list[int]:
        """Return some cells near all of some rooms, in random order."""
        if len(near) == 1:
            cells = [*self._distances(near[0], _NEAR)]
        else:
            first, *others = [self._distances(room, _FAR) for room in near]
            sums = {
                cell: steps + sum(distance[cell] for distance in others)
                for cell, steps in first.items()
                if all(cell in distance for distance in others)
            }
            most = min(sums.values(), default=0) + 2
            cells = [cell for cell, steps in sums.items() if steps <= most]
        owner, row = self._owner, self._row
        around = (-row - 1, -row, -row + 1, -1, 1, row - 1, row, row + 1)
        scores = []
        for cell in cells:
            free = 0
            for step in around:
                if owner[cell + step] == _FREE:
                    free += 1
            scores.append((-free - self._stream.below(4), cell))
        scores.sort()
        return [cell for _, cell in scores[:_TRIES]]

    def _undo(self, room: int, laid: list[tuple[int, int]]) -> None:
        for other, way in laid:
            for cell in self.paths.pop(way)[1:-1]:
                self._owner[cell] = _FREE
            self._open[other] += 1
        for cell in self._cells[room]:
            self._owner[cell] = _FREE
        self._cells[room] = []
        self._open[room] = 0

    def inflate(self) -> None:
        """Let rooms grow into free cells beside them."""
        count = len(self.rooms)
        most = max(2.0, self._columns * self._rows * _LARGEST_SHARE / count)
        areas = [1 + self._stream.real() * most * 1.5 for _ in range(count)]
        for _ in range(2 * _LONGEST_SIDE):
            for room in range(count):
                left, top, w, h = self.rooms[room]
                if w * h < areas[room]:
                    self._widen(room, self._stream.below(4), left, top, w, h)

    def _widen(self, room: int, side: int, left: int, top: int, w: int, h: int) -> None:
        row, owner = self._row, self._owner
        if (h if side % 2 == 0 else w) >= _LONGEST_SIDE:
            return
        if side % 2 == 0:
            y = top - 1 if side == 0 else top + h
            cells = [y * row + x for x in range(left, left + w)]
            grown = (left, min(top, y), w, h + 1)
        else:
            x = left - 1 if side == 3 else left + w
            cells = [y * row + x for y in range(top, top + h)]
            grown = (min(left, x), top, w + 1, h)
        if all(owner[cell] == _FREE for cell in cells):
            for cell in cells:
                owner[cell] = room
            self.rooms[room] = grown

    def _take(self, room: int, cell: int, size: tuple[int, int]) -> bool:
        """Give a rectangle of free cells that has a certain cell to a room; return whether there is one."""
        (w, h), owner, row = size, self._owner, self._row
        y, x = divmod(cell, row)
        for _ in range(1 if w * h == 1 else 4):
            left, top = x - self._stream.below(w), y - self._stream.below(h)
            if left < 1 or top < 1 or left + w > self._columns + 1 or top + h > self._rows + 1:
                continue
            cells = [j * row + i for j in range(top, top + h) for i in range(left, left + w)]
            if all(owner[c] == _FREE for c in cells):
                for c in cells:
                    owner[c] = room
                self._cells[room] = cells
                self.rooms[room] = left, top, w, h
                return True
        return False

    def _distances(self, room: int, most: int) -> dict[int, int]:
        """Return the free cells that can be reached from a room, and how many free cells are before each, at most."""
        owner, moves = self._owner, self._moves
        reached: dict[int, int] = {}
        line = [cell + move for cell in self._cells[room] for move in moves]
        steps = 0
        while line and steps <= most:
            new = []
            for cell in line:
                if owner[cell] == _FREE and cell not in reached:
                    reached[cell] = steps
                    new += [cell + move for move in moves]
            line = new
            steps += 1
        self.visits += len(reached) + 1
        return reached

    def _lay(self, room: int, other: int, way: int) -> bool:
        """Lay a way between two rooms along free cells; return whether there is one."""
        owner, moves = self._owner, self._moves
        before: dict[int, int] = {}
        starts = self._cells[room][:]
        self._stream.shuffle(starts)
        waiting = deque(starts)
        ours = {*starts}
        while waiting:
            cell = waiting.popleft()
            for move in moves:
                beside = cell + move
                if owner[beside] == other:
                    cells = [beside, cell]
                    while cell not in ours:
                        owner[cell] = -3 - way
                        cell = before[cell]
                        cells.append(cell)
                    # From the first room of the way to the second.
                    is_first = self._mission.ways[way].first == other
                    self.paths[way] = tuple(cells if is_first else cells[::-1])
                    self.visits += len(before) + 1
                    return True
                if owner[beside] == _FREE and beside not in before:
                    before[beside] = cell
                    waiting.append(beside)
        self.visits += len(before) + 1
        return False

    def _starved(self) -> int | None:
        """Return a placed room with more ways to come than free cells beside it, or None."""
        owner, moves = self._owner, self._moves
        for room, missing in enumerate(self._open):
            if missing:
                free = {cell + move for cell in self._cells[room] for move in moves if owner[cell + move] == _FREE}
                if len(free) < missing:
                    return room
        return None


def _size(ways: int) -> tuple[int, int]:
    """Return the least width and height in cells of a room with so many ways."""
    w = h = 1
    while w + h < min(ways, 3 + ways // 2):
        if w > h:
            h += 1
        else:
            w += 1
    return w, h
