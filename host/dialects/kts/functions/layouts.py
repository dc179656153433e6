"""Reads the layout of kts.LayoutDungeon: its size, and the type and exits of each cell."""

from __future__ import annotations

from typing import Any

from host.border.schema import Type, WordOf, refuse, to_number
from host.border.values import Table
from host.errors import ArgumentError, counted
from host.errors.spelling import find_misspelled
from host.model.geometry import DIRECTIONS, DX, DY
from host.model.layout import CELL_TYPES, NONE, Cell, Layout
from host.play.game import MAX_SQUARES

_LETTERS = "nesw"
_CELL_TYPE = WordOf({word: word for word in CELL_TYPES}, any_case=True)
_MOST_CELLS = 250_000


class LayoutTable(Type):
    """A layout with width, height and data, in the form that `layout.copy` of lua/core/border/table_cache.lua sends."""

    name = "layout"

    def read(self, value: Table, path: str) -> Layout:
        fields = value.fields
        width = _read_side(value, path, "width")
        height = _read_side(value, path, "height")
        if "n" not in fields:
            refuse(f"{path}.data", fields.get("data"), "must be a list of cells", _misspelled(value, "data"))
        count = fields["n"]
        for is_wrong, rule in (
            (count != width * height, f"must have width × height = {width * height}"),
            (count > _MOST_CELLS, f"must have at most {_MOST_CELLS}"),
        ):
            if is_wrong:
                raise ArgumentError(
                    f"{path}.data has {counted(count, 'entry')}: {rule}", path=f"{path}.data", rule=rule
                )
        # Lua stops at the first cell that is not a table.
        readable = min(count, fields.get("wrong", count + 1) - 1)
        rows = zip(_padded(fields["types"], readable), _padded(fields["exits"], readable), strict=True)
        try:
            cells = [_read_cell(kind, exits, f"{path}.data[{i}]") for i, (kind, exits) in enumerate(rows, 1)]
        except ArgumentError as error:
            if error.value == "nil":
                error.hint = find_misspelled("type", _other_keys(value, "cell_others"))
            raise
        if readable < count:
            refuse(
                f"{path}.data[{readable + 1}]",
                fields.get("wrong_cell"),
                "must be a table with a type, and perhaps exits",
            )
        return Layout(width, height, tuple(_with_exits(cells, width, height, path)))


def _padded(table: Table, count: int) -> list[Any]:
    elements = table.elements(count)
    return elements + [None] * (count - len(elements))


def _other_keys(value: Table, name: str) -> list[str]:
    """Return the keys of a mod's table that are not its fields; Lua sends them in the field `name`."""
    others = value.fields.get(name)
    return others.items if isinstance(others, Table) else []


def _misspelled(value: Table, name: str) -> str | None:
    """Return a hint if the field `name` of a layout is missing and may be there under a misspelled name."""
    return find_misspelled(name, _other_keys(value, "others")) if name not in value.fields else None


def _read_side(value: Table, path: str, name: str) -> int:
    field = value.fields.get(name)
    side = to_number(field)
    if side is None:
        missing = ", and is missing" if field is None else ""
        refuse(f"{path}.{name}", field, f"must be a number{missing}", _misspelled(value, name))
    if not 1 <= side <= MAX_SQUARES or side != int(side):
        refuse(f"{path}.{name}", side, "must be a positive whole number, not negative nor fractional")
    return int(side)


def _read_cell(kind: Any, exits: Any, path: str) -> tuple[str, int | None]:
    """Return (type, exits as bits, or None when the cell has no exits field)."""
    kind = _CELL_TYPE.read(kind, f"{path}.type")
    if exits is None:
        return kind, None
    if isinstance(exits, bool) or not isinstance(exits, str | int | float):
        refuse(f"{path}.exits", exits, 'must be a string of the letters n, e, s and w, such as "ns"')
    letters = str(exits).lower()
    return kind, sum(1 << side for side, letter in enumerate(_LETTERS) if letter in letters)


def _with_exits(cells: list[tuple[str, int | None]], width: int, height: int, path: str) -> list[Cell]:
    """Return the cells with their exits filled in. Raises ArgumentError when exits of neighbours do not agree."""

    def neighbour(i: int, side: int) -> int | None:
        y, x = divmod(i, width)
        x, y = x + DX[side], y + DY[side]
        return y * width + x if 0 <= x < width and 0 <= y < height else None

    result = []
    for i, (kind, exits) in enumerate(cells):
        bits = 0
        for side in range(4):
            other = neighbour(i, side)
            if exits is None:
                bits |= (kind != NONE and other is not None and cells[other][0] != NONE) << side
            elif exits >> side & 1:
                if other is None:
                    raise ArgumentError(
                        f"{path}.data[{i + 1}].exits leads {DIRECTIONS[side]}, off the grid",
                        path=f"{path}.data[{i + 1}].exits",
                    )
                bits |= 1 << side
        result.append(Cell(kind, bits))
    for i, cell in enumerate(result):
        for side in (3, 0):
            other = neighbour(i, side)
            if other is not None and (cell.exits >> side & 1) != (result[other].exits >> (side ^ 2) & 1):
                opened, shut = (i, other) if cell.exits >> side & 1 else (other, i)
                way = side if opened == i else side ^ 2
                raise ArgumentError(
                    f"{path}.data[{opened + 1}] has an exit {DIRECTIONS[way]}, and its neighbour "
                    f"{path}.data[{shut + 1}] has none {DIRECTIONS[way ^ 2]}: exits must agree "
                    "(a cell without exits is open to every neighbour that is not none)",
                    path=f"{path}.data[{opened + 1}].exits",
                )
    return result
