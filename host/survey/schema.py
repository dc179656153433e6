"""The schema of the file of a survey: tables `dungeons`, `usage`, `draws` and `mods`, columns, and a version.

The table `dungeons` has a row for each dungeon, in the order of `number`, and a column for each metric.
"""

from __future__ import annotations

from collections.abc import Iterable

from host.save import sqlite_file

FORMAT = 3
# Columns of the table `dungeons` that are not metrics.
COLUMNS = ("number", "seed", "options", "outcome", "reason", "file", "line", "seconds", "digest")
# In front of the name of a column: a metric that is called like one of `COLUMNS`.
_PLAYED = "played_"
# The most bytes of all packed mods.
MOST_PACKED = 2**28

_TABLES = (
    "CREATE TABLE survey (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT",
    "CREATE TABLE mods (id TEXT PRIMARY KEY, version TEXT NOT NULL, hash TEXT NOT NULL, files BLOB) STRICT",
    """\
CREATE TABLE usage (
  sweep INTEGER NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, dungeons INTEGER NOT NULL, total INTEGER NOT NULL,
  PRIMARY KEY (sweep, kind, id)
) STRICT""",
    """\
CREATE TABLE draws (
  sweep INTEGER NOT NULL, pool TEXT NOT NULL, id TEXT NOT NULL, dungeons INTEGER NOT NULL, drawn INTEGER NOT NULL,
  draws INTEGER NOT NULL, expected REAL NOT NULL, squares REAL NOT NULL, PRIMARY KEY (sweep, pool, id)
) STRICT""",
)
KIND = sqlite_file.Kind(
    "survey",
    application=0x44485356,
    versions=(FORMAT,),
    tables=_TABLES,
    most_bytes=2**34,
    # A log has few batches: SQLite moves it into the file at each 1,000 pages.
    most_log=2**28,
    most_value=MOST_PACKED + 2**20,
)


def dungeons_table(metrics: Iterable[str]) -> str:
    """Return the SQL of the table `dungeons`."""
    columns = "".join(f", {quoted(column_of(metric))} REAL" for metric in metrics)
    return (
        "CREATE TABLE dungeons (number INTEGER PRIMARY KEY, seed INTEGER NOT NULL, options TEXT NOT NULL, "
        "outcome TEXT NOT NULL, reason TEXT, file TEXT, line INTEGER, seconds REAL NOT NULL, digest TEXT"
        f"{columns}) STRICT"
    )


def column_of(metric: str) -> str:
    """Return the name of the column of a metric: its id, but `played_outcome` for how the play ended.

    The column `outcome` says whether the dungeon was made.
    """
    return f"{_PLAYED}{metric}" if metric in COLUMNS else metric


def quoted(name: str) -> str:
    """Return a name as SQL."""
    return '"' + name.replace('"', '""') + '"'
