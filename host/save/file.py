"""The file of a save: a SQLite database, one transaction for each save, a digest of each chunk.

A save is a header (plain data) and chunks, each with a kind and a key. SQLite's write-ahead log holds a transaction
until it is complete, so a process that is killed at any time leaves the last complete save. A new file gets its name
when it is complete. Digests detect flipped bits.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import Any

from host.errors import DamagedBeginningError, DamagedSaveError, ForeignFileError, SaveError
from host.save.contents import ChunkKey, Contents, check_header

# The version of the file format; `format_2` reads files of version 0.1.0, which are converted when they are written.
FORMAT = 3
_OLD_FORMAT = 2
# Identifies a save among other SQLite files.
_APPLICATION = 0x44484F53
_BACKUPS = 3
# Seconds to wait for another process that saves.
_PATIENCE = 10.0
_SUMS = 2**128
# The largest file: all of it is held in memory, twice.
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
    """Whether there is a save to continue; an empty file is not one yet. Raises SaveError for a folder or a pipe."""
    if path.exists() and not path.is_file():
        raise SaveError(f'"{path}" is not a file: a save must be a file')
    return path.exists() and path.stat().st_size > 0


def read(path: Path) -> Contents:
    """Read the whole save. Raises SaveError, which names the damaged parts, when it is damaged or not a save."""
    return _read(path)[0]


def _read(path: Path) -> tuple[Contents, int]:
    """Read a save, and the version of its format."""
    with _reading(path) as database:
        problems = _problems(database)
        if problems:
            raise _damaged(path, problems)
        version = _version_of(database)
        count, text = database.execute("SELECT count, data FROM header").fetchone()
        header = {**json.loads(text), "count": count}
        chunks = {(kind, key): data for kind, key, data in database.execute("SELECT kind, key, data FROM chunk")}
    if version == _OLD_FORMAT:
        # Few files need this module, and its import takes long.
        from host.save.format_2 import convert_chunks

        chunks = convert_chunks(chunks)
    return Contents(header, chunks), version


def read_format(path: Path) -> int:
    """Read the version of the format of a save. Raises SaveError."""
    with _reading(path) as database:
        return _version_of(database)


def _version_of(database: sqlite3.Connection) -> int:
    version: int = database.execute("PRAGMA user_version").fetchone()[0]
    return version


def check(path: Path) -> list[str]:
    """List the damages of a save; the list is empty when it is whole. Raises SaveError for other files."""
    try:
        with _reading(path) as database:
            return _problems(database)
    except DamagedSaveError as error:
        return [error.message]


class SaveFile:
    """A save that is written many times in one run. The earlier save is copied to a backup before its first change.

    The cost of a write depends on the chunks that changed, not on the size of the save.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        # How often the file had been written when this object last read or wrote it; 0 before there is a file.
        self._count = 0
        # The converted chunks of a file of the old format, until they replace those of the file.
        self._converted: dict[ChunkKey, bytes] | None = None
        self._digests: dict[ChunkKey, bytes] = {}
        self._sum = 0
        self._backed_up = False
        # Open from the first change of an existing file on.
        self._database: sqlite3.Connection | None = None

    def read(self) -> Contents | None:
        """Read the whole save to continue it; None when there is none yet. Raises SaveError as `read` does."""
        if not exists(self.path):
            return None
        contents, version = _read(self.path)
        self._count = contents.header["count"]
        if version == _OLD_FORMAT:
            self._converted = dict(contents.chunks)
        else:
            self._digests = {key: _digest(key, data) for key, data in contents.chunks.items()}
            self._sum = _sum(self._digests.values())
        return contents

    def write(
        self, header: Mapping[str, Any], changed: Mapping[ChunkKey, bytes], dropped: Collection[ChunkKey]
    ) -> None:
        """Replace the header and the `changed` chunks and remove the `dropped` ones, all in one transaction.

        Raises SaveError, and leaves the file as it was, when that fails or when another process wrote to the file.
        """
        if not exists(self.path):
            if self._count:
                raise SaveError(f'the save "{self.path}" was removed while the game was running')
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
        """Close the database, which moves its log into the file."""
        if self._database is not None:
            self._database.close()
            self._database = None

    def __del__(self) -> None:
        # Python warns of databases that are dropped open since 3.13, and users of the library drop hosts.
        self.close()

    def _of_another(self) -> SaveError:
        return SaveError(f'the save "{self.path}" was written by another process: it is not changed')

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
        dropped: Collection[ChunkKey],
    ) -> None:
        database.execute("BEGIN IMMEDIATE")
        try:
            row = database.execute("SELECT count FROM header").fetchone()
            if row is None or row[0] != self._count:
                raise self._of_another()
            if self._converted is not None:
                kept = {key: data for key, data in self._converted.items() if key not in dropped}
                changed = {**kept, **changed}
                database.execute("DELETE FROM chunk")
                database.execute(f"PRAGMA user_version={FORMAT}")
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
        self._count, self._sum, self._converted = self._count + 1, total, None
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
                database.execute(f"PRAGMA user_version={FORMAT}")
                database.execute("PRAGMA synchronous=FULL")
                database.executescript(_TABLES)
                database.execute("BEGIN IMMEDIATE")
                database.executemany(
                    "INSERT INTO chunk VALUES (?, ?, ?, ?)", [(*key, chunks[key], digests[key]) for key in chunks]
                )
                _write_header(database, header, 1, total)
                database.execute("COMMIT")
            # A log that a killed process left belongs to a file that no longer exists.
            for suffix in ("-wal", "-shm"):
                self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)
            fresh.replace(self.path)
        except (sqlite3.Error, OSError) as error:
            fresh.unlink(missing_ok=True)
            raise SaveError(f'the save "{self.path}" cannot be written: {error}') from None
        self._count, self._digests, self._sum = 1, digests, total
        self._backed_up = True


def backups(path: Path) -> list[Path]:
    """List the backups of a save, the latest first."""
    paths = [path.with_name(f"{path.name}.backup{number}") for number in range(1, _BACKUPS + 1)]
    return [backup for backup in paths if backup.exists()]


def back_up(path: Path) -> Path:
    """Copy a save to its backup 1, after renaming each older backup; the oldest is removed. Raises SaveError."""
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
    """Remove the backups of a save and the unused pages of its file; return the number of bytes that frees."""
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


# -- helpers


@contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Open the database of a save for reading."""
    if not path.is_file():
        raise SaveError(f'there is no save "{path}"')
    if path.stat().st_size > _MOST_BYTES:
        raise SaveError(f'"{path}" has {path.stat().st_size} bytes: a save has at most {_MOST_BYTES}')
    try:
        with closing(sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None)) as database:
            (application,) = database.execute("PRAGMA application_id").fetchone()
            version = _version_of(database)
            if application != _APPLICATION:
                raise ForeignFileError(f'"{path}" is not a save of dungeon-host')
            if version not in (_OLD_FORMAT, FORMAT):
                newer = "a newer version of dungeon-host wrote it, and " if version > FORMAT else ""
                raise SaveError(
                    f'the save "{path}" has the format {version}: {newer}this version reads the formats {_OLD_FORMAT} '
                    f"and {FORMAT}"
                )
            # A save may come from an untrusted source: its schema is never evaluated.
            database.execute("PRAGMA trusted_schema=OFF")
            if set(database.execute("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL")) != _OWN_SCHEMA:
                raise ForeignFileError(f'"{path}" is not a save of dungeon-host: it has other tables')
            yield database
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_NOTADB:
            raise DamagedBeginningError(
                f'"{path}" is not a save of dungeon-host, or its beginning is damaged'
            ) from None
        raise _damaged(path, [str(error)]) from None
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        # Text that is not UTF-8, a header that is not JSON.
        raise _damaged(path, [str(error)]) from None


def _damaged(path: Path, problems: list[str]) -> DamagedSaveError:
    copies = backups(path)
    return DamagedSaveError(
        f'the save "{path}" is damaged: {"; ".join(problems[:5])}',
        hint=f"the latest backup of it is {copies[0]}" if copies else None,
    )


def _digest(key: ChunkKey, data: bytes) -> bytes:
    return blake2b(data, digest_size=16, key="\0".join(key).encode()[:64]).digest()


def _header_digest(version: int, count: int, text: str) -> bytes:
    # In files of version 0.1.0 the digest does not cover the version of the format.
    covered = f"{count} {text}" if version == _OLD_FORMAT else f"{version} {count} {text}"
    return blake2b(covered.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _sum(digests: Iterable[bytes]) -> int:
    """A sum of digests in any order, to which a digest can be added and from which one can be subtracted."""
    return sum(int.from_bytes(digest, "little") for digest in digests) % _SUMS


def _write_header(database: sqlite3.Connection, header: Mapping[str, Any], count: int, total: int) -> None:
    """Write the header; its `chunks` is the sum of all digests, so no chunk can be missing or be of another save."""
    text = json.dumps({**header, "chunks": f"{total:032x}"}, sort_keys=True)
    row = (count, text, _header_digest(FORMAT, count, text))
    database.execute("INSERT OR REPLACE INTO header VALUES (1, ?, ?, ?)", row)


def _problems(database: sqlite3.Connection) -> list[str]:
    problems = [row[0] for row in database.execute("PRAGMA integrity_check(10)") if row[0] != "ok"]
    total = 0
    for kind, key, data, digest in database.execute("SELECT kind, key, data, digest FROM chunk ORDER BY kind, key"):
        if _digest((kind, key), data) != digest:
            problems.append(f"the chunk {kind} {key} is not what was saved".replace("  ", " "))
        total += _sum([digest])
    row = database.execute("SELECT count, data, digest FROM header").fetchone()
    if row is None:
        problems.append("the header is missing")
    elif _header_digest(_version_of(database), *row[:2]) != row[2]:
        problems.append("the header is not what was saved")
    else:
        header = json.loads(row[1])
        if header.get("chunks") != f"{total % _SUMS:032x}":
            problems.append("the chunks are not those of the header")
        try:
            check_header(header)
        except SaveError as error:
            problems.append(error.message)
    return problems
