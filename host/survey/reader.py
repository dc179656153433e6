"""Reading the file of a survey, which may come from a stranger, and what must hold in it (see `schema`).

What is read is what the host writes: dungeons of the plan from number 0 on, with its seeds and options.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from host.errors import SaveError, visible
from host.metrics.contents import KINDS
from host.save import sqlite_file
from host.survey.answers import is_head
from host.survey.draws import Draw
from host.survey.plan import SurveyPlan
from host.survey.schema import COLUMNS, KIND, MOST_PACKED, column_of, dungeons_table

# The most bytes of a plan and of a text; values of dungeons; and entries that were drawn.
MOST_PLAN, _LONGEST_TEXT, MOST_VALUES, _MOST_DRAWS = 2**20, 20_000, 10**8, 2**16
# Rows that are checked at once.
_ROWS = 4096

# Name -> values: of metrics and `seconds` an array, in which NaN means no value.
Columns = Mapping[str, list[Any] | npt.NDArray[np.float64]]


def dump(value: Any) -> str:
    """Return a value as JSON, as the file has it."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def read_plan(path: Path) -> tuple[SurveyPlan, int]:
    """Return the plan of a survey, and the number of dungeons in its file. Raises SaveError."""
    with open_for_reading(path) as database:
        return read_plan_of(database), _count_dungeons(database)


def _count_dungeons(database: sqlite3.Connection) -> int:
    (count,) = database.execute("SELECT count(*) FROM dungeons").fetchone()
    return int(count)


def read_plan_of(database: sqlite3.Connection) -> SurveyPlan:
    """Return the plan of a survey. Raises ValueError, TypeError or KeyError when it is none."""
    (size,) = database.execute("SELECT sum(length(CAST(value AS BLOB))) FROM survey").fetchone()
    if (size or 0) > MOST_PLAN:
        raise ValueError("its plan is too long")
    row = database.execute("SELECT value FROM survey WHERE key = 'plan'").fetchone()
    return SurveyPlan.from_data(json.loads(row[0]))


def tables_of(database: sqlite3.Connection) -> list[str]:
    """Return the SQL of the tables of a survey that depend on its plan."""
    return [dungeons_table(read_plan_of(database).metrics)]


@contextmanager
def open_for_reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Open the database of a survey for reading. Raises SaveError for other files, and for damaged ones."""
    with sqlite_file.open_for_reading(path, KIND, tables_of) as database:
        yield database


def read_digests(path: Path) -> dict[int, str]:
    """Return the digests of the dungeons of a survey that were made, by their numbers. Raises SaveError."""
    with open_for_reading(path) as database:
        rows = database.execute("SELECT number, digest FROM dungeons WHERE digest IS NOT NULL")
        return {number: str(digest) for number, digest in rows}


def read_packed(path: Path) -> dict[str, bytes]:
    """Return the packed mods of a survey, by id; a mod that was left out is missing. Raises SaveError."""
    with open_for_reading(path) as database:
        (size,) = database.execute("SELECT sum(length(files)) FROM mods").fetchone()
        if (size or 0) > MOST_PACKED:
            raise ValueError("its mods are too large")
        return {identity: files for identity, files in database.execute("SELECT id, files FROM mods") if files}


def read_usage(database: sqlite3.Connection) -> dict[str, dict[str, tuple[int, int]]]:
    """Return kind -> id -> (number of dungeons, number in all), over all values of a swept option."""
    usage: dict[str, dict[str, tuple[int, int]]] = {}
    query = "SELECT kind, id, sum(dungeons), sum(total) FROM usage GROUP BY kind, id ORDER BY kind, id"
    for kind, name, dungeons, total in database.execute(query):
        if kind not in KINDS or len(name) > _LONGEST_TEXT or not (0 <= dungeons < 2**53 and 0 <= total < 2**53):
            raise ValueError("its usage cannot be")
        usage.setdefault(kind, {})[name] = dungeons, total
    return usage


def read_draws(database: sqlite3.Connection) -> list[Draw]:
    """Return the draws of all dungeons, over all values of a swept option."""
    query = (
        "SELECT pool, id, sum(dungeons), sum(drawn), sum(draws), sum(expected), sum(squares) FROM draws "
        "GROUP BY pool, id ORDER BY pool, id"
    )
    rows = database.execute(query).fetchmany(_MOST_DRAWS + 1)
    if len(rows) > _MOST_DRAWS:
        raise ValueError(f"it has draws of more than {_MOST_DRAWS} entries")
    draws = [Draw(*row) for row in rows]
    for draw in draws:
        # Each draw adds a chance of at most 1; its square adds at most as much.
        if not (0 <= draw.dungeons <= draw.drawn <= draw.draws < 2**53 and _is_sum(draw)):
            raise ValueError(f"the draws of {visible(draw.id[:_LONGEST_TEXT])} cannot be")
        if max(len(draw.pool), len(draw.id)) > _LONGEST_TEXT:
            raise ValueError("the name of an entry is too long")
    return draws


def _is_sum(draw: Draw) -> bool:
    """Return whether chances and their squares can have the sums of a draw, but for rounding."""
    return 0 <= draw.squares <= draw.expected + 1 and draw.expected <= draw.draws + 1


def check_number_of_values(dungeons: int, metrics: int) -> None:
    """Raise SaveError for a survey with more values than a program should hold in memory."""
    columns = len(COLUMNS) + metrics
    if dungeons * columns > MOST_VALUES:
        raise SaveError(
            f"the survey has {dungeons} dungeons with {columns} columns, {dungeons * columns} values: must be at most "
            f"{MOST_VALUES}",
            hint="fewer dungeons or fewer metrics make fewer",
        )


def read_columns(database: sqlite3.Connection, plan: SurveyPlan) -> dict[str, list[Any] | npt.NDArray[np.float64]]:
    """Return all columns of the dungeons of a survey, in the order of numbers.

    Raises ValueError when the plan has other dungeons, and SaveError for too many.
    """
    count = _count_dungeons(database)
    if count > plan.total:
        raise ValueError(f"it has {count} dungeons, and its plan {plan.total}")
    check_number_of_values(count, len(plan.metrics))
    names = (*COLUMNS, *map(column_of, plan.metrics))
    columns: dict[str, list[Any] | npt.NDArray[np.float64]] = {
        name: np.full(count, np.nan) if name == "seconds" or name not in COLUMNS else [] for name in names
    }
    # All dungeons of a swept value share one text.
    options: dict[int, str] = {}
    first = 0
    cursor = database.execute("SELECT * FROM dungeons ORDER BY number")
    while rows := cursor.fetchmany(_ROWS):
        for number, row in enumerate(rows, first):
            value = number // plan.count
            if value not in options:
                options[value] = dump(plan.options_of(number))
            if row[:3] != (number, plan.seed_of(number), options[value]) or not _is_row(row):
                raise ValueError(f"its dungeon {number} cannot be")
        for name, values in zip(names, zip(*rows, strict=True), strict=True):
            column = columns[name]
            if isinstance(column, list):
                shared = (options[number // plan.count] for number in range(first, first + len(rows)))
                column.extend(shared if name == "options" else values)
            else:
                column[first : first + len(rows)] = np.array(values, dtype=np.float64)
        first += len(rows)
    return columns


def _is_row(row: Sequence[Any]) -> bool:
    texts = (text for text in row[4:9] if isinstance(text, str))
    return is_head(row[3:9]) and all(len(text) <= _LONGEST_TEXT for text in texts)
