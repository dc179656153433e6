"""Plain text maps of roguelikes: a character is a square, an empty line stands between two maps. Without a
table, the usual glyphs are numbers of base.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path

from host.errors import HostError
from host.export.drawn import MOST_SEGMENTS, Drawn, comment_lines, is_segment_file
from host.export.readers.cells import CellFile, CellMap, drawn_cells
from host.export.readers.tables import NumberTable, known, quoted
from host.model.segment_file import decode_segment_file
from host.paths.folders import read_regular_file

_MOST_BYTES = 4 * 2**20
# The usual glyphs with their numbers in the mod `base`. A door has two: in a wall that runs east-west, and north-south.
BASE_GLYPHS = {
    "#": 1, ".": 10, " ": 0, '"': 15, "~": 78, "<": 74, ">": 72, "_": 86, "{": 85, "T": 102,
}  # fmt: skip
BASE_DOORS = {"+": (20, 21), "'": (32, 33), "S": (28, 29)}
_COMMENT = ";"
_NOTHING = " "
# A wall that runs east-west, and one that runs north-south.
_SIDES = ("-", "|")


def segments_from_text(path: Path, table: NumberTable | None = None) -> Drawn:
    """Read text maps; `table` has lines such as `"#" = 2`, without it the usual glyphs are numbers of `base`.

    A line that begins with `;` is a comment, unless that is a glyph of the table; the one before a map is its title.
    Raises HostError with the file, the line and the problem.
    """
    content = read_regular_file(path, str(path), _MOST_BYTES)
    if is_segment_file(content):
        raise HostError("this is a segment file already, and not a text map", file=str(path))
    text = decode_segment_file(content, str(path), "a text map")
    numbers = _base_numbers() if table is None else _glyphs(table)
    maps, comments = _split(text, path, numbers, turns_doors=table is None)

    def describe(glyph: str, x: int, _y: int) -> tuple[str, str]:
        glyphs = {**BASE_GLYPHS, **BASE_DOORS} if table is None else numbers
        place = "one of the usual glyphs" if table is None else f'in the table "{table.file}"'
        message = f"the glyph {quoted(glyph)} in column {x + 1} is not {place}: must be one of {known(glyphs)}"
        return message, f"a table gives it a number: {quoted(glyph)} = 1"

    return drawn_cells(CellFile(path, maps, numbers, numbers.get(_NOTHING, 0), describe, comments))


def _glyphs(table: NumberTable) -> dict[str, int]:
    for glyph in table.numbers:
        if len(glyph) != 1:
            raise HostError(f"{quoted(glyph)} is not a glyph: must be one character", file=table.file)
    return {_NOTHING: 0, **table.numbers}


def _base_numbers() -> dict[str, int]:
    doors = {
        f"{glyph}{side}": number
        for glyph, both in BASE_DOORS.items()
        for side, number in zip(_SIDES, both, strict=True)
    }
    return BASE_GLYPHS | doors


def _split(
    text: str, path: Path, numbers: Mapping[str, int], *, turns_doors: bool
) -> tuple[list[CellMap], tuple[str, ...]]:
    """Return the maps of a text, and the comments after the last one."""
    # Where a space is a square like others, it matters at the end of a row, too.
    is_square = numbers.get(_NOTHING, 0) != 0
    lines = [line.removesuffix("\r") if is_square else line.rstrip() for line in text.split("\n")]
    has_comments = _COMMENT not in numbers
    kinds = ["" if not line else _COMMENT if has_comments and line.startswith(_COMMENT) else "row" for line in lines]
    maps: list[CellMap] = []
    comments: list[str] = []
    at = 0
    for kind, group in groupby(kinds):
        rows = lines[at : at + len([*group])]
        if kind == "row":
            title, *others = comments or [""]
            cells = _turn_doors(rows) if turns_doors else rows
            maps.append(CellMap(title, cells, comment_lines("\n".join(others)), line=at + 1))
            comments = []
            if len(maps) > MOST_SEGMENTS:
                raise HostError(f"there are more than {MOST_SEGMENTS} maps", file=str(path), line=at + 1)
        elif kind:
            comments += [line.lstrip(_COMMENT).strip() for line in rows]
        at += len(rows)
    names = [path.stem] if len(maps) == 1 else [f"{path.stem} {i}" for i in range(1, len(maps) + 1)]
    maps = [one._replace(title=one.title or name) for one, name in zip(maps, names, strict=True)]
    return maps, comment_lines("\n".join(comments))


def _turn_doors(rows: Sequence[str]) -> list[list[str]]:
    """Return the rows with each door as two characters, the second of which says how its wall runs."""
    turned = [[*row] for row in rows]
    for y, row in enumerate(rows):
        for x, glyph in enumerate(row):
            if glyph in BASE_DOORS:
                beside, above = (
                    all(_is_wall(rows, x + i * dx, y + i * dy) for i in (-1, 1)) for dx, dy in ((1, 0), (0, 1))
                )
                turned[y][x] = glyph + _SIDES[above and not beside]
    return turned


def _is_wall(rows: Sequence[str], x: int, y: int) -> bool:
    is_inside = 0 <= y < len(rows) and 0 <= x < len(rows[y])
    return is_inside and (rows[y][x] == "#" or rows[y][x] in BASE_DOORS)
