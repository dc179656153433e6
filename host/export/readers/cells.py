"""Maps that are rows of cells, such as characters, colours or words: one function gives each cell its number."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from host.errors import HostError, in_one_line, visible
from host.export.drawn import MOST_IN_ALL, MOST_SEGMENTS, Drawn, drawn_segments
from host.model.segment_file import MAX_SIDE, MAX_SQUARES, SegmentFile, SegmentText

# A cell without a number, its column and row from 0 -> the message and a hint.
Describe = Callable[[str, int, int], tuple[str, str | None]]


class CellMap(NamedTuple):
    """A map: rows of cells, which may differ in length. Rooms are (x, y, width, height) with walls, from 0."""

    title: str
    rows: Sequence[Sequence[str]]
    comments: tuple[str, ...] = ()
    rooms: Sequence[tuple[int, int, int, int]] = ()
    # Line of the file with the first row; 0 for files without lines.
    line: int = 0


class CellFile(NamedTuple):
    """The maps of a file, and what their cells mean."""

    path: Path
    maps: Iterable[CellMap]
    # The number of each cell; `nothing` fills rows that are shorter than others.
    numbers: Mapping[str, int]
    nothing: int
    # Describes a cell that has no number.
    describe: Describe
    comments: tuple[str, ...] = ()


def drawn_cells(file: CellFile) -> Drawn:
    """Return the segments of maps, one each. Raises HostError with the file, the line and the first unknown cell."""
    segments: list[SegmentText] = []
    squares = 0
    for cells in file.maps:
        segment = _segment(cells, file)
        squares += segment.width * segment.height
        segments.append(segment)
        if len(segments) > MOST_SEGMENTS or squares > MOST_IN_ALL:
            most = f"{MOST_SEGMENTS} maps of {MOST_IN_ALL} squares in all"
            raise HostError(f"there are more than {most}", file=str(file.path), line=cells.line)
    if not segments:
        raise HostError("there is no map in this file", file=str(file.path))
    return drawn_segments(SegmentFile(segments, file.comments), str(file.path), [])


def _segment(cells: CellMap, file: CellFile) -> SegmentText:
    width, height = max(map(len, cells.rows), default=0), len(cells.rows)
    if not (0 < width <= MAX_SIDE and 0 < height <= MAX_SIDE and width * height <= MAX_SQUARES):
        rule = f"must be 1 to {MAX_SIDE} wide and high, {MAX_SQUARES} in all"
        raise HostError(f"the map has {width} × {height} squares: {rule}", file=str(file.path), line=cells.line)
    data: list[int] = []
    for y, row in enumerate(cells.rows):
        try:
            data += map(file.numbers.__getitem__, row)
        except KeyError:
            x = next(x for x, cell in enumerate(row) if cell not in file.numbers)
            message, hint = file.describe(row[x], x, y)
            line = cells.line + y if cells.line else None
            raise HostError(visible(message), file=str(file.path), line=line, hint=hint) from None
        data += [file.nothing] * (width - len(row))
    # A name of several lines would be lines of the segment file.
    title = in_one_line(cells.title).strip() or None
    return SegmentText(0, cells.comments, title, width, height, [data], rooms=[*cells.rooms])
