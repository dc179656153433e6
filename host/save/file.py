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
from host.save.contents import ChunkKey, Contents, checked_header

SCHEMA = 2
# Tells a save from other files of SQLite.
_APPLICATION = 0x44484F53
_BACKUPS = 3
# Seconds to wait for another process that saves.
_PATIENCE = 10.0
_SUMS = 2**128
# All of it is held in memory, twice.
_MOST_BYTES = 2**30

_TABLES = """\
CREATE TABLE header (
  only INTEGER PRIMARY KEY CHECK (only = 1), count INTEGER NOT NULL, data TEXT NOT NULL, digest BLOB NOT NULL
) STRICT;
CREATE TABLE chunk (kind TEXT, key TEXT, data BLOB NOT NULL, digest BLOB NOT NULL, PRIMARY KEY (kind, key)) STRICT;
"""
_OWN_SCHEMA = {
    ("table", name, sql) for name, sql in zip(("header", "chunk"), _TABLES.strip(";\n").split(";\n"), strict=True)
}


def exists(path: Path) -> bool:
    """Whether there is a save to go on from; an empty file is none yet. Raises SaveError for what cannot be one."""
    if path.exists() and not path.is_file():
        raise SaveError(f'"{path}" is no file: a save must be one')
    return path.exists() and path.stat().st_size > 0


def read(path: Path) -> Contents:
    """The whole save. Raises SaveError, which names the place, when it is damaged or no save."""
    with _reading(path) as database:
        problems = _problems(database)
        if problems:
            raise _damaged(path, problems)
        count, text = database.execute("SELECT count, data FROM header").fetchone()
        chunks = {(kind, key): data for kind, key, data in database.execute("SELECT kind, key, data FROM chunk")}
        return Contents({**json.loads(text), "count": count}, chunks)


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
    """A save that is written again and again. The earlier save is copied to a backup before it is first changed.

    What a write costs depends on what has changed, not on how much there is.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        # How many saves the file had seen when this one read or wrote it last: 0 before there is a file.
        self._count = 0
        self._digests: dict[ChunkKey, bytes] = {}
        self._sum = 0
        self._backed_up = False
        # Open from the first change of an existing file on.
        self._database: sqlite3.Connection | None = None

    def read(self) -> Contents | None:
        """The whole save, to go on from; None when there is none yet. Raises SaveError as `read` does."""
        if not exists(self.path):
            return None
        found = read(self.path)
        self._count = found.header["count"]
        self._digests = {key: _digest(key, data) for key, data in found.chunks.items()}
        self._sum = _sum(self._digests.values())
        return found

    def write(self, header: Mapping[str, Any], changed: Mapping[ChunkKey, bytes], dropped: Iterable[ChunkKey]) -> None:
        """Let the save have another header, other chunks where they `changed`, and none where they are `dropped`, in
        one step. Raises SaveError, and then the file is as it was, when that cannot be done or somebody else has
        written to it since it was read."""
        if not exists(self.path):
            if self._count:
                raise SaveError(f'the save "{self.path}" is gone: it was there when the game was last saved')
            self._create(header, changed)
            return
        if not self._count:
            raise self._of_another()
        if not self._backed_up:
            back_up(self.path)
            self._backed_up = True
        try:
            if self._database is None:
                self._database = self._open()
            self._replace(self._database, header, changed, dropped)
        except sqlite3.Error as error:
            raise SaveError(f'the save "{self.path}" cannot be written: {error}') from None

    def close(self) -> None:
        """Let the file alone be the save: what is complete in its log goes into it."""
        if self._database is not None:
            self._database.close()
            self._database = None

    def _of_another(self) -> SaveError:
        return SaveError(f'the save "{self.path}" was written by another process: what it wrote is left alone')

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
        dropped: Iterable[ChunkKey],
    ) -> None:
        database.execute("BEGIN IMMEDIATE")
        try:
            row = database.execute("SELECT count FROM header").fetchone()
            if row is None or row[0] != self._count:
                raise self._of_another()
            digests = {key: _digest(key, data) for key, data in changed.items()}
            written = {key: digest for key, digest in digests.items() if self._digests.get(key) != digest}
            gone = [key for key in dropped if key in self._digests and key not in changed]
            total = (
                self._sum
                + _sum(written.values())
                - _sum(self._digests[key] for key in (*written, *gone) if key in self._digests)
            ) % _SUMS
            database.executemany(
                "INSERT OR REPLACE INTO chunk VALUES (?, ?, ?, ?)",
                [(*key, changed[key], digest) for key, digest in written.items()],
            )
            database.executemany("DELETE FROM chunk WHERE kind = ? AND key = ?", gone)
            _write_header(database, header, self._count + 1, total)
            (pages,) = database.execute("PRAGMA page_count").fetchone()
            (size,) = database.execute("PRAGMA page_size").fetchone()
            if pages * size > _MOST_BYTES:
                raise SaveError(f'the save "{self.path}" would have {pages * size} bytes: it may have {_MOST_BYTES}')
            database.execute("COMMIT")
        except BaseException:
            database.execute("ROLLBACK")
            raise
        self._count, self._sum = self._count + 1, total
        self._digests.update(written)
        for key in gone:
            del self._digests[key]

    def _create(self, header: Mapping[str, Any], chunks: Mapping[ChunkKey, bytes]) -> None:
        fresh = self.path.with_name(f".{self.path.name}.{os.getpid()}.new")
        digests = {key: _digest(key, data) for key, data in chunks.items()}
        total = _sum(digests.values())
        try:
            fresh.unlink(missing_ok=True)
            with closing(sqlite3.connect(fresh, isolation_level=None)) as database:
                database.execute(f"PRAGMA application_id={_APPLICATION}")
                database.execute(f"PRAGMA user_version={SCHEMA}")
                database.execute("PRAGMA synchronous=FULL")
                database.executescript(_TABLES)
                database.execute("BEGIN IMMEDIATE")
                database.executemany(
                    "INSERT INTO chunk VALUES (?, ?, ?, ?)", [(*key, chunks[key], digests[key]) for key in chunks]
                )
                _write_header(database, header, 1, total)
                database.execute("COMMIT")
            # A log that a killed process left behind belongs to a file that is no more.
            for suffix in ("-wal", "-shm"):
                self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)
            fresh.replace(self.path)
        except (sqlite3.Error, OSError) as error:
            fresh.unlink(missing_ok=True)
            raise SaveError(f'the save "{self.path}" cannot be written: {error}') from None
        self._count, self._digests, self._sum = 1, digests, total
        self._backed_up = True


def backups(path: Path) -> list[Path]:
    """The backups of a save, the latest first."""
    found = [path.with_name(f"{path.name}.backup{number}") for number in range(1, _BACKUPS + 1)]
    return [backup for backup in found if backup.exists()]


def back_up(path: Path) -> Path:
    """Copy a save beside itself, and let older copies move on; the oldest goes. Raises SaveError."""
    try:
        fresh = path.with_name(f".{path.name}.{os.getpid()}.backup")
        fresh.unlink(missing_ok=True)
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
    if path.stat().st_size > _MOST_BYTES:
        raise SaveError(f'"{path}" has {path.stat().st_size} bytes: a save has at most {_MOST_BYTES}')
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
            # Whatever somebody else's schema would do: it is never asked.
            database.execute("PRAGMA trusted_schema=OFF")
            if set(database.execute("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL")) != _OWN_SCHEMA:
                raise SaveError(f'"{path}" is no save of dungeon-host: it has other tables')
            yield database
    except sqlite3.Error as error:
        if "not a database" in str(error):
            raise SaveError(f'"{path}" is no save of dungeon-host, or its beginning is damaged') from None
        raise _damaged(path, [str(error)]) from None
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
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


def _header_digest(count: int, text: str) -> bytes:
    return blake2b(f"{count} {text}".encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _sum(digests: Iterable[bytes]) -> int:
    """One number for digests in any order, to which one can be added and from which one can be taken."""
    return sum(int.from_bytes(digest, "little") for digest in digests) % _SUMS


def _write_header(database: sqlite3.Connection, header: Mapping[str, Any], count: int, total: int) -> None:
    """`chunks` ties the header to the chunks: none can be missing, or be of another save."""
    text = json.dumps({**header, "chunks": f"{total:032x}"}, sort_keys=True)
    row = (count, text, _header_digest(count, text))
    database.execute("INSERT OR REPLACE INTO header VALUES (1, ?, ?, ?)", row)


def _problems(database: sqlite3.Connection) -> list[str]:
    found = [row[0] for row in database.execute("PRAGMA integrity_check(10)") if row[0] != "ok"]
    total = 0
    for kind, key, data, digest in database.execute("SELECT kind, key, data, digest FROM chunk ORDER BY kind, key"):
        if _digest((kind, key), data) != digest:
            found.append(f"the chunk {kind} {key} is not what was saved".replace("  ", " "))
        total += _sum([digest])
    row = database.execute("SELECT count, data, digest FROM header").fetchone()
    if row is None:
        found.append("the header is missing")
    elif _header_digest(*row[:2]) != row[2]:
        found.append("the header is not what was saved")
    else:
        header = json.loads(row[1])
        if header.get("chunks") != f"{total % _SUMS:032x}":
            found.append("the chunks are not those of the header")
        try:
            checked_header(header)
        except SaveError as error:
            found.append(error.message)
    return found
