"""The file of a save: SQLite, one transaction a save, and a digest of each chunk.

A save is a header (plain data) and chunks, each known by a kind and a key. What is written lies in a write-ahead log
until it is complete, so that a process that is killed at any instant leaves the last completed save; a file comes into
being complete. Digests tell a flipped bit from what was saved.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import Any

from host.errors import SaveError
from host.save.contents import ChunkKey, Contents

SCHEMA = 1
# Tells a save from other files of SQLite.
_APPLICATION = 0x44484F53
_BACKUPS = 3
# Seconds to wait for another process that saves.
_PATIENCE = 10.0

_TABLES = """
CREATE TABLE header (only INTEGER PRIMARY KEY CHECK (only = 1), data TEXT NOT NULL, digest BLOB NOT NULL) STRICT;
CREATE TABLE chunk (kind TEXT, key TEXT, data BLOB NOT NULL, digest BLOB NOT NULL, PRIMARY KEY (kind, key)) STRICT;
"""


def exists(path: Path) -> bool:
    """Whether there is a save to go on from; an empty file is none yet."""
    return path.exists() and path.stat().st_size > 0


def read(path: Path) -> Contents:
    """The whole save. Raises SaveError, which names the place, when it is damaged or no save."""
    with _reading(path) as database:
        problems = _problems(database)
        if problems:
            raise _damaged(path, problems)
        (text,) = database.execute("SELECT data FROM header").fetchone()
        chunks = {(kind, key): data for kind, key, data in database.execute("SELECT kind, key, data FROM chunk")}
        return Contents(json.loads(text), chunks)


def check(path: Path) -> list[str]:
    """What is damaged in a save, place by place; nothing when it is whole. Raises SaveError for what is no save."""
    try:
        with _reading(path) as database:
            return _problems(database)
    except SaveError as error:
        if "damaged" in error.message:
            return [error.message]
        raise


class SaveFile:
    """A save that is written again and again. The earlier save is copied to a backup before it is first changed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._backed_up = not exists(path)
        # How many saves the file had seen when this one wrote last.
        self._count: int | None = None

    def write(self, header: Mapping[str, Any], changed: Mapping[ChunkKey, bytes], kept: Iterable[ChunkKey]) -> None:
        """Make the save what `changed` and, of what it had, `kept` say, in one step. Raises SaveError, and then the
        file is as it was, when that cannot be done or somebody else has written to it."""
        if not exists(self.path):
            self._create(header, changed)
            return
        if not self._backed_up:
            back_up(self.path)
            self._backed_up = True
        try:
            with closing(self._open()) as database:
                self._replace(database, header, changed, {*changed, *kept})
        except sqlite3.Error as error:
            raise SaveError(f'the save "{self.path}" cannot be written: {error}') from None

    def _open(self) -> sqlite3.Connection:
        database = sqlite3.connect(self.path, timeout=_PATIENCE, isolation_level=None)
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("PRAGMA synchronous=FULL")
        return database

    def _replace(
        self,
        database: sqlite3.Connection,
        header: Mapping[str, Any],
        changed: Mapping[ChunkKey, bytes],
        wanted: set[ChunkKey],
    ) -> None:
        database.execute("BEGIN IMMEDIATE")
        try:
            count = _count(database)
            if self._count is not None and count != self._count:
                raise SaveError(f'the save "{self.path}" was written by another process: what it wrote is left alone')
            rows = database.execute("SELECT kind, key, digest FROM chunk")
            known = {(kind, key): digest for kind, key, digest in rows}
            digests = {key: _digest(key, data) for key, data in changed.items()}
            database.executemany(
                "INSERT OR REPLACE INTO chunk VALUES (?, ?, ?, ?)",
                [(*key, data, digests[key]) for key, data in changed.items() if known.get(key) != digests[key]],
            )
            database.executemany("DELETE FROM chunk WHERE kind = ? AND key = ?", known.keys() - wanted)
            known.update(digests)
            _write_header(database, header, count + 1, {key: known[key] for key in wanted if key in known})
            database.execute("COMMIT")
        except BaseException:
            database.execute("ROLLBACK")
            raise
        self._count = count + 1
        # What is complete goes into the file itself, so that the file alone is the save.
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _create(self, header: Mapping[str, Any], chunks: Mapping[ChunkKey, bytes]) -> None:
        fresh = self.path.with_name(f".{self.path.name}.{os.getpid()}.new")
        try:
            fresh.unlink(missing_ok=True)
            with closing(sqlite3.connect(fresh, isolation_level=None)) as database:
                database.execute(f"PRAGMA application_id={_APPLICATION}")
                database.execute(f"PRAGMA user_version={SCHEMA}")
                database.execute("PRAGMA synchronous=FULL")
                database.executescript(_TABLES)
                database.execute("BEGIN IMMEDIATE")
                digests = {key: _digest(key, data) for key, data in chunks.items()}
                database.executemany(
                    "INSERT INTO chunk VALUES (?, ?, ?, ?)", [(*key, chunks[key], digests[key]) for key in chunks]
                )
                _write_header(database, header, 1, digests)
                database.execute("COMMIT")
            # A log that a killed process left behind belongs to a file that is no more.
            for suffix in ("-wal", "-shm"):
                self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)
            fresh.replace(self.path)
        except (sqlite3.Error, OSError) as error:
            fresh.unlink(missing_ok=True)
            raise SaveError(f'the save "{self.path}" cannot be written: {error}') from None
        self._count = 1
        self._backed_up = True


def backups(path: Path) -> list[Path]:
    """The backups of a save, the latest first."""
    found = [path.with_name(f"{path.name}.backup{number}") for number in range(1, _BACKUPS + 1)]
    return [backup for backup in found if backup.exists()]


def back_up(path: Path) -> Path:
    """Copy a save beside itself, and let older copies move on; the oldest goes. Raises SaveError."""
    try:
        fresh = path.with_name(f".{path.name}.{os.getpid()}.backup")
        with _reading(path) as database, closing(sqlite3.connect(fresh)) as copy:
            database.backup(copy)
        for number in range(_BACKUPS, 1, -1):
            older = path.with_name(f"{path.name}.backup{number - 1}")
            if older.exists():
                older.replace(path.with_name(f"{path.name}.backup{number}"))
        target = path.with_name(f"{path.name}.backup1")
        fresh.replace(target)
    except (sqlite3.Error, OSError) as error:
        raise SaveError(f'the save "{path}" cannot be copied: {error}') from None
    return target


def prune(path: Path) -> int:
    """Remove the backups of a save and the room that its file does not use; how many bytes that frees."""
    before = sum(file.stat().st_size for file in (path, *backups(path)))
    problems = check(path)
    if problems:
        raise _damaged(path, problems)
    for backup in backups(path):
        backup.unlink()
    try:
        with closing(sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None)) as database:
            database.execute("VACUUM")
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error as error:
        raise SaveError(f'the save "{path}" cannot be pruned: {error}') from None
    return before - path.stat().st_size


def restore_backup(path: Path, backup: Path) -> None:
    """Let a save be what a backup of it is."""
    shutil.copyfile(backup, path)


# -- helpers


@contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    """The database of a save, to be read."""
    if not path.is_file():
        raise SaveError(f'there is no save "{path}"')
    try:
        with closing(sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None)) as database:
            (application,) = database.execute("PRAGMA application_id").fetchone()
            (version,) = database.execute("PRAGMA user_version").fetchone()
            if application != _APPLICATION:
                raise SaveError(f'"{path}" is no save of dungeon-host')
            if version != SCHEMA:
                raise SaveError(
                    f'the save "{path}" has the form {version}: this version of dungeon-host reads the form {SCHEMA}'
                )
            yield database
    except sqlite3.Error as error:
        if "not a database" in str(error):
            raise SaveError(f'"{path}" is no save of dungeon-host, or its beginning is damaged') from None
        raise _damaged(path, [str(error)]) from None
    except (ValueError, TypeError) as error:
        # Text that is no UTF-8, a header that is no JSON.
        raise _damaged(path, [str(error)]) from None


def _damaged(path: Path, problems: list[str]) -> SaveError:
    copies = backups(path)
    return SaveError(
        f'the save "{path}" is damaged: {"; ".join(problems[:5])}',
        hint=f"the latest backup of it is {copies[0]}" if copies else None,
    )


def _digest(key: ChunkKey, data: bytes) -> bytes:
    return blake2b(data, digest_size=16, key="\0".join(key).encode()[:64]).digest()


def _header_digest(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _write_header(
    database: sqlite3.Connection, header: Mapping[str, Any], count: int, digests: Mapping[ChunkKey, bytes]
) -> None:
    """`chunks` ties the header to the chunks: none can be missing, or be of another save."""
    joined = blake2b(digest_size=16)
    for key in sorted(digests):
        joined.update(digests[key])
    text = json.dumps({**header, "count": count, "chunks": joined.hexdigest()}, sort_keys=True)
    database.execute("INSERT OR REPLACE INTO header VALUES (1, ?, ?)", (text, _header_digest(text)))


def _count(database: sqlite3.Connection) -> int:
    row = database.execute("SELECT data FROM header").fetchone()
    return int(json.loads(row[0])["count"]) if row else 0


def _problems(database: sqlite3.Connection) -> list[str]:
    found = [row[0] for row in database.execute("PRAGMA integrity_check(10)") if row[0] != "ok"]
    joined = blake2b(digest_size=16)
    for kind, key, data, digest in database.execute("SELECT kind, key, data, digest FROM chunk ORDER BY kind, key"):
        if _digest((kind, key), data) != digest:
            found.append(f"the chunk {kind} {key} is not what was saved".replace("  ", " "))
        joined.update(digest)
    row = database.execute("SELECT data, digest FROM header").fetchone()
    if row is None:
        found.append("the header is missing")
    elif _header_digest(row[0]) != row[1]:
        found.append("the header is not what was saved")
    elif json.loads(row[0]).get("chunks") != joined.hexdigest():
        found.append("the chunks are not those of the header")
    return found
