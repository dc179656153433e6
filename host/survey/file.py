"""The SQLite file of a survey: its plan, a row for each dungeon, and how often contents occur in them.

The table `dungeons` has a row for each dungeon, in the order of `number`, and a column for each metric. Each batch is a
transaction, so programs that read the file while the survey is made see whole rows.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, NamedTuple, Self

from host.errors import DamagedSaveError, ForeignFileError, SaveError, visible
from host.save import sqlite_file
from host.survey.draws import Draw
from host.survey.plan import Plan

FORMAT = 3
KIND = sqlite_file.Kind("survey", 0x44485356, most_bytes=2**36)
# Columns of the table `dungeons` that are not metrics.
COLUMNS = ("number", "seed", "options", "outcome", "reason", "file", "line", "seconds", "digest")
# Seconds to wait for another process that writes.
_LOCK_TIMEOUT = 5.0

_TABLES = """\
CREATE TABLE survey (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE mods (id TEXT PRIMARY KEY, version TEXT NOT NULL, hash TEXT NOT NULL, files BLOB) STRICT;
CREATE TABLE usage (
  sweep INTEGER NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, dungeons INTEGER NOT NULL, total INTEGER NOT NULL,
  PRIMARY KEY (sweep, kind, id)
) STRICT;
CREATE TABLE draws (
  sweep INTEGER NOT NULL, pool TEXT NOT NULL, id TEXT NOT NULL, dungeons INTEGER NOT NULL, drawn INTEGER NOT NULL,
  draws INTEGER NOT NULL, expected REAL NOT NULL, squares REAL NOT NULL, PRIMARY KEY (sweep, pool, id)
) STRICT;
"""
_SCHEMA = dict(zip(("survey", "mods", "usage", "draws"), _TABLES.strip(";\n").split(";\n"), strict=True))
# The most tables that are looked at, and characters of a plan or of a table.
_MOST_TABLES, _LONGEST = 10, 2**20
# Column -> type of its values; those of metrics are numbers or None.
_TYPES: dict[str, Any] = {
    "number": int,
    "seed": int,
    "options": str,
    "outcome": str,
    "reason": str | None,
    "file": str | None,
    "line": int | None,
    "seconds": float,
    "digest": str | None,
}


class Counts(NamedTuple):
    """What is counted over dungeons: usage, kind -> id -> [dungeons, number], and draws (see `host.survey.draws`)."""

    usage: Mapping[str, Mapping[str, Sequence[int]]]
    draws: Mapping[str, Mapping[str, Sequence[float]]]


NO_COUNTS = Counts({}, {})


class SurveyFile:
    """The file of a survey that is being made. `path` None holds the survey in memory."""

    def __init__(
        self,
        path: Path | None,
        plan: Plan,
        pack: Callable[[], Mapping[str, bytes]],
        registered: Mapping[str, Iterable[str]],
    ) -> None:
        """Create the file of a plan, or open it to continue. Raises SaveError, and leaves other files unchanged.

        `pack` returns the packed mods, by id; `registered`: kind -> ids of the contents that dungeons may have.
        """
        self.path = path
        self.plan = stored = plan
        if path is not None and path.exists():
            if not path.is_file():
                raise SaveError(f'"{path}" is not a file: a survey must be a file')
            sqlite_file.check_journal(path, KIND)
            stored, _ = read_plan(path)
            check_same(path, stored, plan)
            # A larger count extends a survey; a smaller one does not shorten it.
            stored = replace(plan, count=max(stored.count, plan.count))
        try:
            if path is None:
                self.database = _connect(":memory:")
                _create_tables(self.database, plan, {}, registered)
            else:
                if not path.exists():
                    _create_file(path, plan, pack(), registered)
                self.database = _connect(path)
                # Readers do not wait for the writer, and a process that is killed loses no whole batch.
                self.database.execute("PRAGMA journal_mode=WAL")
                self.database.execute("PRAGMA synchronous=NORMAL")
                self.database.execute("UPDATE survey SET value = ? WHERE key = 'plan'", (_dump(stored.to_data()),))
        except (OSError, sqlite3.Error) as error:
            raise SaveError(f'the survey "{path}" cannot be written: {error}') from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def next_number(self) -> int:
        """The number of the first dungeon that is not in the file yet."""
        (last,) = self.database.execute("SELECT max(number) FROM dungeons").fetchone()
        return 0 if last is None else int(last) + 1

    def count_failures(self) -> int:
        """Return how many dungeons in the file failed."""
        (count,) = self.database.execute("SELECT count(*) FROM dungeons WHERE outcome = 'failed'").fetchone()
        return int(count)

    def write(self, first: int, rows: Sequence[Sequence[Any]], counts: Counts) -> None:
        """Write the dungeons from number `first` on in one transaction. Raises SaveError, and then writes nothing."""
        plan = self.plan
        marks = ",".join("?" * (len(COLUMNS) + len(plan.metrics)))
        options = _dump(plan.options_of(first))
        records = ((number, plan.seed_of(number), options, *row[:6], *row[6]) for number, row in enumerate(rows, first))
        sweep = first // plan.count
        usage, draws = (
            sorted((sweep, name, entry, *sums) for name, entries in part.items() for entry, sums in entries.items())
            for part in counts
        )
        try:
            self.database.execute("BEGIN IMMEDIATE")
            self.database.executemany(f"INSERT INTO dungeons VALUES ({marks})", records)  # noqa: S608 - only question marks
            self.database.executemany(
                "INSERT INTO usage VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET "
                "dungeons = dungeons + excluded.dungeons, total = total + excluded.total",
                usage,
            )
            self.database.executemany(
                "INSERT INTO draws VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET "
                "dungeons = dungeons + excluded.dungeons, drawn = drawn + excluded.drawn, "
                "draws = draws + excluded.draws, expected = expected + excluded.expected, "
                "squares = squares + excluded.squares",
                draws,
            )
            self.database.execute("COMMIT")
        except sqlite3.Error as error:
            if self.database.in_transaction:
                self.database.execute("ROLLBACK")
            if isinstance(error, sqlite3.IntegrityError):
                raise SaveError(f'another process makes the survey "{self.path}" at the same time') from None
            raise SaveError(f'the survey "{self.path}" cannot be written: {error}') from None

    def read(self, column: str) -> list[Any]:
        """Return a column of the table `dungeons`, in the order of numbers."""
        return [row[0] for row in self.database.execute(f"SELECT {_quoted(column)} FROM dungeons ORDER BY number")]  # noqa: S608

    def close(self) -> None:
        """Close the file, and merge its write-ahead log into it."""
        try:
            if self.path is not None:
                self.database.execute("PRAGMA journal_mode=DELETE")
        except sqlite3.Error:
            # Another process reads the file: SQLite merges the log later.
            pass
        self.database.close()


def _connect(path: Path | str) -> sqlite3.Connection:
    database = sqlite3.connect(path, timeout=_LOCK_TIMEOUT, isolation_level=None, check_same_thread=False)
    database.execute("PRAGMA trusted_schema=OFF")
    return database


def _create_file(path: Path, plan: Plan, packed: Mapping[str, bytes], registered: Mapping[str, Iterable[str]]) -> None:
    """Create the file of a survey without dungeons; the file gets its name when it is complete."""
    path.parent.mkdir(parents=True, exist_ok=True)
    staged = path.with_name(f".{path.name[:40]}.{os.urandom(8).hex()}.new")
    try:
        with closing(_connect(staged)) as database:
            _create_tables(database, plan, packed, registered)
        staged.rename(path)
    finally:
        staged.unlink(missing_ok=True)


def _create_tables(
    database: sqlite3.Connection, plan: Plan, packed: Mapping[str, bytes], registered: Mapping[str, Iterable[str]]
) -> None:
    # In one transaction, because each transaction waits for the disk.
    database.execute("BEGIN")
    database.execute(f"PRAGMA application_id={KIND.application}")
    database.execute(f"PRAGMA user_version={FORMAT}")
    for table in (*_TABLES.strip(";\n").split(";\n"), _dungeons_table(plan.metrics)):
        database.execute(table)
    database.execute("INSERT INTO survey VALUES ('plan', ?)", (_dump(plan.to_data()),))
    database.executemany(
        "INSERT INTO mods VALUES (?, ?, ?, ?)",
        [(identity, version, digest, packed.get(identity)) for identity, version, digest in plan.mods],
    )
    database.executemany(
        "INSERT OR IGNORE INTO usage VALUES (?, ?, ?, 0, 0)",
        [(sweep, kind, name) for sweep in range(len(plan.values)) for kind, ids in registered.items() for name in ids],
    )
    database.execute("COMMIT")


def _dungeons_table(metrics: Iterable[str]) -> str:
    columns = "".join(f", {_quoted(metric)} REAL" for metric in metrics)
    return (
        "CREATE TABLE dungeons (number INTEGER PRIMARY KEY, seed INTEGER NOT NULL, options TEXT NOT NULL, "
        "outcome TEXT NOT NULL, reason TEXT, file TEXT, line INTEGER, seconds REAL NOT NULL, digest TEXT"
        f"{columns}) STRICT"
    )


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _dump(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def check_same(path: Path, stored: Plan, plan: Plan) -> None:
    """Raise SaveError when the plan in a file differs from the present plan; without a sweep the counts may differ."""
    if stored.sweep is None and plan.sweep is None:
        stored = replace(stored, count=plan.count)
    differing = [
        name for name in (field.name for field in fields(Plan)) if getattr(stored, name) != getattr(plan, name)
    ]
    if not differing:
        return
    if "mods" in differing and stored.generator == plan.generator:
        before, now = {m[0]: m[1:] for m in stored.mods}, {m[0]: m[1:] for m in plan.mods}
        changed = [mod for mod in {**before, **now} if before.get(mod) != now.get(mod)]
        reason = f"the mod {', '.join(changed)} has changed since"
    elif differing == ["count"]:
        reason = (
            f"a sweep makes all seeds of a value before those of the next, so their number cannot change: it has "
            f"{stored.count} seeds of each value and not {plan.count}"
        )
    else:
        name = differing[0]
        reason = f"its {name} is {_format_value(getattr(stored, name))} and not {_format_value(getattr(plan, name))}"
    raise SaveError(f'the survey "{path}" cannot go on: {reason}', hint="-o must name another file")


def _format_value(value: Any) -> str:
    return value if isinstance(value, str) else _dump(value)


def read_plan(path: Path) -> tuple[Plan, int]:
    """Return the plan of a survey, and the number of dungeons in its file. Raises SaveError."""
    with open_for_reading(path) as database:
        (count,) = database.execute("SELECT count(*) FROM dungeons").fetchone()
        return _read_stored_plan(database), int(count)


def _read_stored_plan(database: sqlite3.Connection) -> Plan:
    row = database.execute("SELECT value FROM survey WHERE key = 'plan'").fetchone()
    return Plan.from_data(json.loads(row[0]))


@contextmanager
def open_for_reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Open the database of a survey for reading. Raises SaveError for other files, and for damaged ones."""
    try:
        if not path.is_file():
            raise SaveError(f'there is no survey "{path}"')
        with sqlite_file.connect_for_reading(path, KIND) as database:
            (version,) = database.execute("PRAGMA user_version").fetchone()
            if version != FORMAT:
                raise SaveError(f'the survey "{path}" has the format {version}: this version reads the format {FORMAT}')
            # The file may come from a stranger: nothing in its schema is evaluated.
            database.execute("PRAGMA trusted_schema=OFF")
            _check_schema(path, database)
            yield database
    except sqlite3.Error as error:
        raise DamagedSaveError(f'the survey "{path}" is damaged: {error}') from None
    except OSError as error:
        raise SaveError(f'the survey "{path}" cannot be read: {error.strerror or error}') from None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise DamagedSaveError(f'the survey "{path}" is damaged: {error}') from None


def _check_schema(path: Path, database: sqlite3.Connection) -> None:
    """Raise for a schema that the host does not write: a stranger's may compute anything, in generated columns too."""
    rows = database.execute(
        "SELECT type, name, substr(sql, 1, ?) FROM sqlite_master WHERE sql IS NOT NULL", (_LONGEST,)
    )
    schema = {name: sql if kind == "table" else "" for kind, name, sql in rows.fetchmany(_MOST_TABLES)}
    dungeons = schema.pop("dungeons", None)
    if schema != _SCHEMA or dungeons is None:
        raise ForeignFileError(f'"{path}" is not a survey of dungeon-host: it has other tables')
    (size,) = database.execute("SELECT sum(length(CAST(value AS BLOB))) FROM survey").fetchone()
    if (size or 0) > _LONGEST:
        raise ValueError("its plan is too long")
    if dungeons != _dungeons_table(_read_stored_plan(database).metrics):
        raise ValueError("its columns are not those of its plan")


def read_digests(path: Path) -> dict[int, str]:
    """Return the digests of the dungeons of a survey that were made, by their numbers. Raises SaveError."""
    with open_for_reading(path) as database:
        rows = database.execute("SELECT number, digest FROM dungeons WHERE digest IS NOT NULL")
        return {number: str(digest) for number, digest in rows}


def read_packed(path: Path) -> dict[str, bytes]:
    """Return the packed mods of a survey, by id; a mod that was left out is missing. Raises SaveError."""
    with open_for_reading(path) as database:
        return {identity: files for identity, files in database.execute("SELECT id, files FROM mods") if files}


def read_usage(database: sqlite3.Connection) -> dict[str, dict[str, tuple[int, int]]]:
    """Return kind -> id -> (number of dungeons, number in all), over all values of a swept option."""
    usage: dict[str, dict[str, tuple[int, int]]] = {}
    query = "SELECT kind, id, sum(dungeons), sum(total) FROM usage GROUP BY kind, id ORDER BY kind, id"
    for kind, name, dungeons, total in database.execute(query):
        usage.setdefault(kind, {})[name] = dungeons, total
    return usage


def read_draws(database: sqlite3.Connection) -> list[Draw]:
    """Return the draws of all dungeons, over all values of a swept option."""
    query = (
        "SELECT pool, id, sum(dungeons), sum(drawn), sum(draws), sum(expected), sum(squares) FROM draws "
        "GROUP BY pool, id ORDER BY pool, id"
    )
    draws = [Draw(*row) for row in database.execute(query)]
    for draw in draws:
        # Each draw adds a chance of at most 1; its square adds at most as much.
        if not (0 <= draw.dungeons <= draw.drawn <= draw.draws < 2**53 and _is_sum(draw)):
            raise ValueError(f"the draws of {visible(draw.id)} cannot be")
    return draws


def _is_sum(draw: Draw) -> bool:
    """Return whether chances and their squares can have the sums of a draw, but for rounding."""
    return 0 <= draw.squares <= draw.expected + 1 and draw.expected <= draw.draws + 1


def read_columns(
    path: Path,
) -> tuple[Plan, dict[str, list[Any]], dict[str, dict[str, tuple[int, int]]], list[Draw]]:
    """Return the plan of a survey, all columns of its dungeons in the order of numbers, their usage and draws.

    Raises SaveError.
    """
    with open_for_reading(path) as database:
        plan = _read_stored_plan(database)
        names = [*COLUMNS, *plan.metrics]
        rows = database.execute("SELECT * FROM dungeons ORDER BY number").fetchall()
        columns = zip(*rows, strict=True) if rows else ((),) * len(names)
        by_name = {name: list(values) for name, values in zip(names, columns, strict=True)}
        for name, values in by_name.items():
            kind = _TYPES.get(name, float | int | None)
            if not all(isinstance(value, kind) for value in values):
                raise ValueError(f"a value of {name} has a wrong type")
        return plan, by_name, read_usage(database), read_draws(database)
