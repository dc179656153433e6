"""The file of a save (`--save`): a SQLite database, one transaction for each save, backups, a digest of each chunk.

A save is a header (plain data) and chunks, each with a kind and a key. SQLite's write-ahead log holds a transaction
until it is complete, so a process that is killed at any time leaves the last complete save. A new file gets its name
when it is complete. Digests detect flipped bits.
"""

from __future__ import annotations

import json
import os
import sqlite3
import stat
from collections.abc import Collection, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from host.errors import DamagedSaveError, SaveError
from host.save import database as db
from host.save.contents import ChunkKey, Contents
from host.save.sqlite_file import path_beside

# File systems have names of at most 255 bytes.
_MOST_NAME = 255 - len(".backup1")


def exists(path: Path) -> bool:
    """Return whether there is a save to continue; an empty file is none. Raises SaveError for a folder or a pipe."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise SaveError(f'the save "{path}" cannot be read: {error.strerror}') from None
    if not stat.S_ISREG(status.st_mode):
        raise SaveError(f'"{path}" is not a file: a save must be a file')
    return status.st_size > 0


def read(path: Path) -> Contents:
    """Read the whole save. Raises SaveError, which names the damaged parts, when it is damaged or not a save."""
    return _read(path)[0]


def _read(path: Path) -> tuple[Contents, bool]:
    """Read a save; return it, and whether its chunks were converted to the present form."""
    with db.open_for_reading(path) as database:
        problems = db.find_problems(database)
        if problems:
            raise db.damaged_error(path, problems)
        release = db.old_release(database)
        count, text = database.execute("SELECT count, data FROM header").fetchone()
        header = {**json.loads(text), "count": count}
        chunks = {(kind, key): data for kind, key, data in database.execute("SELECT kind, key, data FROM chunk")}
    if release:
        # Few files need these modules, and their import takes long.
        from host.save import release_0_1_0, release_0_2_0

        chunks = (release_0_1_0 if release == "0.1.0" else release_0_2_0).convert_chunks(chunks)
    return Contents(header, chunks), release is not None


def read_format(path: Path) -> int:
    """Read the version of the format of a save. Raises SaveError."""
    with db.open_for_reading(path) as database:
        return db.read_version(database)


def check(path: Path) -> list[str]:
    """List the damages of a save; the list is empty when it is whole. Raises SaveError for other files."""
    try:
        with db.open_for_reading(path) as database:
            return db.find_problems(database)
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
        # The converted chunks of a file of an old release, until they replace the chunks in the file.
        self._converted: dict[ChunkKey, bytes] | None = None
        self._digests: dict[ChunkKey, bytes] = {}
        self._sum = 0
        self._backed_up = False
        # Open from the first change of an existing file on.
        self._database: sqlite3.Connection | None = None
        length = len(os.fsencode(path.name))
        if length > _MOST_NAME:
            reason = f"File name too long: it has {length} bytes, and must have at most {_MOST_NAME}"
            raise SaveError(f'the save "{path}" cannot be written: {reason}')

    def read(self) -> Contents | None:
        """Read the whole save to continue it; None when there is none yet. Raises SaveError as `read` does."""
        if not exists(self.path):
            return None
        contents, is_converted = _read(self.path)
        self._count = contents.header["count"]
        if is_converted:
            self._converted = dict(contents.chunks)
        else:
            self._digests = {key: db.digest_chunk(key, data) for key, data in contents.chunks.items()}
            self._sum = db.sum_digests(self._digests.values())
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
        database = db.open_for_writing(self.path)
        if database.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
            # Without this, SQLite has a journal while it begins the log, and a killed process would leave it.
            database.execute("PRAGMA journal_mode=MEMORY")
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
                left = {key: data for key, data in self._converted.items() if key not in dropped}
                changed = {**left, **changed}
                database.execute("DELETE FROM chunk")
                database.execute(f"PRAGMA user_version={db.FORMAT}")
            digests = {key: db.digest_chunk(key, data) for key, data in changed.items()}
            written = {key: digest for key, digest in digests.items() if self._digests.get(key) != digest}
            gone = [key for key in dropped if key in self._digests and key not in changed]
            total = (
                self._sum
                + db.sum_digests(written.values())
                - db.sum_digests(self._digests[key] for key in (*written, *gone) if key in self._digests)
            ) % db.SUMS
            database.executemany(
                "INSERT OR REPLACE INTO chunk VALUES (?, ?, ?, ?)",
                [(*key, changed[key], digest) for key, digest in written.items()],
            )
            database.executemany("DELETE FROM chunk WHERE kind = ? AND key = ?", gone)
            db.write_header(database, header, self._count + 1, total)
            (pages,) = database.execute("PRAGMA page_count").fetchone()
            (size,) = database.execute("PRAGMA page_size").fetchone()
            if pages * size > db.KIND.most_bytes:
                raise SaveError(
                    f'the save "{self.path}" would have {pages * size} bytes: it may have {db.KIND.most_bytes}'
                )
            database.execute("COMMIT")
        except BaseException:
            # After some errors SQLite has rolled back already.
            with suppress(sqlite3.Error):
                database.execute("ROLLBACK")
            raise
        self._count, self._sum, self._converted = self._count + 1, total, None
        self._digests.update(written)
        for key in gone:
            del self._digests[key]

    def _create(self, header: Mapping[str, Any], chunks: Mapping[ChunkKey, bytes]) -> None:
        digests = {key: db.digest_chunk(key, data) for key, data in chunks.items()}
        total = db.sum_digests(digests.values())
        fresh = None
        try:
            fresh = db.create_file_beside(self.path)
            with closing(sqlite3.connect(fresh, isolation_level=None)) as database:
                database.execute(f"PRAGMA application_id={db.KIND.application}")
                database.execute(f"PRAGMA user_version={db.FORMAT}")
                database.execute("PRAGMA synchronous=FULL")
                database.execute("PRAGMA journal_mode=MEMORY")
                database.executescript(db.TABLES)
                database.execute("BEGIN IMMEDIATE")
                database.executemany(
                    "INSERT INTO chunk VALUES (?, ?, ?, ?)", [(*key, chunks[key], digests[key]) for key in chunks]
                )
                db.write_header(database, header, 1, total)
                database.execute("COMMIT")
            if exists(self.path):
                raise self._of_another()
            # A log that a killed process left belongs to a file that no longer exists.
            for suffix in ("-wal", "-shm"):
                path_beside(self.path, suffix).unlink(missing_ok=True)
            self._publish(fresh)
        except (sqlite3.Error, OSError) as error:
            raise SaveError(f'the save "{self.path}" cannot be written: {error}') from None
        finally:
            if fresh is not None:
                fresh.unlink(missing_ok=True)
        self._count, self._digests, self._sum = 1, digests, total
        self._backed_up = True

    def _publish(self, fresh: Path) -> None:
        """Give a complete file the name of the save, unless another process did so first."""
        try:
            # Unlike a rename, a link does not replace what has the name now.
            os.link(fresh, self.path)
        except FileExistsError:
            if exists(self.path):
                raise self._of_another() from None
            fresh.replace(self.path)
        except OSError:
            # The file system has no links.
            fresh.replace(self.path)


def back_up(path: Path) -> Path:
    """Copy a save to its backup 1, after renaming each older backup; the oldest is removed. Raises SaveError."""
    fresh = None
    try:
        fresh = db.create_file_beside(path)
        with db.open_for_reading(path) as database, closing(sqlite3.connect(fresh)) as copy:
            copy.execute("PRAGMA journal_mode=MEMORY")
            database.backup(copy)
        for number in range(db.BACKUPS, 1, -1):
            older = path.with_name(f"{path.name}.backup{number - 1}")
            if older.exists():
                older.replace(path.with_name(f"{path.name}.backup{number}"))
        target = path.with_name(f"{path.name}.backup1")
        fresh.replace(target)
    except (sqlite3.Error, OSError) as error:
        raise SaveError(f'the save "{path}" cannot be copied: {error}') from None
    finally:
        if fresh is not None:
            fresh.unlink(missing_ok=True)
    return target


def prune(path: Path) -> int:
    """Remove the backups of a save and the unused pages of its file; return the number of bytes that frees."""
    problems = check(path)
    if problems:
        raise db.damaged_error(path, problems)
    before = sum(file.stat().st_size for file in (path, *db.backups(path)))
    try:
        with closing(db.open_for_writing(path)) as database:
            database.execute("VACUUM")
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error as error:
        raise SaveError(f'the save "{path}" cannot be pruned: {error}') from None
    for backup in db.backups(path):
        backup.unlink()
    return before - path.stat().st_size
