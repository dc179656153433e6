"""Plans: the result of the generators of the host before tiles are chosen: a code per square, and the rooms."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

# Codes of squares. Codes from PASSAGE on are walkable; a passage that crosses a room does not change its squares.
EDGE, WALL, PASSAGE, ROOM, DOOR = range(5)
KINDS = ("edge", "wall", "hallway", "room", "door")

# Columns, or squares, of a large level that are processed at a time, so that they stay in the processor cache.
_COLUMNS = 128
_SQUARES = 1 << 15


def strip_rows(width: int) -> int:
    """Return how many rows of a large level to process at a time."""
    return max(1, _SQUARES // max(1, width))


# x, y, width, height of the walkable squares of a room, without its walls.
Room = tuple[int, int, int, int]


class Mark(NamedTuple):
    """A mark on a square, `y * width + x`, of a kind of host/generate/plans/marks.py.

    `number` is the number of a key, or a direction.
    """

    square: int
    kind: int
    number: int = 0


class Plan:
    """A grid of `width` × `height` squares, all EDGE at first, with rooms and the links between them."""

    __slots__ = ("_across", "_cells", "_down", "_numbers", "links", "marks", "names", "rooms")

    def __init__(self, width: int, height: int) -> None:
        self._cells: npt.NDArray[np.uint8] = np.zeros((height, width), dtype=np.uint8)
        # Passages carved since the last access to `cells`, as bits: horizontal ones by row, vertical ones by column. A
        # hallway crosses half a level, and as bytes that would not fit into the processor cache.
        self._across: dict[int, int] = {}
        self._down: dict[int, int] = {}
        # In the order of creation: room number n is rooms[n - 1].
        self.rooms: list[Room] = []
        # Pairs of numbers of connected rooms.
        self.links: list[tuple[int, int]] = []
        # Room names, as many as rooms, or none; locks, keys and the like (host/generate/plans/marks.py).
        self.names: list[str] = []
        self.marks: list[Mark] = []
        self._numbers: npt.NDArray[np.int32] | None = None

    @property
    def cells(self) -> npt.NDArray[np.uint8]:
        """Codes of the squares, (height, width)."""
        if self._across:
            height, width = self._cells.shape
            across, down = _packed(self._across, height, width), _packed(self._down, width, height)
            rows = strip_rows(width)
            # Rooms and doors do not change: their codes are greater.
            for y in range(0, height, rows):
                strip = self._cells[y : y + rows]
                np.maximum(strip, _codes(across[y : y + rows], width), out=strip)
            for x in range(0, width, _COLUMNS):
                strip = self._cells[:, x : x + _COLUMNS]
                np.maximum(strip, _codes(down[x : x + _COLUMNS], height).T, out=strip)
            self._across, self._down = {}, {}
        return self._cells

    @cells.setter
    def cells(self, cells: npt.NDArray[np.uint8]) -> None:
        self._cells = cells
        self._across, self._down = {}, {}

    def share_cells(self) -> bytearray:
        """Return new cells of the plan as bytes, row by row, all 0, which are faster to change one by one."""
        cells = bytearray(self.width * self.height)
        self.cells = np.frombuffer(cells, dtype=np.uint8).reshape(self.height, self.width)
        return cells

    @property
    def width(self) -> int:
        """Squares from left to right."""
        return int(self._cells.shape[1])

    @property
    def height(self) -> int:
        """Squares from top to bottom."""
        return int(self._cells.shape[0])

    @property
    def open(self) -> npt.NDArray[np.bool_]:
        """Whether each square is walkable, (height, width)."""
        return self.cells >= PASSAGE

    @property
    def numbers(self) -> npt.NDArray[np.int32]:
        """The number of the room of each square, (height, width); 0 for none."""
        if self._numbers is None:
            self._numbers = np.zeros(self.cells.shape, dtype=np.int32)
            for number, (x, y, w, h) in enumerate(self.rooms, 1):
                self._numbers[y : y + h, x : x + w] = number
        return self._numbers

    def add_room(self, x: int, y: int, w: int, h: int) -> int:
        """Carve a room and return its number, from 1."""
        self.rooms.append((x, y, w, h))
        number = len(self.rooms)
        self._cells[y : y + h, x : x + w] = ROOM
        if self._numbers is not None:
            self._numbers[y : y + h, x : x + w] = number
        return number

    def restore(self, cells: npt.NDArray[np.uint8], rooms: int, links: int) -> None:
        """Restore earlier `cells`, and drop all but the first `rooms` rooms and `links` links."""
        self.cells[:] = cells
        del self.rooms[rooms:], self.links[links:]
        self._numbers = None

    def centre(self, number: int) -> tuple[int, int]:
        """Return the square (x, y) in the middle of a room; of several middle squares, the upper left one."""
        x, y, w, h = self.rooms[number - 1]
        return x + (w - 1) // 2, y + (h - 1) // 2

    def carve(self, start: tuple[int, int], end: tuple[int, int], *, across_first: bool = True) -> None:
        """Carve a passage with one corner between two squares (x, y), both included; rooms do not change.

        With `across_first` the passage leaves `start` horizontally, else vertically.
        """
        (x1, y1), (x2, y2) = start, end
        across, down = (y1, x2) if across_first else (y2, x1)
        if x1 > x2:
            x1, x2 = x2, x1
        if y1 > y2:
            y1, y2 = y2, y1
        self._across[across] = self._across.get(across, 0) | (1 << x2 + 1) - (1 << x1)
        self._down[down] = self._down.get(down, 0) | (1 << y2 + 1) - (1 << y1)

    def raise_walls(self) -> None:
        """Turn every EDGE square that touches a walkable square, corners included, into WALL."""
        cells = self.cells
        height, width = cells.shape
        rows = strip_rows(width)
        for top in range(0, height, rows):
            # The rows above and below the strip count too.
            first = max(0, top - 1)
            strip = cells[first : top + rows + 1]
            # One more column, which is not walkable: then neighbours in memory are neighbours on the map.
            padded = np.zeros((len(strip), width + 1), dtype=np.bool_)
            np.greater_equal(strip, PASSAGE, out=padded[:, :-1])
            flat = padded.ravel()
            across = flat.copy()
            across[1:] |= flat[:-1]
            across[:-1] |= flat[1:]
            near = across.copy()
            near[width + 1 :] |= across[: -width - 1]
            near[: -width - 1] |= across[width + 1 :]
            # True is 1, which is WALL. Walkable squares have greater codes and do not change.
            walls = near.reshape(padded.shape)[top - first : top - first + rows, :-1]
            np.maximum(cells[top : top + rows], walls.view(np.uint8), out=cells[top : top + rows])

    def copy(self) -> Plan:
        """Return an independent copy of the plan."""
        other = Plan(0, 0)
        other.cells, other.rooms, other.links = self.cells.copy(), list(self.rooms), list(self.links)
        other.names, other.marks = list(self.names), list(self.marks)
        return other


def _packed(lines: dict[int, int], count: int, length: int) -> list[bytes]:
    """Return `count` lines of `length` bits each, as bytes."""
    size = (length + 7) // 8
    packed = [bytes(size)] * count
    for number, bits in lines.items():
        packed[number] = bits.to_bytes(size, "little")
    return packed


def _codes(packed: list[bytes], length: int) -> npt.NDArray[np.uint8]:
    """Return (lines, length): PASSAGE where a line has a bit."""
    bits = np.frombuffer(b"".join(packed), dtype=np.uint8).reshape(len(packed), -1)
    codes = np.unpackbits(bits, axis=1, count=length, bitorder="little")
    codes *= PASSAGE
    return codes


# The states of a generator: the plan after each step, always the same object (`Plan.copy` copies a state).
Steps = Iterator[Plan]


def last(steps: Steps) -> Plan:
    """Run a generator to its end and return the finished plan. Raises ValueError when there is no step."""
    plan = None
    for plan in steps:  # noqa: B007
        pass
    if plan is None:
        raise ValueError("the generator yielded no step")
    return plan


def as_rows(plan: Plan, glyphs: str = " #..+") -> str:
    """Return a plan as text, one line per row. `glyphs` are the characters for edge, wall, passage, room and door."""
    table: npt.NDArray[Any] = np.array(list(glyphs))
    return "\n".join("".join(row) for row in table[plan.cells].tolist())
