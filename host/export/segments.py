"""Segments in files of other programs: which module writes or reads them, by the ending of the name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from host.errors import RequestError, did_you_mean, listing
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
from host.model.segment_file import SegmentFile

Write = Callable[[SegmentFile, Path, int, tuple[list[int], GameMap] | None], dict[Path, bytes]]

# Tiled saves maps as .json, too.
_WRITERS: dict[str, Write] = {".tmj": segment_files, ".json": segment_files, ".ldtk": segment_levels}
_READERS: dict[str, Callable[[Path], Drawn]] = {".ldtk": segments_from_ldtk}
# Readers of maps whose squares are characters, colours or words, of which a table tells the numbers.
_CELL_READERS: dict[str, Callable[[Path, NumberTable | None], Drawn]] = {
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


def segments_from(path: Path, table: NumberTable | None = None) -> Drawn:
    """Read segments that were drawn in another program: in Tiled, unless the ending of the name says otherwise.

    table: the numbers of a file whose squares are characters, colours or words.

    Raises HostError with the file and the problem.
    """
    suffix = path.suffix.lower()
    if suffix in _CELL_READERS:
        return _CELL_READERS[suffix](path, table)
    if table is not None:
        raise RequestError(f'"{path}" takes no table: it is for names that end in {listing(_CELL_READERS, "or")}')
    return _READERS.get(suffix, segments_from_tiled)(path)
