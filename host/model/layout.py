"""Layouts: a grid of cells, and the open borders between them; and requests to lay out a dungeon."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from host.model import geometry
from host.model.game_map import GameMap
from host.model.segment import Segment, SegmentList

NONE, BLOCK, EDGE, SPECIAL = "none", "block", "edge", "special"
CELL_TYPES = (BLOCK, EDGE, SPECIAL, NONE)


class Cell(NamedTuple):
    """One cell: its type, and a bit for each open side (bit 0 north … bit 3 west)."""

    type: str
    exits: int


class Border(NamedTuple):
    """The border between two cells (by index): `other` lies to the `side` (SOUTH or EAST) of `cell`."""

    cell: int
    other: int
    side: int


@dataclass(eq=False)
class Layout:
    """A grid of cells, row by row from the top left; `len(cells) == width * height`."""

    width: int
    height: int
    cells: tuple[Cell, ...]
    # (x, y) of each cell before the layout was turned; empty when it was not turned.
    original_positions: tuple[tuple[int, int], ...] = ()
    _turned: dict[int, Layout] = field(default_factory=dict, repr=False)

    @cached_property
    def pools(self) -> tuple[list[int], list[int]]:
        """(edge and special cells, block cells), by index."""
        edge = [i for i, cell in enumerate(self.cells) if cell.type in (EDGE, SPECIAL)]
        return edge, [i for i, cell in enumerate(self.cells) if cell.type == BLOCK]

    @cached_property
    def open_borders(self) -> list[Border]:
        """Open borders between cells that are not NONE.

        First those to the south, then those to the east, both column by column.
        """
        return [
            Border(cell, other, side)
            for side, step in ((geometry.SOUTH, self.width), (geometry.EAST, 1))
            for x in range(self.width)
            for y in range(self.height)
            if self.cells[cell := y * self.width + x].exits >> side & 1
            and NONE not in (self.cells[cell].type, self.cells[other := cell + step].type)
        ]

    def with_exits(self, borders: Iterable[Border]) -> Layout:
        """Return the layout with exits along some of its open borders alone."""
        exits = [0] * len(self.cells)
        for cell, other, side in borders:
            exits[cell] |= 1 << side
            exits[other] |= 1 << (side ^ 2)
        cells = tuple(Cell(cell.type, mask) for cell, mask in zip(self.cells, exits, strict=True))
        return Layout(self.width, self.height, cells, self.original_positions)

    def describe_cell(self, cell: int) -> str:
        """Return `(x,y)` of a cell in the layout of the mod, before it was turned."""
        x, y = self.original_positions[cell] if self.original_positions else (cell % self.width, cell // self.width)
        return f"({x},{y})"

    def describe_border(self, border: Border) -> str:
        """Return `the border between cells (x,y) and (x,y)`, in the layout of the mod."""
        return f"the border between cells {self.describe_cell(border.cell)} and {self.describe_cell(border.other)}"

    def turned(self, orientation: int) -> Layout:
        """Return the layout in another orientation, its exits included."""
        if orientation == 0:
            return self
        layout = self._turned.get(orientation)
        if layout is None:
            layout = self._turned[orientation] = self._turn(orientation)
        return layout

    def _turn(self, orientation: int) -> Layout:
        width, height = (self.height, self.width) if orientation & 1 else (self.width, self.height)
        cells: list[Cell] = [Cell(NONE, 0)] * len(self.cells)
        positions = [(0, 0)] * len(self.cells)
        for i, cell in enumerate(self.cells):
            old_y, old_x = divmod(i, self.width)
            x, y = geometry.turn_square(old_x, old_y, self.width, self.height, orientation)
            exits = sum(1 << geometry.turn_direction(d, orientation) for d in range(4) if cell.exits >> d & 1)
            cells[y * width + x] = Cell(cell.type, exits)
            positions[y * width + x] = (old_x, old_y)
        return Layout(width, height, tuple(cells), tuple(positions))


# Entry types: where players start.
ENTRIES = ("none", "close", "away", "random")


class LayoutRequest(NamedTuple):
    """A dungeon to build: the arguments of `kts.LayoutDungeon`, checked and converted."""

    layout: Layout
    # Stack ids; None for a door that the mod left out.
    wall: int
    horizontal_door: int | None
    vertical_door: int | None
    segments: SegmentList
    # Segments that must be in the dungeon.
    special: tuple[Segment, ...]
    # One of ENTRIES.
    entry: str
    turn_segments: bool
    # Number of players.
    players: int
    # Whether the mod left out the list of segments.
    lacks_segments: bool = False

    @property
    def homes_needed(self) -> int:
        """Number of normal homes that the dungeon must have."""
        return 0 if self.entry == "none" else self.players


@dataclass
class LastLayout:
    """The last dungeon that was laid out in a game."""

    request: LayoutRequest | None = None
    # Its map, and how many segments the map had then.
    game_map: GameMap | None = None
    zones: int = 0
