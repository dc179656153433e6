"""Segments in files of other programs: which module writes or reads them, by the ending of the name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from host.errors import RequestError, listing, show_value
from host.errors.spelling import did_you_mean
from host.export.drawn import Drawn
from host.export.ldtk.reader import segments_from_ldtk
from host.export.ldtk.segments import segment_levels
from host.export.readers.donjon import segments_from_donjon
from host.export.readers.picture_map import segments_from_picture
from host.export.readers.tables import NumberTable
from host.export.readers.text_map import segments_from_text
from host.export.readers.tiled_map import segments_from_tiled
from host.export.tiled.segments import segment_files
from host.model.game_map import GameMap
from host.model.segment_file import LARGEST_TILE, SegmentFile

Write = Callable[[SegmentFile, Path, int, tuple[list[int], GameMap] | None], dict[Path, bytes]]

# Tiled saves maps as .json, too.
_WRITERS: dict[str, Write] = {".tmj": segment_files, ".json": segment_files, ".ldtk": segment_levels}
_READERS: dict[str, Callable[[Path, NumberTable | None], Drawn]] = {
    ".ldtk": segments_from_ldtk,
    ".txt": segments_from_text,
    ".png": segments_from_picture,
    ".tsv": segments_from_donjon,
}


def segment_writer(path: Path) -> Write:
    """Return what makes the files of segments for a path, by its ending. Raises RequestError for other endings."""
    suffix = path.suffix.lower()
    if suffix not in _WRITERS:
        endings = listing(_WRITERS, "or")
        raise RequestError(
            f'"{path}" is not written: its name must end in {endings}', hint=did_you_mean(suffix, _WRITERS)
        )
    return _WRITERS[suffix]


def import_segments(path: str | Path, table: Mapping[str, int] | None = None) -> Drawn:
    """Return what others drew as a segment file: its text, number of segments, and warnings of what is left out.

    path: a map of Tiled (.tmj, .tmx), a project of LDtk (.ldtk), a text map (.txt), a picture (.png), or a dungeon of
        donjon (.tsv).
    table: the number of the segment file for each glyph, colour, word, tile or value (see the page about map editors).
        Without one, glyphs and words are numbers of the mod base.

    Raises HostError with the file and the problem.

    >>> from pathlib import Path
    >>> from host import import_segments
    >>> _ = Path("vault.txt").write_text("###\\n#.#\\n###\\n")
    >>> drawn = import_segments("vault.txt", table={"#": 2, ".": 11})
    >>> drawn.segments, drawn.warnings
    (1, [])
    >>> "11" in drawn.text
    True
    """
    numbers = None if table is None else NumberTable("the table", check_numbers(table))
    return segments_from(Path(path), numbers)


def check_numbers(table: Mapping[Any, Any]) -> dict[str, int]:
    """Return a table that a program gives, when it has texts and numbers of tiles. Raises RequestError."""
    if not isinstance(table, Mapping):
        raise RequestError(f"table is {show_value(table)}: must be a mapping of texts to numbers")
    for word, number in table.items():
        if not isinstance(word, str) or type(number) is not int or not 0 <= number <= LARGEST_TILE:
            shown = f"{show_value(word)}: {show_value(number)}"
            raise RequestError(f"the table has {shown}: must be a text, and a number from 0 to {LARGEST_TILE}")
    return dict(table)


def segments_from(path: Path, table: NumberTable | None = None) -> Drawn:
    """Read segments that were drawn in another program: in Tiled, unless the ending of the name says otherwise.

    table: the numbers of characters, colours, words, tiles or values.

    Raises HostError with the file and the problem.
    """
    return _READERS.get(path.suffix.lower(), segments_from_tiled)(path, table)
