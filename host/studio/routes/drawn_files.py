"""Files that others drew, uploaded by the page, as segments: the same as `segments import`."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from host.errors import HostError, RequestError
from host.export.readers.tables import NumberTable
from host.export.segments import segments_from
from host.model.segment_data import segment_to_data
from host.model.segment_file import parse_segment_file
from host.mods.numbers import read_numbers
from host.studio.segment_files import MOST_SEGMENTS

# Files of an upload: a map, its tilesets or levels, and a table.
_MOST_FILES = 100
# Names of files: no folder, nothing hidden, no characters that a system refuses.
_NAME = re.compile(r'[^\x00-\x1f/\\:*?"<>|.][^\x00-\x1f/\\:*?"<>|]{0,99}')
TABLE = ".toml"


def read_drawn(body: Mapping[str, Any]) -> dict[str, Any]:
    """Return the text and the segments of the first of the `files` of a request, and warnings of what is left out.

    Each file has a `name` and a `content` in base64; the others lie beside the first, and a .toml is its table. Raises
    HostError.
    """
    files = _read_files(body.get("files"))
    with TemporaryDirectory(prefix="dungeon-host-") as name:
        folder = Path(name)
        for file, content in files.items():
            (folder / file).write_bytes(content)
        names = [file for file in files if not file.lower().endswith(TABLE)]
        if not names:
            raise RequestError("there is no map in the upload, only a table")
        tables = [file for file in files if file not in names]
        if len(tables) > 1:
            raise RequestError(f"there are {len(tables)} tables: must be one {TABLE}")
        try:
            table = NumberTable(tables[0], read_numbers(folder / tables[0])) if tables else None
            drawn = segments_from(folder / names[0], table)
        except HostError as error:
            _leave_out(error, folder)
            raise
    parsed = parse_segment_file(drawn.text, names[0])
    if len(parsed.segments) > MOST_SEGMENTS:
        raise RequestError(f"there are {len(parsed.segments)} segments: at most {MOST_SEGMENTS} can be edited")
    warnings = [warning.replace(f"{folder}/", "") for warning in drawn.warnings]
    return {"text": drawn.text, "segments": list(map(segment_to_data, parsed.segments)), "warnings": warnings}


def _read_files(data: object) -> dict[str, bytes]:
    """Read the files of a request by name. Raises RequestError."""
    if not isinstance(data, list) or not 0 < len(data) <= _MOST_FILES:
        raise RequestError(f"files must be a list of 1 to {_MOST_FILES}")
    files: dict[str, bytes] = {}
    for entry in data:
        name, content = (entry.get("name"), entry.get("content")) if isinstance(entry, Mapping) else (None, None)
        if not isinstance(name, str) or not isinstance(content, str) or not _NAME.fullmatch(name):
            raise RequestError("each of files must have a name without a folder, and a content in base64")
        if name.casefold() in map(str.casefold, files):
            raise RequestError(f'there are two files "{name}"')
        try:
            files[name] = base64.b64decode(content, validate=True)
        except (binascii.Error, ValueError):
            raise RequestError(f'the content of "{name}" must be base64') from None
    return files


def _leave_out(error: HostError, folder: Path) -> None:
    """Name files of an error as they were uploaded."""
    for prefix in {f"{folder}/", f"{folder.resolve()}/"}:
        error.message = error.message.replace(prefix, "")
        if error.file is not None:
            error.file = error.file.replace(prefix, "")
