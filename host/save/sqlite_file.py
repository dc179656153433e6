"""SQLite files that may come from strangers: how they are opened.

SQLite may write when it opens a database: it rolls back a journal beside the file, and deletes the files that the
journal names. Therefore a file is read as one that never changes, or from a copy of the file and its write-ahead log. A
file with a journal beside it is never opened: the host leaves no journals.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from host.errors import DamagedBeginningError, ForeignFileError, SaveError

# The beginning of a SQLite file, and where in it the number is that identifies a kind: 4 bytes, big-endian.
_MAGIC = b"SQLite format 3\0"
_APPLICATION_AT = 68
# Attempts at a copy of a file that another process writes, and the seconds between two.
_COPIES, _BETWEEN_COPIES = 20, 0.05


class Kind(NamedTuple):
    """A kind of files of the host: its noun in messages, the number that identifies it, and its largest size."""

    noun: str
    application: int
    # A save is held in memory, twice.
    most_bytes: int = 2**30


def path_beside(path: Path, suffix: str) -> Path:
    """Return the path of a file of SQLite that lies beside a database."""
    return path.with_name(path.name + suffix)


def check_journal(path: Path, kind: Kind) -> None:
    """Raise SaveError when a journal lies beside a file, which opening the file would run."""
    journal = path_beside(path, "-journal")
    if os.path.lexists(journal):
        raise SaveError(
            f'"{journal}" is not of dungeon-host, and would change the {kind.noun} "{path}" and other files: remove it'
        )


def check_beginning(path: Path, kind: Kind) -> None:
    """Raise SaveError for a file of another kind, before SQLite opens it."""
    for file in (path, path_beside(path, "-wal")):
        if file.exists() and (not file.is_file() or file.stat().st_size > kind.most_bytes):
            raise SaveError(f'"{file}" has {file.stat().st_size} bytes: a {kind.noun} has at most {kind.most_bytes}')
    with path.open("rb") as opened:
        beginning = opened.read(_APPLICATION_AT + 4)
    if not beginning.startswith(_MAGIC):
        raise DamagedBeginningError(f'"{path}" is not a {kind.noun} of dungeon-host, or its beginning is damaged')
    if int.from_bytes(beginning[_APPLICATION_AT:], "big") != kind.application:
        raise ForeignFileError(f'"{path}" is not a {kind.noun} of dungeon-host')


@contextmanager
def connect_for_reading(path: Path, kind: Kind) -> Iterator[sqlite3.Connection]:
    """Connect to a file for reading; neither it nor any file beside it changes. Raises SaveError."""
    check_beginning(path, kind)
    log = path_beside(path, "-wal")
    if log.exists() and log.stat().st_size:
        with tempfile.TemporaryDirectory(prefix="dungeon-host-") as folder:
            copy = _copy_with_log(path, Path(folder))
            with closing(sqlite3.connect(copy, isolation_level=None)) as database:
                yield database
    else:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?immutable=1", uri=True)) as database:
            yield database


def _copy_with_log(path: Path, folder: Path) -> Path:
    """Copy a file and its write-ahead log, in a state that a process that writes them may have left."""

    def list_versions() -> list[tuple[int, int]]:
        statuses = [file.stat() for file in (path, path_beside(path, "-wal")) if file.exists()]
        return [(status.st_mtime_ns, status.st_size) for status in statuses]

    copy = folder / "copy"
    for _ in range(_COPIES):
        before = list_versions()
        shutil.copyfile(path, copy)
        with suppress(FileNotFoundError):
            shutil.copyfile(path_beside(path, "-wal"), path_beside(copy, "-wal"))
        if list_versions() == before:
            break
        time.sleep(_BETWEEN_COPIES)
    return copy
