"""The SQLite file of a survey: its plan, a row for each dungeon, and how often contents occur.

A survey that was interrupted continues from it.
Each batch is a transaction, so programs that read the file while the survey is made see whole rows.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, Self

from host.errors import SaveError, counted, shorten_message
from host.save import sqlite_file
from host.survey.plan import SurveyPlan
from host.survey.reader import MOST_PLAN, dump, read_plan, tables_of
from host.survey.schema import COLUMNS, FORMAT, KIND, dungeons_table, quoted


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
        plan: SurveyPlan,
        pack: Callable[[], Mapping[str, bytes]],
        registered: Mapping[str, Iterable[str]],
    ) -> None:
        """Create the file of a plan, or open it to continue. Raises SaveError, and leaves other files unchanged.

        `pack` returns the packed mods, by id; `registered`: kind -> ids of the contents that dungeons may have.
        """
        self.path = path
        self.plan = stored = plan
        if path is not None and path.exists():
            sqlite_file.check_beside(path, KIND)
            stored, _ = read_plan(path)
            check_same(path, stored, plan)
            # All dungeons have the options as they were written first: in that order, and 20 where 20.0 is the same.
            self.plan = replace(plan, request=stored.request, sweep=stored.sweep)
            # A larger count extends a survey; a smaller one does not shorten it.
            stored = replace(self.plan, count=max(stored.count, plan.count))
        if len(dump(stored.to_data()).encode()) > MOST_PLAN:
            raise SaveError(f"the plan of the survey is too long: it may have {MOST_PLAN} bytes as JSON")
        try:
            if path is None:
                self.database = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
                _create_tables(self.database, plan, {}, registered)
            else:
                if not path.exists():
                    _create_file(path, plan, pack(), registered)
                self.database = sqlite_file.open_for_writing(path, KIND, tables_of)
                # Readers do not wait for the writer, and a process that is killed loses no whole batch.
                self.database.execute("PRAGMA journal_mode=WAL")
                self.database.execute("PRAGMA synchronous=NORMAL")
                self.database.execute("UPDATE survey SET value = ? WHERE key = 'plan'", (dump(stored.to_data()),))
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
        options = dump(plan.options_of(first))
        records = (
            (number, plan.seed_of(number), options, outcome, _shortened(reason), _shortened(place), *others, *values)
            for number, (outcome, reason, place, *others, values) in enumerate(rows, first)
        )
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
        return [row[0] for row in self.database.execute(f"SELECT {quoted(column)} FROM dungeons ORDER BY number")]  # noqa: S608

    def close(self) -> None:
        """Close the file, and merge its write-ahead log into it."""
        try:
            if self.path is not None:
                self.database.execute("PRAGMA journal_mode=DELETE")
        except sqlite3.Error:
            # Another process reads the file: SQLite merges the log later.
            pass
        self.database.close()


def _shortened(text: str | None) -> str | None:
    return text and shorten_message(text)


def _create_file(
    path: Path, plan: SurveyPlan, packed: Mapping[str, bytes], registered: Mapping[str, Iterable[str]]
) -> None:
    """Create the file of a survey without dungeons; the file gets its name when it is complete."""
    path.parent.mkdir(parents=True, exist_ok=True)
    staged = path.with_name(f".{path.name[:40]}.{os.urandom(8).hex()}.new")
    try:
        with closing(sqlite3.connect(staged, isolation_level=None)) as database:
            _create_tables(database, plan, packed, registered)
        staged.rename(path)
    finally:
        staged.unlink(missing_ok=True)


def _create_tables(
    database: sqlite3.Connection, plan: SurveyPlan, packed: Mapping[str, bytes], registered: Mapping[str, Iterable[str]]
) -> None:
    # In one transaction, because each transaction waits for the disk.
    database.execute("BEGIN")
    database.execute(f"PRAGMA application_id={KIND.application}")
    database.execute(f"PRAGMA user_version={FORMAT}")
    for table in (*KIND.tables, dungeons_table(plan.metrics)):
        database.execute(table)
    database.execute("INSERT INTO survey VALUES ('plan', ?)", (dump(plan.to_data()),))
    database.executemany(
        "INSERT INTO mods VALUES (?, ?, ?, ?)",
        [(identity, version, digest, packed.get(identity)) for identity, version, digest in plan.mods],
    )
    database.executemany(
        "INSERT OR IGNORE INTO usage VALUES (?, ?, ?, 0, 0)",
        [(sweep, kind, name) for sweep in range(len(plan.values)) for kind, ids in registered.items() for name in ids],
    )
    database.execute("COMMIT")


def _all_fields(plan: SurveyPlan) -> dict[str, Any]:
    # As data, a plan leaves out fields of its request that have their default.
    return {**plan.to_data(), **plan.request.fields, "generator": plan.generator}


def _differ(then: Any, now: Any) -> bool:
    """Return whether values differ; true is not 1 in options."""
    return bool(then != now) or (
        isinstance(now, Mapping) and any(isinstance(then[key], bool) != isinstance(now[key], bool) for key in now)
    )


def check_same(path: Path, stored: SurveyPlan, plan: SurveyPlan) -> None:
    """Raise SaveError when the plan in a file differs from the present plan; without a sweep the counts may differ."""
    if stored.sweep is None and plan.sweep is None:
        stored = replace(stored, count=plan.count)
    then, now = _all_fields(stored), _all_fields(plan)
    # Hosts of other versions make the same dungeons, while the generation is the same; old files do not name theirs.
    differing = [
        name
        for name, value in now.items()
        if _differ(then.get(name, value), value) and name not in ("host_version", "api_level")
    ]
    if not differing:
        return
    if "mods" in differing and stored.generator == plan.generator:
        old, new = {m[0]: m[1:] for m in stored.mods}, {m[0]: m[1:] for m in plan.mods}
        changed = [mod for mod in {**old, **new} if old.get(mod) != new.get(mod)]
        reason = f"the mod {', '.join(changed)} has changed since"
    elif differing == ["count"]:
        reason = (
            f"a sweep makes all seeds of a value before the seeds of the next, so their number cannot change: it has "
            f"{counted(stored.count, 'seed')} of each value and not {plan.count}"
        )
    else:
        name = differing[0]
        reason = f"{name} is {_format_value(then[name])} in the file, and {_format_value(now[name])} here"
    raise SaveError(f'the survey "{path}" cannot go on: {reason}', hint="-o must name another file")


def _format_value(value: Any) -> str:
    return value if isinstance(value, str) else dump(value)
