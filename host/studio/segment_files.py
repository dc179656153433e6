"""Lists, reads and saves the segment files of mods.

The studio writes nothing else, and only in the folders of mods that are shown and not bundled.
"""

from __future__ import annotations

import difflib
import threading
from collections.abc import Container, Iterable, Mapping, Sequence
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import Any

from host.errors import HostError, RequestError, visible
from host.model.checks import check_list
from host.model.segment_data import segment_from_data, segment_to_data
from host.model.segment_edits import SegmentEdit, rewrite_segment_file
from host.model.segment_file import decode_segment_file, parse_segment_file
from host.mods.changes import may_belong_to_mod
from host.mods.files import files_of, locate, read_mod_file, write_mod_files
from host.paths import BUNDLED_MODS
from host.studio.problems import Sources

# The suffix of segment files that are listed, and of new ones.
SUFFIX = ".txt"
# Bytes of the largest file that can be edited, files that are listed, and files of a mod that are read for the list.
MOST_BYTES = 2**20
_MOST_FILES = 500
_MOST_CANDIDATES = 2000
# Bytes of all files whose segments are counted for the list, in the process that a person started.
_MOST_COUNTED = 4 * 2**20
_UNCOUNTED = f"not counted: it and the files before it have more than {_MOST_COUNTED} bytes"
# Segments of a file that can be edited.
MOST_SEGMENTS = 2000
# Lines of two texts that are compared one by one; longer texts differ as a whole.
_MOST_COMPARED = 4000
# Lines around a difference that are shown.
_CONTEXT = 3


class ConflictError(RequestError):
    """A file is not what the page read."""


class SegmentFiles:
    """The segment files of mods."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        # Held from the look at a file until it is written, because pages may save at the same time.
        self._saving = threading.Lock()

    def list_files(self, loaded: Container[str]) -> list[dict[str, Any]]:
        """Return the segment files of the mods that are shown, and then of the bundled mods that are loaded."""
        listed = []
        left = _MOST_COUNTED
        for mod, folder in self._sources.folders().items():
            if not _is_text(mod) or (mod not in loaded and not _is_writable(folder)):
                continue
            is_writable = _is_writable(folder)
            names = (path.relative_to(folder).as_posix() for path in files_of(folder) if path.suffix == SUFFIX)
            for name in sorted(filter(_is_text, islice(names, _MOST_CANDIDATES))):
                try:
                    content = _read(folder, name)
                except HostError:
                    continue
                if any(line.strip() in (b"segment", b"eof") for line in content.split(b"\n")):
                    left -= len(content)
                    counted = {"segments": 0, "error": _UNCOUNTED} if left < 0 else _count(content)
                    listed.append({"file": f"{mod}/{name}", "mod": mod, "is_writable": is_writable, **counted})
        listed.sort(key=lambda entry: not entry["is_writable"])
        return listed[:_MOST_FILES]

    def list_writable_mods(self) -> list[str]:
        """Return the ids of the mods whose files can be written."""
        return [mod for mod, folder in self._sources.folders().items() if _is_writable(folder) and _is_text(mod)]

    def read(self, file: str) -> dict[str, Any]:
        """Return a file with its text, hash and segments. Raises HostError with the line of an error."""
        folder, name = self._locate(file)
        content = _read(folder, name)
        parsed = parse_segment_file(decode_segment_file(content, file), file)
        if len(parsed.segments) > MOST_SEGMENTS:
            raise RequestError(f"the file has {len(parsed.segments)} segments: at most {MOST_SEGMENTS} can be edited")
        return {
            "file": file,
            "hash": hash_of(content),
            "is_writable": _is_writable(folder),
            "text": content.decode("utf-8"),
            "segments": [
                {**segment_to_data(segment), "line": segment.line, "comments": list(segment.comments)}
                for segment in parsed.segments
            ],
        }

    def find_hash(self, file: str) -> str | None:
        """Return the hash of a file as it is on the disk; None when there is none."""
        content = self._read_if_exists(file)
        return None if content is None else hash_of(content)

    def save(self, file: str, text: str, edits: object, expected: str | None) -> dict[str, Any]:
        """Write the segments of a page to a file, into the text that the page read; return the new hash and text.

        `expected` is the hash of the content that is overwritten, None for a new file. Raises ConflictError when the
        file has another content, and HostError for segments that cannot be written.
        """
        folder, name = self._locate(file)
        if not _is_writable(folder):
            raise RequestError(f'"{file}" belongs to a bundled mod, which cannot be changed')
        _check_name(folder, name)
        content = rewrite(file, text, edits)
        if len(content) > MOST_BYTES:
            raise RequestError(f"the file would have {len(content)} bytes: must have at most {MOST_BYTES}")
        with self._saving:
            before = self.find_hash(file)
            if before != expected:
                state = "has been removed" if before is None else "is new" if expected is None else "has changed"
                raise ConflictError(
                    f'"{file}" {state} on the disk since it was read', hint="compare, and take the file's or keep yours"
                )
            write_mod_files(folder, {name: content})
        return {"file": file, "hash": hash_of(content), "text": content.decode("utf-8")}

    def compare(self, file: str, text: str, edits: object) -> list[dict[str, str]]:
        """Return the lines in which a file on the disk differs from what the page would write."""
        theirs = (self._read_if_exists(file) or b"").decode("utf-8", "replace")
        mine = rewrite(file, text, edits).decode("utf-8")
        return _compare_lines(theirs.splitlines(), mine.splitlines())

    def _read_if_exists(self, file: str) -> bytes | None:
        """Return the content of a file, or None when there is none. Raises HostError for what is no file of a mod."""
        folder, name = self._locate(file)
        return _read(folder, name) if locate(folder, name).exists() else None

    def _locate(self, file: str) -> tuple[Path, str]:
        """Return the folder of the mod of a file (`mod/path`), and its path in it. Raises RequestError."""
        mod, _, name = file.partition("/")
        folder = self._sources.folders().get(mod)
        if folder is None or not name or not _is_text(file):
            raise RequestError(f'"{visible(file[:100])}" is not a file of a mod: must be "mod/path"')
        return folder, name


def rewrite(file: str, text: str, edits: object) -> bytes:
    """Return the content of a file whose text a page read and edited. Raises HostError."""
    try:
        content = text.encode("utf-8")
    except UnicodeEncodeError:
        raise RequestError("the text has characters that cannot be encoded as UTF-8") from None
    return rewrite_segment_file(content, file, _read_edits(edits))


def hash_of(content: bytes) -> str:
    """Return a hash of the content of a file."""
    return blake2b(content, digest_size=16).hexdigest()


def _read_edits(data: object) -> list[SegmentEdit]:
    """Read the new segments of a file: {"source": number or null, "segment": contents or left out}."""
    edits = []
    for entry in check_list("segments", data, MOST_SEGMENTS):
        source = entry.get("source") if isinstance(entry, Mapping) else False
        if source is not None and type(source) is not int:
            raise RequestError("each of segments must have a source, a whole number or null")
        contents = entry.get("segment")
        edits.append(SegmentEdit(source, None if contents is None else segment_from_data(contents)))
    return edits


def _read(folder: Path, name: str) -> bytes:
    return read_mod_file(folder, name, name, MOST_BYTES)


def _count(content: bytes) -> dict[str, Any]:
    """Return how many segments a file has, and its error."""
    try:
        return {"segments": len(parse_segment_file(decode_segment_file(content, ""), "").segments), "error": None}
    except HostError as error:
        return {"segments": 0, "error": visible(error.message)}


def _is_text(name: str) -> bool:
    """Return whether a name can be sent to a page, and come back: names of files may have bytes of no character."""
    return not any("\ud800" <= character <= "\udfff" for character in name)


def _is_writable(folder: Path) -> bool:
    return not folder.is_relative_to(BUNDLED_MODS.resolve())


def _check_name(folder: Path, name: str) -> None:
    """Raise HostError for a path in the folder of a mod where no segment file is written."""
    path = locate(folder, name)
    inside = path.relative_to(folder)
    if inside.suffix != SUFFIX or not all(map(may_belong_to_mod, inside.parts)):
        raise RequestError(f'"{visible(name)}" is not the name of a segment file: must end in {SUFFIX}')
    if not path.parent.is_dir():
        raise RequestError(f'there is no folder for "{visible(name)}": make it first')


def _compare_lines(theirs: Sequence[str], mine: Sequence[str]) -> list[dict[str, str]]:
    """Return lines with their kind: `same`, `file` (only in the file), `mine`, and `gap` for equal lines left out."""
    if len(theirs) + len(mine) > _MOST_COMPARED:
        blocks: Iterable[Any] = [("replace", 0, len(theirs), 0, len(mine))]
        groups = [blocks] if theirs != mine else []
    else:
        groups = list(difflib.SequenceMatcher(None, theirs, mine, autojunk=False).get_grouped_opcodes(_CONTEXT))
    lines = []
    for number, group in enumerate(groups):
        if number:
            lines.append({"kind": "gap", "text": ""})
        for kind, i, j, k, m in group:
            if kind == "equal":
                lines += [{"kind": "same", "text": visible(line)} for line in theirs[i:j]]
            else:
                lines += [{"kind": "file", "text": visible(line)} for line in theirs[i:j]]
                lines += [{"kind": "mine", "text": visible(line)} for line in mine[k:m]]
    return lines[:_MOST_COMPARED]
