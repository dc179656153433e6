"""Segments in files of other programs: which module writes or reads them, by the ending of the name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from host.errors import RequestError, did_you_mean, listing
from host.export.drawn import Drawn
from host.export.ldtk.reader import segments_from_ldtk
from host.export.ldtk.segments import segment_levels
from host.export.segments_from_tiled import segments_from_tiled
from host.export.tiled_segments import segment_files
from host.model.game_map import GameMap
from host.model.segment_file import SegmentFile

Write = Callable[[SegmentFile, Path, int, tuple[list[int], GameMap] | None], dict[Path, bytes]]

# Tiled saves maps as .json, too.
_WRITERS: dict[str, Write] = {".tmj": segment_files, ".json": segment_files, ".ldtk": segment_levels}
_READERS: dict[str, Callable[[Path], Drawn]] = {".ldtk": segments_from_ldtk}


def segment_writer(path: Path) -> Write:
    """Return what makes the files of segments for a path, by its ending. Raises RequestError for other endings."""
    suffix = path.suffix.lower()
    if suffix not in _WRITERS:
        endings = listing(_WRITERS, "or")
        raise RequestError(
            f'"{path}" is not written: its name must end in {endings}', hint=did_you_mean(suffix, _WRITERS)
        )
    return _WRITERS[suffix]


def segments_from(path: Path) -> Drawn:
    """Read segments that were drawn in another program: in Tiled, unless the ending of the name says otherwise.

    Raises HostError with the file and the problem.
    """
    return _READERS.get(path.suffix.lower(), segments_from_tiled)(path)
