"""Plans: what the host's own generators make before tiles are chosen, a code for each square and the rooms."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

# What a square is. From PASSAGE on it can be walked; a room keeps its squares when a passage crosses it.
EDGE, WALL, PASSAGE, ROOM, DOOR = range(5)
KINDS = ("edge", "wall", "hallway", "room", "door")

# A rectangle of squares to walk on, walls not included: x, y, width, height.
Room = tuple[int, int, int, int]


class Plan:
    """width × height squares, all edge at first."""

    __slots__ = ("_across", "_cells", "_down", "_numbers", "links", "rooms")

    def __init__(self, width: int, height: int) -> None:
        self._cells: npt.NDArray[np.uint8] = np.zeros((height, width), dtype=np.uint8)
        # Passages that were carved since `cells` was last looked at, (height, width) and (width, height): so each of
        # them is a stretch of memory, on which alone large levels are fast. None when there are none.
        self._across: npt.NDArray[np.uint8] | None = None
        self._down: npt.NDArray[np.uint8] | None = None
        # In the order in which they were placed: room number n is rooms[n - 1].
        self.rooms: list[Room] = []
        # Numbers of rooms that were joined.
        self.links: list[tuple[int, int]] = []
        self._numbers: npt.NDArray[np.int32] | None = None

    @property
    def cells(self) -> npt.NDArray[np.uint8]:
        """(height, width) of codes."""
        if self._across is not None and self._down is not None:
            # What is room or door stays that: their codes are greater.
            np.maximum(self._cells, self._across, out=self._cells)
            np.maximum(self._cells, self._down.T, out=self._cells)
            self._across = self._down = None
        return self._cells

    @cells.setter
    def cells(self, cells: npt.NDArray[np.uint8]) -> None:
        self._cells = cells
        self._across = self._down = None

    @property
    def width(self) -> int:
        return int(self._cells.shape[1])

    @property
    def height(self) -> int:
        return int(self._cells.shape[0])

    @property
    def open(self) -> npt.NDArray[np.bool_]:
        """(height, width): whether a square can be walked."""
        return self.cells >= PASSAGE

    @property
    def numbers(self) -> npt.NDArray[np.int32]:
        """(height, width): the number of the room that holds a square, 0 for none. It follows the plan."""
        if self._numbers is None:
            self._numbers = np.zeros(self.cells.shape, dtype=np.int32)
            for number, (x, y, w, h) in enumerate(self.rooms, 1):
                self._numbers[y : y + h, x : x + w] = number
        return self._numbers

    def add_room(self, x: int, y: int, w: int, h: int) -> int:
        """Carve a room; its number."""
        self.rooms.append((x, y, w, h))
        number = len(self.rooms)
        self._cells[y : y + h, x : x + w] = ROOM
        if self._numbers is not None:
            self._numbers[y : y + h, x : x + w] = number
        return number

    def restore(self, cells: npt.NDArray[np.uint8], rooms: int, links: int) -> None:
        """Go back to `cells` and to the first `rooms` rooms and `links` links."""
        self.cells[:] = cells
        del self.rooms[rooms:], self.links[links:]
        self._numbers = None

    def centre(self, number: int) -> tuple[int, int]:
        """The square (x, y) in the middle of a room, of two the left and upper one."""
        x, y, w, h = self.rooms[number - 1]
        return x + (w - 1) // 2, y + (h - 1) // 2

    def carve(self, start: tuple[int, int], end: tuple[int, int], *, across_first: bool = True) -> None:
        """Make a passage with one corner from one square to another, both included, where there is no room."""
        if self._across is None or self._down is None:
            height, width = self._cells.shape
            self._across, self._down = np.zeros((height, width), np.uint8), np.zeros((width, height), np.uint8)
        (x1, y1), (x2, y2) = start, end
        across, down = (y1, x2) if across_first else (y2, x1)
        if x1 > x2:
            x1, x2 = x2, x1
        if y1 > y2:
            y1, y2 = y2, y1
        self._across[across, x1 : x2 + 1] = PASSAGE
        self._down[down, y1 : y2 + 1] = PASSAGE

    def raise_walls(self) -> None:
        """Make walls of all edge that touches what can be walked, corners included."""
        cells = self.cells
        near = (cells >= PASSAGE).view(np.uint8)
        across = near.copy()
        across[:, 1:] |= near[:, :-1]
        across[:, :-1] |= near[:, 1:]
        near = across.copy()
        near[1:] |= across[:-1]
        near[:-1] |= across[1:]
        # 1 is WALL.
        np.maximum(cells, near, out=cells)

    def copy(self) -> Plan:
        """A plan that stays as this one is now."""
        other = Plan(0, 0)
        other.cells, other.rooms, other.links = self.cells.copy(), list(self.rooms), list(self.links)
        return other


# A run of a generator: the plan after each step, the same object each time (`Plan.copy` keeps one); the last is done.
Steps = Iterator[Plan]


def last(steps: Steps) -> Plan:
    """Run to the end. There is at least one step."""
    plan = None
    for plan in steps:  # noqa: B007
        pass
    if plan is None:
        raise ValueError("a run without a step")
    return plan


def as_rows(plan: Plan, glyphs: str = " #..+") -> str:
    """A plan as text, a line a row, for previews and messages."""
    table: npt.NDArray[Any] = np.array(list(glyphs))
    return "\n".join("".join(row) for row in table[plan.cells].tolist())
