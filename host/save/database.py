"""The SQLite database in the file of a save: its tables, digests, and the versions of older saves that are read."""

from __future__ import annotations

import json
import os
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import Any

from host.errors import DamagedSaveError, SaveError
from host.save import sqlite_file
from host.save.contents import MOST_CHUNK_BYTES, ChunkKey, check_header

# The version of the file format; files of the releases 0.1.0, in the old format, and 0.2.0 are converted when they are
# written.
FORMAT = 3
OLD_FORMAT = 2
BACKUPS = 3
# Seconds to wait for another process that saves.
_LOCK_TIMEOUT = 10.0
# Modulus of sums of digests.
SUMS = 2**128
# Characters of the header, all of them ASCII, and the most chunks: Python takes many times the bytes of short ones.
_MOST_HEADER, _MOST_CHUNKS = 2**22, 2**20
TABLES = """\
CREATE TABLE header (
  only INTEGER PRIMARY KEY CHECK (only = 1), count INTEGER NOT NULL, data TEXT NOT NULL, digest BLOB NOT NULL
) STRICT;
CREATE TABLE chunk (kind TEXT, key TEXT, data BLOB NOT NULL, digest BLOB NOT NULL, PRIMARY KEY (kind, key)) STRICT;
"""
KIND = sqlite_file.Kind(
    "save",
    application=0x44484F53,
    versions=(OLD_FORMAT, FORMAT),
    tables=tuple(TABLES.strip(";\n").split(";\n")),
    # A save is held in memory, twice.
    most_bytes=2**30,
    most_log=2**30,
    most_value=MOST_CHUNK_BYTES + 2**20,
)


def backups(path: Path) -> list[Path]:
    """List the backups of a save, the latest first."""
    paths = [path.with_name(f"{path.name}.backup{number}") for number in range(1, BACKUPS + 1)]
    return [backup for backup in paths if backup.exists()]


def read_version(database: sqlite3.Connection) -> int:
    """Return the version of the file format of a save."""
    version: int = database.execute("PRAGMA user_version").fetchone()[0]
    return version


def create_file_beside(path: Path) -> Path:
    """Create an empty file beside a save, with a name that nobody can guess."""
    # A name may have 255 bytes.
    handle, name = tempfile.mkstemp(prefix=f".{path.name[:40]}.", suffix=".new", dir=path.parent)
    os.close(handle)
    return Path(name)


def open_for_writing(path: Path) -> sqlite3.Connection:
    """Open the database of a save for writing. Raises SaveError, also when a journal lies beside it."""
    return sqlite_file.open_for_writing(path, KIND, seconds=_LOCK_TIMEOUT)


@contextmanager
def open_for_reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Open the database of a save for reading. Raises SaveError."""
    try:
        with sqlite_file.open_for_reading(path, KIND) as database:
            _check_sizes(path, database)
            yield database
    except DamagedSaveError as error:
        error.hint = error.hint or _name_backup(path)
        raise


def _check_sizes(path: Path, database: sqlite3.Connection) -> None:
    """Raise SaveError for a header or a number of chunks that would take many times the memory of the file."""
    # A text is measured in bytes, without being read.
    for part, most, query in (
        ("bytes in its header", _MOST_HEADER, "SELECT sum(length(CAST(data AS BLOB))) FROM header"),
        ("chunks", _MOST_CHUNKS, "SELECT count(*) FROM chunk"),
    ):
        (number,) = database.execute(query).fetchone()
        if (number or 0) > most:
            raise SaveError(f'the save "{path}" has {number} {part}: it may have {most}')


def damaged_error(path: Path, problems: list[str]) -> DamagedSaveError:
    """Make the error for a damaged save; its hint is the latest backup."""
    return DamagedSaveError(f'the save "{path}" is damaged: {"; ".join(problems[:5])}', hint=_name_backup(path))


def _name_backup(path: Path) -> str | None:
    copies = backups(path)
    return f"the latest backup of it is {copies[0]}" if copies else None


def digest_chunk(key: ChunkKey, data: bytes) -> bytes:
    """Return the digest of a chunk and its key: 16 bytes."""
    return blake2b(data, digest_size=16, key="\0".join(key).encode()[:64]).digest()


def _header_digest(version: int, count: int, text: str) -> bytes:
    covered = f"{count} {text}" if version == OLD_FORMAT else f"{version} {count} {text}"
    return blake2b(covered.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _has_digest(version: int, count: int, text: str, digest: bytes) -> bool:
    """Return whether a header is what was saved.

    In files of the releases 0.1.0, of the old format, and 0.2.0 the digest does not cover the version of the format.
    """
    if _header_digest(version, count, text) == digest:
        return True
    return '"host": "0.2.0"' in text and _header_digest(OLD_FORMAT, count, text) == digest


def old_release(database: sqlite3.Connection) -> str | None:
    """Return the release that wrote a whole save, when its chunks have another form than now."""
    version = read_version(database)
    count, text, digest = database.execute("SELECT count, data, digest FROM header").fetchone()
    if version == OLD_FORMAT:
        return "0.1.0"
    return None if _header_digest(version, count, text) == digest else "0.2.0"


def sum_digests(digests: Iterable[bytes]) -> int:
    """Sum digests, modulo `SUMS`: the order does not matter, and single digests can be added and subtracted."""
    return sum(int.from_bytes(digest, "little") for digest in digests) % SUMS


def write_header(database: sqlite3.Connection, header: Mapping[str, Any], count: int, total: int) -> None:
    """Write the header; its `chunks` is the sum of all digests, so no chunk can be missing or be of another save."""
    text = json.dumps({**header, "chunks": f"{total:032x}"}, sort_keys=True)
    if len(text) > _MOST_HEADER:
        raise SaveError(f"the header of the save would have {len(text)} characters: it may have {_MOST_HEADER}")
    row = (count, text, _header_digest(FORMAT, count, text))
    database.execute("INSERT OR REPLACE INTO header VALUES (1, ?, ?, ?)", row)


def find_problems(database: sqlite3.Connection) -> list[str]:
    """List the damages of a save; the list is empty when it is whole."""
    problems = [row[0] for row in database.execute("PRAGMA integrity_check(10)") if row[0] != "ok"]
    total = 0
    for kind, key, data, digest in database.execute("SELECT kind, key, data, digest FROM chunk ORDER BY kind, key"):
        if digest_chunk((kind, key), data) != digest:
            problems.append(f"the chunk {kind} {key} is not what was saved".replace("  ", " "))
        total += sum_digests([digest])
    row = database.execute("SELECT count, data, digest FROM header").fetchone()
    if row is None:
        problems.append("the header is missing")
    elif not _has_digest(read_version(database), *row):
        problems.append("the header is not what was saved")
    else:
        header = json.loads(row[1])
        if header.get("chunks") != f"{total % SUMS:032x}":
            problems.append("the chunks are not what the header says")
        try:
            check_header(header)
        except SaveError as error:
            problems.append(error.message)
    return problems
