"""The rooms of a map and the doors between them, as a graph."""

from __future__ import annotations

from functools import cached_property

import numpy as np
import numpy.typing as npt

from host.metrics.groups import Groups
from host.metrics.regions import Regions, regions
from host.metrics.walkability import Mask

# Number of squares up to which sets of Python are faster than arrays.
_FEW = 48


class RoomGraph:
    """Rooms, and the passages between them.

    A square belongs to the first room within whose walls it lies. *Passages* are the connected parts of the open
    squares of no room: a door, a gap in a wall, or hallways. A *door* of a room is a straight run of such squares in
    its wall, however wide. Two rooms without a wall between them have a door there, too.

    The nodes of the graph are the rooms with open squares, and the passages; its edges are the doors. A door between
    two rooms is thus a passage with two edges, which is what an edge between the rooms would be.
    """

    def __init__(self, rooms: npt.NDArray[np.int32], is_open: Mask, parts: Regions) -> None:
        self.count = len(rooms)
        self._is_open = is_open
        self._parts = parts
        height, width = is_open.shape
        # A border above and below, and a column on the right, so that neighbours of squares are in the arrays.
        self._row = row = width + 1
        # Number of the room, from 1, that a square belongs to, open or not.
        within = np.zeros((height + 2, row), dtype=np.int32)
        self.within: npt.NDArray[np.int32] = within[1:-1, :-1]
        corners = rooms.astype(np.int64)
        corners[:, 2:] += corners[:, :2] - 1
        corners[:, :2] += 1
        corners = np.maximum(corners, 0)
        inner = self.within
        # The first room is painted last.
        for number, (left, top, right, bottom) in zip(range(self.count, 0, -1), corners[::-1].tolist(), strict=True):
            inner[top:bottom, left:right] = number
        bordered = np.zeros((height + 2, row), dtype=np.bool_)
        bordered[1:-1, :-1] = is_open
        # Number of the room of each open square, 0 for passages and what is not open; flat, with the border.
        self._rooms = (within * bordered).ravel()
        self._passable = bordered.ravel() & (self._rooms == 0)

    @cached_property
    def doors(self) -> npt.NDArray[np.int64]:
        """The number of doors of each room, (n,)."""
        counts: npt.NDArray[np.int64] = self._room_doors + np.bincount(self._touching.ravel(), minlength=self.count + 1)
        return counts[1:]

    @cached_property
    def cycles(self) -> int:
        """The cyclomatic number of the graph: edges − nodes + components, the number of independent loops."""
        rooms = np.bincount(self._rooms)
        nodes = int(np.count_nonzero(rooms[1:])) + self._count_passages()
        return int(self._room_doors.sum()) + len(self._touching) - nodes + self._count_components()

    @cached_property
    def _squares(self) -> npt.NDArray[np.int64]:
        """The passable squares, as indices of the flat arrays with border."""
        return np.flatnonzero(self._passable)

    @cached_property
    def _room_doors(self) -> npt.NDArray[np.int64]:
        """The number of runs of passage squares in the walls of each room, (n + 1,)."""
        row = self._row
        # The room beside each square, by side; and the neighbour in the same wall, with the room beside that.
        sides, along = np.array([[-row], [row], [-1], [1]]), np.array([[1], [1], [row], [row]])
        beside = self._squares + sides
        room = self._rooms[beside]
        is_continued = self._passable[self._squares - along] & (self._rooms[beside - along] == room)
        return np.bincount(room[(room > 0) & ~is_continued], minlength=self.count + 1)

    @cached_property
    def _touching(self) -> npt.NDArray[np.int32]:
        """The pairs of rooms, (k, 2), that lie side by side without a wall: one for each straight run of squares."""
        pairs = [np.zeros((0, 2), dtype=np.int32)]
        for step, along in ((1, self._row), (self._row, 1)):
            first, second = self._rooms[:-step], self._rooms[step:]
            near = np.flatnonzero((first != second) & (first > 0) & (second > 0))
            if not len(near):
                continue
            before = near - along
            is_new = (self._rooms[before] != self._rooms[near]) | (
                self._rooms[before + step] != self._rooms[near + step]
            )
            near = near[is_new]
            pairs.append(np.stack((self._rooms[near], self._rooms[near + step]), axis=1))
        return np.concatenate(pairs)

    def _count_passages(self) -> int:
        row = self._row
        is_joined = self._passable[self._squares + np.array([[-row], [row], [-1], [1]])].any(axis=0)
        joined = self._squares[is_joined]
        alone = len(self._squares) - len(joined)
        if not len(joined):
            return alone
        if len(joined) <= _FEW:
            return alone + _count_parts({*joined.tolist()}, (-row, row, -1, 1))
        mask = np.zeros(len(self._passable), dtype=np.bool_)
        mask[joined] = True
        return alone + len(regions(mask.reshape(-1, row)).sizes) - 1

    def _count_components(self) -> int:
        """Return the number of components of the graph: regions, counted once where a room has squares in several."""
        labels, sizes = self._parts
        count = len(sizes) - 1
        if count < 2:
            return count
        is_room = (self.within > 0) & self._is_open
        pairs = np.unique(np.stack((self.within[is_room], labels[is_room])), axis=1)
        groups = Groups(count + 1)
        joints = np.flatnonzero(pairs[0, 1:] == pairs[0, :-1]).tolist()
        return count - sum(groups.join(int(pairs[1, i]), int(pairs[1, i + 1])) for i in joints)


def _count_parts(squares: set[int], steps: tuple[int, ...]) -> int:
    """Return the number of connected parts of a set of squares, which becomes empty."""
    count = 0
    while squares:
        count += 1
        pending = [squares.pop()]
        while pending:
            square = pending.pop()
            for step in steps:
                if square + step in squares:
                    squares.remove(square + step)
                    pending.append(square + step)
    return count
