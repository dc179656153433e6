"""Folders that a stranger may have filled: below them, files are opened through no link, and written whole.

This module and the two that use it, `host.mods.files` and `host.export.files`, are the only ones that open files of
mods. Each part of a path is opened by itself, in the folder that the part before it opened, and never through a link:
so no entry of a folder leads out of it, and neither does an entry that is renamed while the path is opened. The call
openat2 of Linux does the same at once, but other systems lack it, and the sandbox refuses it. Where Python cannot open
a file in an open folder (on Windows), each part is looked at before it is opened.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import Self

from host.errors import HostError

# The file that says which mods the commands of a folder run with.
LOCK = "mods.lock"
# Names of files: a folder with any of these files is a mod. Other programs use the last two names, too.
MARKERS = ("mod.toml", "mod.lua", "init.lua", "main.lua")
_SURE_MARKERS = MARKERS[:2]
_HAS_DESCRIPTORS = {os.open, os.stat, os.mkdir, os.rename, os.unlink} <= os.supports_dir_fd
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
# A folder that may not be listed can still be gone through.
_FOLDER = getattr(os, "O_PATH", os.O_RDONLY) | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0)
_PLAIN = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
# A pipe is opened at once, and is then refused.
_READ = os.O_RDONLY | _PLAIN | getattr(os, "O_NONBLOCK", 0)
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _PLAIN | _NO_LINK
_KINDS = (
    (stat.S_ISLNK, "a link"),
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


def is_mod(folder: Path) -> bool:
    """Return whether a folder is a mod."""
    return any(os.path.isfile(folder / name) for name in MARKERS)  # noqa: PTH113 - `is_file` raises errors


def mod_around(path: Path) -> Path | None:
    """Return the outermost mod around a path that has no links, which may be the path itself; None for none.

    In a home and at the root of the system, an init.lua or main.lua may belong to anything.
    """
    home = os.path.expanduser("~")  # noqa: PTH111 - `Path.home` raises an error where there is none, as in the sandbox
    for folder in (*reversed(path.parents), path):
        markers = _SURE_MARKERS if folder == folder.parent or str(folder) == home else MARKERS
        if any(os.path.isfile(folder / name) for name in markers):  # noqa: PTH113
            return folder
    return None


def hint_at_mod(path: str) -> str | None:
    """Return a hint with the folder of the mod that a path leads into, spelled as the path is; None outside of mods."""
    try:
        inside = Path(path).resolve()
        mod = mod_around(inside.parent)
    except (OSError, RuntimeError, ValueError):
        return None
    if mod is None:
        return None
    folder = path.rstrip("/")
    for _ in inside.relative_to(mod).parts:
        folder = os.path.dirname(folder) or "."  # noqa: PTH120 - `Path` drops the dot in front
    # Where the path goes through links or ends in the mod, its own spelling leads elsewhere.
    shown = folder if Path(folder).resolve() == mod else os.path.relpath(mod)
    return f'did you mean "{shown}", the folder of its mod?'


def walk_folders(root: Path | str) -> Iterator[tuple[str, list[str], list[str]]]:
    """Yield what `os.walk` yields, also where a mod has nested folders deeply: Python 3.11 fails there."""
    waiting = [str(root)]
    while waiting:
        for folder, folders, names in islice(os.walk(waiting.pop()), 1):
            yield folder, folders, names
            paths = (os.path.join(folder, name) for name in reversed(folders))  # noqa: PTH118 - as os.walk does
            waiting += [path for path in paths if not os.path.islink(path)]  # noqa: PTH114


def find_in_mod(path: Path) -> tuple[Path, tuple[str, ...]] | None:
    """Return the first folder on the way to a path that is a mod or lies in one, and the parts below it; or None."""
    absolute = Path(os.path.abspath(path))  # noqa: PTH100 - `resolve` follows links
    for folder in reversed(absolute.parents):
        if folder.is_dir() and mod_around(folder.resolve()) is not None:
            return folder, absolute.relative_to(folder).parts
    return None


def refuse_planted(path: Path) -> None:
    """Raise IrregularError for a path of the user that leads through a link of a mod, or to its pipe or device."""
    with suppress(FileNotFoundError):
        root, parts = find_in_mod(path) or (path, ())
        if parts:
            with open_below(root, parts[:-1]) as folder:
                kind = kind_of(folder.status(parts[-1]))
                if kind not in ("a file", "a folder"):
                    raise IrregularError(errno.EINVAL, f"{parts[-1]} is {kind}: must be a file")


class IrregularError(OSError):
    """A part of a path is a link, or something else that is not what must be there."""


def kind_of(status: os.stat_result) -> str:
    """Return what a file is, for messages: "a link", "a pipe"; "a file" for a regular one."""
    if getattr(status, "st_reparse_tag", 0):
        # On Windows, other things than links lead elsewhere, too.
        return "a link"
    return next((kind for is_kind, kind in _KINDS if is_kind(status.st_mode)), "a file")


class Folder:
    """An open folder. Methods take the name of an entry, without a slash, and raise OSError with the reason."""

    def __init__(self, path: Path, parent: Folder | None = None) -> None:
        """Open a folder. It may be a link, unless it is one of the entries of a `parent`."""
        self.path = path
        if parent is not None:
            parent.refuse_unless(path.name, "a folder")
        self.descriptor: int | None = None
        if _HAS_DESCRIPTORS:
            here, where = (str(path), None) if parent is None else (path.name, parent.descriptor)
            self.descriptor = os.open(here, _FOLDER | (0 if parent is None else _NO_LINK), dir_fd=where)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.descriptor is not None:
            os.close(self.descriptor)
            self.descriptor = None

    def _at(self, name: str) -> str:
        """Return an entry as the functions of the system take it beside the descriptor."""
        return str(self.path / name) if self.descriptor is None else name

    def status(self, name: str) -> os.stat_result:
        """Return the status of an entry; a link is not followed."""
        return os.stat(self._at(name), dir_fd=self.descriptor, follow_symlinks=False)

    def is_link(self, name: str) -> bool:
        """Return whether an entry is a link."""
        try:
            return kind_of(self.status(name)) == "a link"
        except FileNotFoundError:
            return False

    def refuse_unless(self, name: str, kind: str, *, or_missing: bool = False) -> os.stat_result | None:
        """Return the status of an entry, which must be of a kind; with `or_missing`, None when there is no entry."""
        try:
            status = self.status(name)
        except FileNotFoundError:
            if or_missing:
                return None
            raise
        actual = kind_of(status)
        if actual != kind:
            raise IrregularError(errno.EINVAL, f"{name} is {actual}: must be {kind}")
        return status

    def names(self) -> list[str]:
        """Return the names of the entries, sorted."""
        if self.descriptor is None:
            return sorted(os.listdir(self.path))  # noqa: PTH208 - the twin of the line below
        descriptor = os.open(".", os.O_RDONLY | getattr(os, "O_CLOEXEC", 0), dir_fd=self.descriptor)
        try:
            return sorted(os.listdir(descriptor))  # noqa: PTH208
        finally:
            os.close(descriptor)

    def make(self, name: str) -> None:
        """Make a folder, unless there is something of that name."""
        with suppress(FileExistsError):
            os.mkdir(self._at(name), dir_fd=self.descriptor)

    def read(self, name: str, shown: str, most_bytes: int) -> bytes:
        """Return the content of a regular file. Raises HostError, in which it is called `shown`."""
        with as_read_errors(shown):
            # Checked before the file is opened: opening a device may have effects.
            _refuse_irregular(self.status(name), shown, most_bytes)
            return _read(os.open(self._at(name), _READ | _NO_LINK, dir_fd=self.descriptor), shown, most_bytes)

    @staticmethod
    def new_name(name: str) -> str:
        """Return a name for a temporary file, which is known before a Ctrl-C can leave the file."""
        return f".{name[:40]}.{os.urandom(8).hex()}"

    def write_new(self, name: str, content: bytes, mode: int | None = None, *, flushes: bool = True) -> None:
        """Write a new file with the permissions `mode`, by default the usual ones; `flushes` it to the disk."""
        with os.fdopen(os.open(self._at(name), _NEW, mode or 0o666, dir_fd=self.descriptor), "wb") as file:
            file.write(content)
            if flushes:
                file.flush()
                os.fsync(file.fileno())
            if mode is not None and hasattr(os, "fchmod"):
                os.fchmod(file.fileno(), mode)

    def rename(self, name: str, new: str) -> None:
        """Rename an entry; it replaces another one."""
        os.replace(self._at(name), self._at(new), src_dir_fd=self.descriptor, dst_dir_fd=self.descriptor)

    def set_aside(self, name: str) -> str | None:
        """Give an entry a second name, so that a failure can restore it; return the name, or None without an entry."""
        former, at = self.new_name(name), self.descriptor
        try:
            os.link(self._at(name), self._at(former), src_dir_fd=at, dst_dir_fd=at, follow_symlinks=False)
        except FileNotFoundError:
            return None
        except OSError:
            # Some file systems have no second names.
            self.rename(name, former)
        return former

    def remove(self, name: str) -> None:
        """Remove a file or a link, if there is one."""
        with suppress(FileNotFoundError):
            os.unlink(self._at(name), dir_fd=self.descriptor)


def read_regular_file(path: Path, shown: str, most_bytes: int) -> bytes:
    """Return the content of a file that the user named; it may be a link. Raises HostError, as `Folder.read` does."""
    with as_read_errors(shown):
        _refuse_irregular(path.stat(), shown, most_bytes)
        return _read(open_to_read(path), shown, most_bytes)


def open_to_read(path: Path | str) -> int:
    """Return a descriptor of what the user named, which may be no file: a pipe does not wait for a writer."""
    return os.open(path, _READ)


def _read(descriptor: int, shown: str, most_bytes: int) -> bytes:
    """Return the content of an open file, and close it."""
    with os.fdopen(descriptor, "rb") as file:
        status = os.fstat(descriptor)
        _refuse_irregular(status, shown, most_bytes)
        content = file.read(status.st_size + 1)
        if len(content) > status.st_size:
            # The file grows, or belongs to the system, which says that its size is 0.
            content += file.read(most_bytes + 1 - len(content))
    if len(content) > most_bytes:
        raise HostError(f'"{shown}" has {len(content)} bytes: must have at most {most_bytes}')
    return content


def _refuse_irregular(status: os.stat_result, shown: str, most_bytes: int) -> None:
    """Raise HostError for what is not a regular file, and for one with too many bytes."""
    kind = kind_of(status)
    if kind == "a folder":
        raise HostError(f'"{shown}" is a folder: must be a file')
    if kind != "a file":
        raise HostError(f'"{shown}" is not a regular file: it is {kind}')
    if status.st_size > most_bytes:
        raise HostError(f'"{shown}" has {status.st_size} bytes: must have at most {most_bytes}')


@contextmanager
def as_read_errors(shown: str) -> Iterator[None]:
    """Turn an OSError into a HostError that calls the file `shown`."""
    try:
        yield
    except FileNotFoundError:
        raise HostError(f'there is no file "{shown}"') from None
    except OSError as error:
        raise HostError(f'the file "{shown}" cannot be read: {error.strerror}') from None
    except ValueError as error:
        # Of Python, for a path with a NUL.
        raise HostError(f"the file {shown!r} cannot be read: {error}") from None


@contextmanager
def open_below(root: Path, parts: Iterable[str], *, makes: bool = False) -> Iterator[Folder]:
    """Open a folder below `root`, which may be a link; with `makes`, make what is missing. Raises OSError."""
    folder = Folder(root)
    try:
        for part in parts:
            if makes:
                folder.make(part)
            with folder as parent:
                folder = Folder(parent.path / part, parent)
        yield folder
    finally:
        folder.__exit__()
