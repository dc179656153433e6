"""Archives of mods: zip files with the files of one mod, each below a folder that has the name of the mod.

Archives come from strangers. One bad entry refuses the whole archive, and what `read_archive` returns can be written to
a folder of any system.
"""

from __future__ import annotations

import io
import os
import re
import stat
import struct
import unicodedata
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath

from host.errors import HostError, RequestError, in_one_line, shorten
from host.mods.files import MOST_BYTES as MOST_FILE_BYTES
from host.mods.files import files_of, read_mod_file
from host.paths.folders import walk_folders

# Limits of an archive: bytes of all files, unpacked, and their number.
MOST_BYTES, MOST_FILES = 256 * 2**20, 10_000
# Characters of a path, and bytes of each name in it, which file systems have at most.
_LONGEST_PATH, _LONGEST_NAME = 500, 200
_DEEPEST = 30
# Bytes of the list of files at the end of an archive: of each file 46, its path and a few more.
_MOST_LIST_BYTES = MOST_FILES * 300
# The end of a zip file without a comment, and what stands before it where another form of the end is named.
_END, _LOCATOR_BYTES = struct.Struct("<4s4H2LH"), 20
# Zip files have no earlier date.
_DATE = (1980, 1, 1, 0, 0, 0)
_UNIX, _PERMISSIONS = 3, 0o644
_IS_ENCRYPTED, _IS_UTF8 = 0x1, 0x800
# Names of devices on Windows, with any ending.
_DEVICE = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])\s*(\.|$)", re.IGNORECASE)
# Characters that Windows does not have in names.
_NOT_IN_NAMES = frozenset('<>:"|?*\\')


def pack_mod(folder: Path, name: str) -> bytes:
    """Return the archive of the mod in a folder: the same bytes for the same files, on every system.

    name: the folder in the archive, usually the id of the mod.

    Hidden files and compiled Python are left out. Raises RequestError for what an archive cannot hold, such as links.
    """
    _refuse_links(folder)
    paths = [path.relative_to(folder).as_posix() for path in files_of(folder)]
    if len(paths) > MOST_FILES:
        raise RequestError(f'"{folder}" cannot be packed: it has {len(paths)} files: must have at most {MOST_FILES}')
    try:
        _check_paths(f"{name}/{path}" for path in paths)
        contents = {f"{name}/{path}": read_mod_file(folder, path, path) for path in paths}
        _check_size(sum(map(len, contents.values())))
    except (HostError, ValueError) as error:
        raise RequestError(f'"{folder}" cannot be packed: {error}') from None
    return _write(contents)


def _refuse_links(folder: Path) -> None:
    """Raise RequestError for a link: whoever unpacks the archive has nothing that it leads to."""
    for root, folders, names in walk_folders(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for path in (Path(root, name) for name in [*folders, *names] if not name.startswith(".")):
            if os.path.islink(path):  # noqa: PTH114 - `is_symlink` raises errors
                shown = in_one_line(path.relative_to(folder).as_posix())
                raise RequestError(f'"{folder}" cannot be packed: "{shown}" is a link: must be a file')


def _write(contents: Mapping[str, bytes]) -> bytes:
    """Return a zip file, without compression: what it makes of a file differs between versions of zlib."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        for path in sorted(contents):
            entry = zipfile.ZipInfo(path, _DATE)
            entry.create_system = _UNIX
            entry.external_attr = (stat.S_IFREG | _PERMISSIONS) << 16
            archive.writestr(entry, contents[path])
    return packed.getvalue()


def read_archive(data: bytes, shown: str, *, most_bytes: int = MOST_BYTES) -> dict[str, bytes]:
    """Return the contents of the files of an archive by path, such as `my_mod/mod.toml`, sorted by path.

    All paths begin with the same folder. Raises RequestError, in which the archive is called `shown`, unless each entry
    is a file, or a folder, that a mod may have, and the files have at most `most_bytes`.
    """
    try:
        return _read(data, most_bytes)
    except (
        zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, ValueError, OSError, EOFError, struct.error
    ) as error:  # fmt: skip
        raise RequestError(f'the archive "{shown}" is refused: {error}') from None


def _read(data: bytes, most_bytes: int) -> dict[str, bytes]:
    _check_end(data)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        entries = archive.infolist()
        if len(entries) > MOST_FILES:
            raise ValueError(f"it has {len(entries)} entries: must have at most {MOST_FILES}")
        for entry in entries:
            _check_entry(entry)
        files = [entry for entry in entries if not entry.filename.endswith("/")]
        _check_paths((entry.filename for entry in files), (e.filename[:-1] for e in entries if e.filename[-1] == "/"))
        if not files:
            raise ValueError("it has no files")
        if len({entry.filename for entry in entries}) < len(entries):
            raise ValueError("it has a folder twice")
        _check_size(sum(entry.file_size for entry in files), most_bytes)
        contents: dict[str, bytes] = {}
        bytes_left = most_bytes
        for entry in sorted(files, key=lambda entry: entry.filename):
            # The list of files may name a wrong size.
            most = min(bytes_left, MOST_FILE_BYTES)
            with archive.open(entry) as file:
                content = file.read(most + 1)
            if len(content) > most:
                raise ValueError(f"{_quoted(entry.filename)} has too many bytes: must have at most {most}")
            bytes_left -= len(content)
            contents[entry.filename] = content
        return contents


def _check_end(data: bytes) -> None:
    """Raise ValueError unless the data end as zip files do that hold nothing else, with a list that fits in memory."""
    fields = _END.unpack(data[-_END.size :]) if len(data) >= _END.size else ()
    has_long_form = data[-_END.size - _LOCATOR_BYTES :][:4] == b"PK\6\7"
    if not fields or fields[0] != b"PK\5\6" or fields[7]:
        raise ValueError("it is no zip file, has a comment, or is not whole")
    _, _, _, _, entries, list_bytes, list_at, _ = fields
    if has_long_form or entries > MOST_FILES or list_bytes > _MOST_LIST_BYTES:
        raise ValueError(f"it has too many entries: must have at most {MOST_FILES}")
    if list_at + list_bytes + _END.size != len(data) or (list_at and data[:4] != b"PK\3\4"):
        raise ValueError("it holds something else than its files")


def _check_entry(entry: zipfile.ZipInfo) -> None:
    """Raise ValueError unless an entry is a plain file, or a folder, whose name is read in one way only."""
    name = entry.orig_filename
    shown = _quoted(name)
    if "\0" in name:
        raise ValueError(f"{shown} has the character NUL")
    if not name.isascii() and not entry.flag_bits & _IS_UTF8:
        raise ValueError(f"{shown} has characters besides ASCII, and does not say that they are UTF-8")
    if "\\" in name or entry.filename != name:
        raise ValueError(f"{shown} has a second name or a backslash")
    kind = stat.S_IFMT(entry.external_attr >> 16)
    is_folder = name.endswith("/")
    if kind == stat.S_IFLNK:
        raise ValueError(f"{shown} is a link: must be a file")
    if kind and kind != (stat.S_IFDIR if is_folder else stat.S_IFREG):
        raise ValueError(f"{shown} is not a regular file")
    if is_folder and (entry.file_size or entry.compress_size > 2):
        raise ValueError(f"{shown} is a folder with content")
    if entry.flag_bits & _IS_ENCRYPTED:
        raise ValueError(f"{shown} is encrypted")
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        # Others take as much memory as they ask for.
        raise ValueError(f"{shown} is packed in another way than stored or deflate")
    if entry.file_size > MOST_FILE_BYTES:
        raise ValueError(f"{shown} has {entry.file_size} bytes: must have at most {MOST_FILE_BYTES}")


def _check_size(size: int, most_bytes: int = MOST_BYTES) -> None:
    if size > most_bytes:
        raise ValueError(f"its files have {size} bytes: must have at most {most_bytes}")


def _check_paths(files: Iterable[str], folders: Iterable[str] = ()) -> None:
    """Raise ValueError unless the paths lead to different files below one folder, on every system."""
    # Path as systems compare it that know no case -> the path, and whether it is a file.
    known: dict[str, tuple[str, bool]] = {}
    for path, is_file in (*((path, True) for path in files), *((path, False) for path in folders)):
        _check_path(path, is_file=is_file)
        for part in [path, *map(str, PurePosixPath(path).parents)][:-1]:
            is_leaf = is_file and part == path
            folded = _folded(part)
            is_twice = is_leaf and folded in known
            before = known.setdefault(folded, (part, is_leaf))
            if is_twice or before != (part, is_leaf):
                raise ValueError(f"{_quoted(part)} and {_quoted(before[0])} have the same name on some systems")
    tops = sorted({path.partition("/")[0] for path, _ in known.values()})
    if len(tops) > 1:
        raise ValueError(f"its files must be in one folder: they are in {_quoted(tops[0])} and {_quoted(tops[1])}")


def _folded(path: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", path).casefold())


def _check_path(path: str, *, is_file: bool) -> None:
    """Raise ValueError unless a file or a folder of a mod can have the path, on every system."""
    shown = _quoted(path)
    parts = path.split("/")
    if path.startswith("/") or ":" in parts[0]:
        raise ValueError(f"{shown} is an absolute path: must be relative")
    if {"", ".", ".."} & {*parts}:
        raise ValueError(f'{shown} leads out of the archive: its parts must be names, not "..", "." or empty')
    if is_file and len(parts) == 1:
        raise ValueError(f"{shown} is in no folder: must be in the folder of its mod")
    if len(path) > _LONGEST_PATH or len(parts) > _DEEPEST:
        raise ValueError(f"{shown} is too long: must have at most {_LONGEST_PATH} characters and {_DEEPEST} parts")
    for part in parts:
        _check_name(part, shown)


def _check_name(name: str, shown: str) -> None:
    odd = next(
        (c for c in name if c in _NOT_IN_NAMES or unicodedata.category(c)[0] == "C" or c in "\u2028\u2029"), None
    )
    if odd is not None:
        raise ValueError(f"{shown} has the character U+{ord(odd):04X}, which names must not have")
    if len(name.encode()) > _LONGEST_NAME:
        raise ValueError(f"{shown} has a name that is too long: must have at most {_LONGEST_NAME} bytes")
    if unicodedata.normalize("NFC", name) != name:
        raise ValueError(f"{shown} is not in the normal form NFC of Unicode")
    if name[0] in ". " or name[-1] in ". ":
        raise ValueError(f"{shown} has a name that begins or ends with a dot or a space")
    if _DEVICE.match(name) or name == "__pycache__":
        raise ValueError(f"{shown} has a reserved name")


def _quoted(path: str) -> str:
    """Return a path for a message, in which nothing of it can look like another text."""
    return ascii(shorten(path, 100)) if not path.isprintable() else f'"{in_one_line(shorten(path, 100))}"'
