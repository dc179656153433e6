"""Layouts: a grid of cells, and which of the borders between them are open."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from host.model import geometry

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
    """A grid of cells, row by row from the top-left; `len(cells) == width * height`."""

    width: int
    height: int
    cells: tuple[Cell, ...]
    # Where each cell was before the layout was turned, (x, y); empty when it was not.
    before: tuple[tuple[int, int], ...] = ()
    _turned: dict[int, Layout] = field(default_factory=dict, repr=False)

    @cached_property
    def pools(self) -> tuple[list[int], list[int]]:
        """(edge and special cells, block cells), by index."""
        edge = [i for i, cell in enumerate(self.cells) if cell.type in (EDGE, SPECIAL)]
        return edge, [i for i, cell in enumerate(self.cells) if cell.type == BLOCK]

    @cached_property
    def open_borders(self) -> list[Border]:
        """Open borders between cells that are not none: those to the south first, then those to the east,
        column by column."""
        return [
            Border(cell, other, side)
            for side, step in ((geometry.SOUTH, self.width), (geometry.EAST, 1))
            for x in range(self.width)
            for y in range(self.height)
            if self.cells[cell := y * self.width + x].exits >> side & 1
            and NONE not in (self.cells[cell].type, self.cells[other := cell + step].type)
        ]

    def describe_cell(self, cell: int) -> str:
        """`(x,y)` of a cell, as the mod that gave the layout knows it."""
        x, y = self.before[cell] if self.before else (cell % self.width, cell // self.width)
        return f"({x},{y})"

    def describe(self, border: Border) -> str:
        """`the border between cells (x,y) and (x,y)`, as the mod that gave the layout knows them."""
        return f"the border between cells {self.describe_cell(border.cell)} and {self.describe_cell(border.other)}"

    def turned(self, orientation: int) -> Layout:
        """The layout in another orientation, exits and all."""
        if orientation == 0:
            return self
        known = self._turned.get(orientation)
        if known is None:
            known = self._turned[orientation] = self._turn(orientation)
        return known

    def _turn(self, orientation: int) -> Layout:
        width, height = (self.height, self.width) if orientation & 1 else (self.width, self.height)
        cells: list[Cell] = [Cell(NONE, 0)] * len(self.cells)
        before = [(0, 0)] * len(self.cells)
        for i, cell in enumerate(self.cells):
            old_y, old_x = divmod(i, self.width)
            x, y = geometry.square(old_x, old_y, self.width, self.height, orientation)
            exits = sum(1 << geometry.turned(d, orientation) for d in range(4) if cell.exits >> d & 1)
            cells[y * width + x] = Cell(cell.type, exits)
            before[y * width + x] = (old_x, old_y)
        return Layout(width, height, tuple(cells), tuple(before))
