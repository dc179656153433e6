"""Write files atomically: each one completely, and several together, or none.

Links in a path that the user types are followed, except below the folder of a mod: a stranger may have made these.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from host.errors import RequestError, visible
from host.errors.spelling import did_you_mean
from host.paths import why_no_folder
from host.paths.folders import Folder, find_in_mod, open_below

# Folders of pipes and devices, which users name by links, too: /dev/stdout, or >(…) of a shell.
_DEVICES = (Path("/dev"), Path("/proc"))

# Files that are flushed to the disk together; of hundreds, such as editor stubs, that takes seconds.
_MOST_FLUSHED = 32


class Target(NamedTuple):
    """A file to write: its path for messages, and its parts below a folder, where no link is followed."""

    path: Path
    root: Path
    parts: tuple[str, ...]
    # Whether the file replaces a link of its name.
    replaces_link: bool = False

    def open_folder(self, *, makes: bool = False) -> AbstractContextManager[Folder]:
        """Open the folder of the file."""
        return open_below(self.root, self.parts[:-1], makes=makes)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file completely, or leave it unchanged. Raises RequestError."""
    write_all({path: content})


def write_all(files: Mapping[Path, bytes]) -> None:
    """Write all files completely, or leave all unchanged; make their folders. Raises RequestError."""
    targets: dict[Target, bytes] = {}
    for path, content in files.items():
        with _as_write_errors(path):
            if path.is_dir():
                raise RequestError(f'"{path}" is a folder: must be a file')
            in_mod = find_in_mod(path)
            if in_mod is not None:
                targets[Target(path, *in_mod)] = content
            elif _is_device(path):
                # Devices and pipes cannot be replaced, only written to.
                _write_device(path, content)
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                targets[Target(path, path.parent, (path.name,), replaces_link=True)] = content
    write_targets(targets)


def write_targets(files: Mapping[Target, bytes]) -> None:
    """Write all files completely, or leave all unchanged; make their folders. Raises RequestError."""
    staged: dict[Target, str] = {}
    try:
        for target, content in files.items():
            with _as_write_errors(target.path), target.open_folder(makes=True) as folder:
                mode = _find_permissions(folder, target)
                staged[target] = folder.new_name(target.parts[-1])
                folder.write_new(staged[target], content, mode, flushes=len(files) <= _MOST_FLUSHED)
        _rename_all(staged)
    except BaseException:
        for target, name in staged.items():
            with suppress(OSError), target.open_folder() as folder:
                folder.remove(name)
        raise


def make_folder(path: Path) -> None:
    """Make the folder of a file. Raises RequestError."""
    with _as_write_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)


def check_folder(path: Path) -> None:
    """Raise RequestError when the folder of a file does not exist: programs of the library make no folder by a typo."""
    folder = path.parent
    if why_no_folder(folder) is None:
        return
    parent = next(parent for parent in folder.parents if why_no_folder(parent) is None or parent == parent.parent)
    name = folder.relative_to(parent).parts[0]
    try:
        beside = [entry.name for entry in parent.iterdir() if entry.is_dir()]
    except OSError:
        beside = []
    raise RequestError(f'"{path}" cannot be written: there is no folder "{folder}"', hint=did_you_mean(name, beside))


def refuse_same(source: Path, files: Iterable[Path]) -> None:
    """Raise RequestError when one of the output `files` is the input file `source`."""
    for path in files:
        if path.exists() and source.exists() and path.samefile(source):
            raise RequestError(f'"{path}" is the input file, which would be overwritten: -o must name another file')


@contextmanager
def _as_write_errors(path: Path) -> Iterator[None]:
    """Turn an OSError into a RequestError that names the file."""
    try:
        yield
    except OSError as error:
        raise RequestError(f'"{path}" cannot be written: {error.strerror}') from None
    except ValueError as error:
        # Of Python, for a path with a NUL.
        raise RequestError(f"{visible(str(path))} cannot be written: {error}") from None


def _is_device(path: Path) -> bool:
    """Return whether a path names a device or a pipe; only links in folders of the system are followed."""
    try:
        is_of_system = any(path.parent.resolve().is_relative_to(folder) for folder in _DEVICES)
        mode = (path.stat() if is_of_system else path.lstat()).st_mode
    except FileNotFoundError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISLNK(mode))


def _write_device(path: Path, content: bytes) -> None:
    # Without O_NONBLOCK, a pipe without a reader would wait for ever.
    descriptor = os.open(path, os.O_WRONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0))
    with os.fdopen(descriptor, "wb") as file:
        os.set_blocking(descriptor, True)
        file.write(content)


def _find_permissions(folder: Folder, target: Target) -> int | None:
    """Return the permissions of the file that is replaced, None for a new one. Raises OSError unless it is a file."""
    name = target.parts[-1]
    if target.replaces_link and folder.is_link(name):
        return None
    status = folder.refuse_unless(name, "a file", or_missing=True)
    return None if status is None else stat.S_IMODE(status.st_mode) & 0o777


def _rename_all(staged: dict[Target, str]) -> None:
    """Rename staged files to their final names; when one fails, restore those before it."""
    # Target -> the second name of its former content until all are renamed; None for a new file.
    done: dict[Target, str | None] = {}
    last = next(reversed(staged), None)
    try:
        for target, name in staged.items():
            with _as_write_errors(target.path), target.open_folder() as folder:
                # Nothing can fail after the last rename, so its old content is not needed.
                done[target] = None if target is last else folder.set_aside(target.parts[-1])
                folder.rename(name, target.parts[-1])
    except BaseException:
        for target, former in done.items():
            with suppress(OSError), target.open_folder() as folder:
                if former is not None:
                    folder.rename(former, target.parts[-1])
                    # Renaming a second name to the first one does nothing.
                    folder.remove(former)
                elif target is not last:
                    folder.remove(target.parts[-1])
        raise
    for target, former in done.items():
        if former is not None:
            with target.open_folder() as folder:
                folder.remove(former)
