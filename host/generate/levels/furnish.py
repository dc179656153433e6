"""Furniture in rooms: it fits walls, leaves the squares before doors free, and never closes a way."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

import numpy as np

from host.generate.levels.room_kinds import CENTRE, CORNER, END, FLOOR, GRID, MIDDLE, ROWS, WALL, Furniture, RoomKind
from host.generate.plans.plan import DOOR, Plan
from host.model.rng import Stream

# For the eight squares around one, clockwise from the north, as bits: whether walkers who go around it instead lose no
# way. The sides that are open must hang together around the square.
_STAYS_CONNECTED = tuple(
    sum(
        # A run of open squares begins here, and has a side in it.
        mask >> i & 1
        and not mask >> (i - 1) % 8 & 1
        and any(
            all(mask >> (i + k) % 8 & 1 for k in range(length + 1)) and (i + length) % 2 == 0 for length in range(8)
        )
        for i in range(8)
    )
    == 1
    or mask == 0xFF
    for mask in range(256)
)


class Area(NamedTuple):
    """Squares that are furnished together, and what they are. A square is `y * width + x`."""

    squares: list[int]
    kind: RoomKind


class Furnisher:
    """Places furniture into the areas of a plan; `pieces` has it, square -> name."""

    def __init__(self, plan: Plan, furniture: Mapping[str, Furniture], kept_free: Iterable[int]) -> None:
        self.pieces: dict[int, str] = {}
        self._furniture = furniture
        self._row = row = plan.width
        cells = plan.cells
        self._open = plan.open.tobytes()
        self._walkable = bytearray(self._open)
        # Clockwise from the north.
        self._around = (-row, 1 - row, 1, 1 + row, row, row - 1, -1, -row - 1)
        self._sides = self._around[::2]
        self._taken = {*kept_free}
        self._doors = {*np.flatnonzero(cells == DOOR).tolist()}
        for door in self._doors:
            self._taken.update((door, *(door + side for side in self._sides)))

    def furnish(self, area: Area, share: float, stream: Stream) -> None:
        """Place `share` of the pieces of an area."""
        inside = set(area.squares)
        # Ways out that have no door.
        exits = {
            square
            for square in area.squares
            if any(self._open[square + side] and square + side not in inside for side in self._sides)
        }
        free = [square for square in area.squares if square not in exits and square not in self._taken]
        for piece in area.kind.pieces:
            candidates = self._candidates(free, piece.where, area, exits)
            number = piece.number if piece.number >= 1 else max(1.0, piece.number * len(candidates))
            left = max(1, round(number * share))
            if piece.where == CENTRE:
                candidates = self._around_the_middle(candidates, area, left)
                left = len(candidates)
            blocks = self._furniture[piece.furniture].blocks
            for square in candidates if piece.where == END else _shuffled(candidates, stream):
                if not left:
                    break
                if self._place(square, piece.furniture, blocks=blocks):
                    left -= 1

    def _place(self, square: int, name: str, *, blocks: bool) -> bool:
        if square in self._taken:
            return False
        if blocks:
            walkable = self._walkable
            ring = 0
            for i, step in enumerate(self._around):
                ring |= walkable[square + step] << i
            if not _STAYS_CONNECTED[ring]:
                return False
            walkable[square] = 0
            if not all(self._has_access(square + side) for side in self._sides if square + side in self.pieces):
                walkable[square] = 1
                return False
        self.pieces[square] = name
        self._taken.add(square)
        return True

    def _has_access(self, square: int) -> bool:
        return any(self._walkable[square + side] for side in self._sides)

    def _candidates(self, free: list[int], where: str, area: Area, exits: Collection[int]) -> list[int]:
        opened, (north, east, south, west) = self._open, self._sides
        if where in (CENTRE, FLOOR):
            return [square for square in free if square not in self._taken]
        if where == WALL:
            return [square for square in free if not all(opened[square + side] for side in self._sides)]
        if where == CORNER:
            return [
                square
                for square in free
                if not (opened[square + north] and opened[square + south])
                and not (opened[square + east] and opened[square + west])
            ]
        if where == END:
            return self._ends(free, area, exits)
        if where in (MIDDLE, ROWS, GRID):
            middle = [square for square in free if all(opened[square + step] for step in self._around)]
            if where == MIDDLE or not middle:
                return middle
            first, row = middle[0], self._row
            left, top = first % row, first // row
            every = (1, 2) if where == ROWS else (3, 3)
            return [s for s in middle if not (s % row - left) % every[0] and not (s // row - top) % every[1]]
        return [square for square in free if any(self.pieces.get(square + side) == where for side in self._sides)]

    def _around_the_middle(self, free: list[int], area: Area, number: int) -> list[int]:
        """Return the free squares of a rectangle of about `number` squares, in the proportions of the area."""
        row = self._row
        xs, ys = [s % row for s in area.squares], [s // row for s in area.squares]
        (left, right), (top, bottom) = (min(xs), max(xs)), (min(ys), max(ys))
        scale = min(1.0, (number / ((right - left + 1) * (bottom - top + 1))) ** 0.5)
        width, height = (max(1, round(scale * (last - first + 1))) for first, last in ((left, right), (top, bottom)))
        x, y = (left + right + 1 - width) // 2, (top + bottom + 1 - height) // 2
        return [s for s in free if x <= s % row < x + width and y <= s // row < y + height]

    def _ends(self, free: list[int], area: Area, exits: Collection[int]) -> list[int]:
        """Return the squares at walls, those first that are far from the doors and in the middle of their wall."""
        row = self._row
        doors = [square + side for square in area.squares for side in self._sides if square + side in self._doors]
        doors = [*exits, *doors] or area.squares[:1]
        xs, ys = [s % row for s in area.squares], [s // row for s in area.squares]
        x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2

        def rank(square: int) -> tuple[float, int]:
            far = min(abs(square % row - door % row) + abs(square // row - door // row) for door in doors)
            return 2 * (min(abs(square % row - x), abs(square // row - y))) - far, square

        return sorted(self._candidates(free, WALL, area, exits), key=rank)


def _shuffled(squares: list[int], stream: Stream) -> list[int]:
    shuffled = list(squares)
    stream.shuffle(shuffled)
    return shuffled
