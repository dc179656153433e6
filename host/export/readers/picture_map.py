"""PNG pictures as maps: a pixel is a square, and a table says which number a colour stands for."""

from __future__ import annotations

import re
from pathlib import Path

from host.errors import HostError
from host.export.drawn import Drawn
from host.export.readers.cells import CellFile, CellMap, drawn_cells
from host.export.readers.tables import NumberTable, known, quoted
from host.model.segment_file import MAX_SIDE, MAX_SQUARES
from host.paths.folders import read_regular_file
from host.render.png_reader import read_png

_MOST_BYTES = 8 * 2**20
_COLOUR = re.compile(r"#([0-9a-f]{6}|[0-9a-f]{3})\Z", re.IGNORECASE)
# A pixel through which one sees is no square; it is no colour of a table.
_CLEAR = ""


def segments_from_picture(path: Path, table: NumberTable | None = None) -> Drawn:
    """Read a picture; `table` has lines such as `"#c8c8c8" = 11`. Transparent pixels are no squares.

    Raises HostError with the file and the problem.
    """
    if table is None:
        raise HostError('a picture needs a table of its colours, with lines such as "#c8c8c8" = 11', file=str(path))
    numbers = _colours(table)
    content = read_regular_file(path, str(path), _MOST_BYTES)
    try:
        image = read_png(content, MAX_SIDE, MAX_SQUARES)
    except HostError as error:
        raise HostError(f"this picture cannot be read: {error.message}", file=str(path)) from None
    values = image.astype("<u4") @ [2**24, 2**16, 2**8, 1]
    names = {value: f"#{value >> 8:06x}" if value & 255 else _CLEAR for value in set(values.ravel().tolist())}
    rows = [[names[value] for value in row] for row in values.tolist()]

    def describe(colour: str, x: int, y: int) -> tuple[str, str]:
        nearest = min(numbers, key=lambda other: _distance(colour, other))
        message = f'the pixel at ({x}, {y}) is {colour}, which is not in the table "{table.file}": must be one of '
        return message + known(numbers), f"the nearest colour of the table is {nearest}"

    maps = [CellMap(path.stem, rows)]
    return drawn_cells(CellFile(path, maps, {**numbers, _CLEAR: 0}, 0, describe))


def _colours(table: NumberTable) -> dict[str, int]:
    numbers: dict[str, int] = {}
    written: dict[str, str] = {}
    for colour, number in table.numbers.items():
        match = _COLOUR.match(colour)
        if match is None:
            raise HostError(f'{quoted(colour)} is not a colour: must be such as "#c8c8c8"', file=table.file)
        digits = match[1] if len(match[1]) == 6 else "".join(digit * 2 for digit in match[1])
        name = f"#{digits.lower()}"
        if numbers.setdefault(name, number) != number:
            both = f"{quoted(written[name])} and {quoted(colour)}"
            raise HostError(f"{both} are one colour: must have one number", file=table.file)
        written[name] = colour
    return numbers


def _distance(colour: str, other: str) -> int:
    return sum((int(colour[i : i + 2], 16) - int(other[i : i + 2], 16)) ** 2 for i in (1, 3, 5))
