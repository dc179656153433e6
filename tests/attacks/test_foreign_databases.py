"""SQLite files of strangers, surveys and saves: each command that opens one, against each attack."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import struct
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import click
import pytest

from host.cli.main import cli
from host.errors import DamagedSaveError, HostError, SaveError
from host.model.request import Request
from host.save import database, sqlite_file
from host.save.save_file import SaveFile, back_up, prune
from host.survey import reader, schema
from host.survey.file import NO_COUNTS, SurveyFile
from host.survey.gate import read_survey
from host.survey.plan import SurveyPlan
from host.survey.statistics import binomial_test
from host.survey.survey import Survey
from tests.helpers import run_command, sampled

PLAN = SurveyPlan(
    Request("base", seed=1), 4, sweep=("dungeon", ("tiny", "huge")), metrics=("density",), mods=(("base", "1", "x"),)
)
ROW = ["made", None, None, None, 0.1, "d", [0.5]]
HEADER = {"seed": 1, "players": 1, "mods": []}
CHUNK = ("mod", "w")


def write_survey(path: Path, plan: SurveyPlan = PLAN) -> Path:
    with SurveyFile(path, plan, dict, {}) as file:
        file.write(0, [ROW] * 4, NO_COUNTS)
    return path


def continue_survey(path: Path) -> None:
    with SurveyFile(path, PLAN, dict, {}) as file:
        file.write(file.next_number, [ROW] * 2, NO_COUNTS)


def write_save(path: Path) -> Path:
    file = SaveFile(path)
    file.write(HEADER, {CHUNK: b"x" * 5000}, [])
    file.close()
    return path


def continue_save(path: Path) -> None:
    file = SaveFile(path)
    try:
        file.read()
        file.write(HEADER, {CHUNK: b"two"}, [])
    finally:
        file.close()


HONEST = {"survey": write_survey, "save": write_save}
# The fullest table of each kind, and one of its columns.
TABLES = {"survey": ("dungeons", "reason"), "save": ("chunk", "data")}


def commands_of(group: str) -> list[list[str]]:
    """Return the command lines of a group of commands, with FILE and OUT for what they read and write."""
    lines = []
    context = click.Context(cli)
    commands: Any = cli.get_command(context, group)
    for name, command in sorted(commands.commands.items()):
        if name in ("run", "find"):
            # `SurveyFile` and `Survey.open` below, without the time that a child takes.
            continue
        line = [group, name]
        for parameter in command.params:
            if isinstance(parameter, click.Argument):
                line += ["FILE"] * parameter.nargs
            elif parameter.required:
                line += [parameter.opts[0], "OUT.npz"]
        lines.append([*line, "-o", "OUT.html"] if name == "report" else line)
    return lines


def run(line: list[str]) -> Callable[[Path], None]:
    def call(path: Path) -> None:
        folder = path.parent
        words = [
            folder / "out" / word
            if word.startswith("OUT")
            else folder
            if word == "FILE" and line[1] == "list"
            else word
            for word in line
        ]
        result = run_command(*(path if word == "FILE" else word for word in words))
        assert "Traceback" not in result.output
        assert result.exception is None or isinstance(result.exception, SystemExit)
        if line[1] == "list":
            assert result.exit_code == 0
        elif result.exit_code:
            raise SaveError(result.output)

    return call


OPENERS: dict[str, dict[str, Callable[[Path], object]]] = {
    "survey": {
        **{" ".join(line): run(line) for line in commands_of("survey")},
        "library": Survey.open,
        "limits": read_survey,
        "plan": reader.read_plan,
        "digests": reader.read_digests,
        "mods": reader.read_packed,
        "continue": continue_survey,
    },
    "save": {
        **{" ".join(line): run(line) for line in commands_of("saves")},
        "continue": continue_save,
        "back up": back_up,
        "prune in a program": prune,
    },
}

# What a schema may have that the host does not write. T is a table of the file and C a column of it.
STATEMENTS = {
    "trigger": "CREATE TRIGGER t AFTER INSERT ON T BEGIN DELETE FROM T; END",
    "trigger named like its table": "CREATE TRIGGER T AFTER UPDATE ON T BEGIN DELETE FROM T; END",
    "view": "CREATE VIEW v AS SELECT * FROM T",
    "index": "CREATE INDEX i ON T (C)",
    "index of an expression": "CREATE INDEX i ON T (length(C))",
    "part of an index": "CREATE INDEX i ON T (C) WHERE C > 1",
    "table": "CREATE TABLE more (x)",
    "virtual table": "CREATE VIRTUAL TABLE v USING rtree(a, b, c)",
    "column": "ALTER TABLE T ADD COLUMN z TEXT",
    "generated column": "ALTER TABLE T ADD COLUMN z TEXT AS (hex(zeroblob(100000000)))",
    "other name": "ALTER TABLE T RENAME COLUMN C TO z",
    "statistics": "ANALYZE",
}


def change_schema(path: Path, kind: str, statement: str) -> None:
    table, column = TABLES[kind]
    words = [
        table if word == "T" else column if word == "C" else word for word in statement.replace("(", " ( ").split()
    ]
    text = " ".join(words).replace(" ( ", "(").replace("(C)", f"({column})").replace(" T;", f" {table};")
    with closing(sqlite3.connect(path)) as database:
        database.execute(text)
        database.commit()


def forge_schema(path: Path, change: str) -> None:
    """Write into the table of all tables, in which SQLite checks little."""
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA writable_schema=ON")
        database.execute(change)
        database.commit()


def multiply_pages(path: Path, table: str | None, levels: int = 8, fan: int = 60) -> None:
    """Let each page of a tree lead `fan` times to the next one, so that few pages have more rows than one can count.

    The format: https://www.sqlite.org/fileformat2.html#b_tree_pages. `table` None is the table of all tables.
    """
    root = 1
    if table is not None:
        with closing(sqlite3.connect(path)) as database:
            (root,) = database.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()
    data = bytearray(path.read_bytes())
    (size,) = struct.unpack(">H", data[16:18])
    skipped = 100 if root == 1 else 0
    leaf = bytearray(data[(root - 1) * size : root * size])
    cells = struct.unpack(">H", leaf[skipped + 3 : skipped + 5])[0]
    head = leaf[skipped : skipped + 8 + 2 * cells]
    leaf[: len(head)] = head

    def page(child: int, offset: int) -> bytes:
        cell = struct.pack(">IB", child, 1)
        made = bytearray(size)
        first = size - len(cell) * (fan - 1)
        made[first:] = cell * (fan - 1)
        made[offset : offset + 12] = struct.pack(">BHHHBI", 5, 0, fan - 1, first, 0, child)
        pointers = range(first, size, len(cell))
        made[offset + 12 : offset + 12 + 2 * len(pointers)] = struct.pack(f">{len(pointers)}H", *pointers)
        return bytes(made)

    data += leaf
    for _ in range(levels):
        data += page(len(data) // size, 0)
    top = page(len(data) // size, skipped)
    data[(root - 1) * size + skipped : root * size] = top[skipped:]
    data[28:32] = struct.pack(">I", len(data) // size)
    path.write_bytes(data)


def grow(path: Path, most: int) -> None:
    os.truncate(path, most)


def beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def make_sparse_log(path: Path) -> None:
    """A log with the right beginning, and holes for the rest."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("PRAGMA user_version=3")
        for suffix in ("", "-wal"):
            shutil.copyfile(beside(path, suffix), beside(path, suffix + ".copy"))
    for suffix in ("", "-wal"):
        beside(path, suffix + ".copy").replace(beside(path, suffix))
    os.truncate(beside(path, "-wal"), 2**28)


def link_to_victim(path: Path, suffix: str) -> None:
    beside(path, suffix).symlink_to(path.with_name("victim"))


ATTACKS: dict[str, Callable[[Path, str], object]] = {
    **{name: lambda path, kind, text=text: change_schema(path, kind, text) for name, text in STATEMENTS.items()},
    "default": lambda path, kind: forge_schema(
        path, "UPDATE sqlite_master SET sql = replace(sql, 'NOT NULL', 'NOT NULL DEFAULT (hex(zeroblob(9)))')"
    ),
    "check": lambda path, kind: forge_schema(
        path, "UPDATE sqlite_master SET sql = replace(sql, 'data BLOB', 'data BLOB CHECK (1)') || ' '"
    ),
    "no types": lambda path, kind: forge_schema(path, "UPDATE sqlite_master SET sql = replace(sql, 'STRICT', '')"),
    "shared pages": lambda path, kind: forge_schema(
        path, "UPDATE sqlite_master SET rootpage = (SELECT min(rootpage) FROM sqlite_master) WHERE type = 'table'"
    ),
    "many rows of a table": lambda path, kind: multiply_pages(path, TABLES[kind][0]),
    "many rows of the schema": lambda path, kind: multiply_pages(path, None),
    "half": lambda path, kind: os.truncate(path, path.stat().st_size // 2),
    "huge": lambda path, kind: grow(path, 2**34 + 1),
    "huge log": lambda path, kind: (beside(path, "-wal").touch(), grow(beside(path, "-wal"), 2**34 + 1)),
    "folder": lambda path, kind: (path.unlink(), path.mkdir()),
    "pipe": lambda path, kind: (path.unlink(), os.mkfifo(path)),
    "device": lambda path, kind: (path.unlink(), path.symlink_to("/dev/zero")),
    "pipe for a log": lambda path, kind: os.mkfifo(beside(path, "-wal")),
    "device for a log": lambda path, kind: beside(path, "-wal").symlink_to("/dev/zero"),
}


def look(folder: Path) -> dict[str, object]:
    return {
        path.name: (path.read_bytes() if path.stat().st_size < 2**24 else path.stat().st_size)
        for path in sorted(folder.iterdir())
        if path.is_file()
    }


@pytest.mark.parametrize(
    ("kind", "opener"), sampled([(kind, opener) for kind in OPENERS for opener in OPENERS[kind]], 8, names=2)
)
def test_files_that_attack_are_refused_and_change_nothing(
    tmp_path: Path, kind: str, opener: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What must be refused for its work is refused sooner.
    monkeypatch.setattr(sqlite_file, "_STEPS", 10**5)
    honest = HONEST[kind](tmp_path / "honest")
    for name, attack in ATTACKS.items():
        folder = tmp_path / name
        folder.mkdir()
        path = folder / "file"
        shutil.copyfile(honest, path)
        (folder / "victim").write_text("dear")
        attack(path, kind)
        before = look(folder)
        try:
            OPENERS[kind][opener](path)
        except HostError:
            pass
        except BaseException as error:
            error.add_note(f"the attack is: {name}")
            raise
        else:
            # A list names what it can read, and a new backup may replace what is no file.
            assert opener.endswith("list FILE"), name
        assert look(folder) == before, name


@pytest.mark.slow
@pytest.mark.parametrize("kind", HONEST)
def test_a_sparse_log_takes_no_room(tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = HONEST[kind](tmp_path / "file")
    make_sparse_log(path)
    written = []
    copy_file = sqlite_file._copy_file

    def copy(file: Any, target: Path, check: Callable[[], None]) -> int:
        size = copy_file(file, target, check)
        written.append(target.stat().st_blocks * 512)
        return size

    monkeypatch.setattr(sqlite_file, "_copy_file", copy)
    for name, call in OPENERS[kind].items():
        if name in ("continue", "prune in a program") or "prune" in name:
            continue
        with suppress(Exception):
            call(path)
    assert len(written) > 4
    assert max(written) < 2**20


@pytest.mark.parametrize("kind", HONEST)
@pytest.mark.parametrize("suffix", ["-wal", "-shm", "-journal"])
def test_nothing_is_written_through_a_link_beside_a_file(tmp_path: Path, kind: str, suffix: str) -> None:
    path = HONEST[kind](tmp_path / "file")
    (tmp_path / "victim").write_text("dear")
    link_to_victim(path, suffix)
    (tmp_path / "links").mkdir()
    link = tmp_path / "links" / "file"
    link.symlink_to(path)
    for name, call in OPENERS[kind].items():
        for file in (path, link):
            with suppress(Exception):
                call(file)
            assert (tmp_path / "victim").read_text() == "dear", name


@pytest.mark.parametrize("kind", HONEST)
def test_honest_files_are_read(tmp_path: Path, kind: str) -> None:
    path = HONEST[kind](tmp_path / "file")
    for name, call in OPENERS[kind].items():
        if not any(word in name for word in ("export", "report", "gate", "compare")):
            call(path)


@pytest.mark.parametrize("kind", HONEST)
def test_ctrl_c_ends_the_reading_of_a_file(tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also in the middle of a statement."""
    path = HONEST[kind](tmp_path / "file")
    multiply_pages(path, None)
    monkeypatch.setattr(sqlite_file, "_STEPS", 10**12)
    calls = []

    class Guard(sqlite_file._Guard):
        def __call__(self) -> bool:
            calls.append(1)
            if len(calls) == 3:
                signal.raise_signal(signal.SIGINT)
            return super().__call__()

    monkeypatch.setattr(sqlite_file, "_Guard", Guard)
    with pytest.raises(KeyboardInterrupt):
        OPENERS[kind]["continue"](path)


@pytest.mark.parametrize(("kind", "opener"), [(kind, opener) for kind in OPENERS for opener in OPENERS[kind]])
def test_reading_a_file_has_a_deadline(tmp_path: Path, kind: str, opener: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = HONEST[kind](tmp_path / "file")
    before = look(tmp_path)
    monkeypatch.setattr(sqlite_file, "READ_SECONDS", -1.0)
    if opener.endswith("list FILE"):
        assert "damaged" in run_command("saves", "list", tmp_path).stdout
        return
    with pytest.raises(HostError, match=rf"the {kind} .* cannot be read in -1 seconds"):
        OPENERS[kind][opener](path)
    assert look(tmp_path) == before


@pytest.mark.slow
@pytest.mark.parametrize("kind", HONEST)
def test_a_statement_ends_at_the_deadline(tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever work the size of the file allows, and where rows are read one by one."""
    path = HONEST[kind](tmp_path / "file")
    monkeypatch.setattr(sqlite_file, "_STEPS", 10**12)
    monkeypatch.setattr(sqlite_file, "READ_SECONDS", 0.5)
    kind_of = {"survey": schema.KIND, "save": database.KIND}[kind]
    more = reader.tables_of if kind == "survey" else lambda _: ()
    numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
    with (
        pytest.raises(SaveError, match=r"cannot be read in 0\.5 seconds"),
        sqlite_file.open_for_reading(path, kind_of, more) as opened,
    ):
        for _ in opened.execute(numbers):
            pass
    multiply_pages(path, None)
    with pytest.raises(SaveError, match=r"cannot be read in 0\.5 seconds"):
        OPENERS[kind]["continue"](path)


def test_work_is_bounded_by_the_size_of_the_file(tmp_path: Path) -> None:
    path = write_survey(tmp_path / "file")
    multiply_pages(path, None)
    with pytest.raises(DamagedSaveError, match=r"it takes more work than a file of \d+ bytes needs"):
        Survey.open(path)


# -- what the tables hold


def forge(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as database:
        for statement in statements:
            database.execute(statement)
        database.commit()


def forge_plan(path: Path, **changes: object) -> None:
    with closing(sqlite3.connect(path)) as database:
        (text,) = database.execute("SELECT value FROM survey").fetchone()
        database.execute("UPDATE survey SET value = ?", (json.dumps({**json.loads(text), **changes}),))
        database.commit()


@pytest.mark.parametrize(
    "change",
    [
        {"count": 10**10},
        {"count": 1e308},
        {"count": "9" * 5000},
        {"count": True},
        {"seed": -1},
        {"seed": 2**63},
        {"seed": float("inf")},
        {"players": 2**70},
        {"sweep": ["dungeon", [*range(1001)]]},
        {"sweep": ["dungeon", []]},
        {"sweep": ["dungeon", [[[]]]]},
        {"sweep": ["dungeon", [None]]},
        {"sweep": 5},
        {"options": {"a": {"b": 1}}},
        {"options": []},
        {"metrics": ["density", "density"]},
        {"metrics": [["density"]]},
        {"metrics": [f"m.x{number}" for number in range(601)]},
        {"metrics": [f"m.x{number}" for number in range(500)], "sweep": ["dungeon", [*range(500)]]},
        {"mods": [["base", 1, []]]},
        {"generator": 7},
    ],
    ids=lambda change: str(change)[:40],
)
@pytest.mark.parametrize("opener", ["survey show FILE", "survey gate FILE", "continue"])
def test_plans_that_cannot_be_are_refused(tmp_path: Path, change: dict[str, object], opener: str) -> None:
    path = write_survey(tmp_path / "file")
    forge_plan(path, **change)
    with pytest.raises(SaveError, match="is damaged"):
        OPENERS["survey"][opener](path)


MANY_DRAWS = """\
INSERT INTO draws WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 65537)
SELECT 0, '', i, 0, 0, 1, 0.5, 0.5 FROM n"""


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE dungeons SET number = number + 1000",
        "UPDATE dungeons SET number = 9223372036854775807 WHERE number = 3",
        "UPDATE dungeons SET seed = 7",
        "UPDATE dungeons SET options = '[' || options",
        "UPDATE dungeons SET outcome = 'other'",
        "UPDATE dungeons SET outcome = 'failed'",
        "UPDATE dungeons SET outcome = 'failed', digest = NULL, reason = hex(zeroblob(20000))",
        "UPDATE dungeons SET seconds = -1",
        "UPDATE dungeons SET line = -1",
        "DELETE FROM dungeons WHERE number = 1",
        "INSERT INTO usage VALUES (0, 'odd', 'a', 1, 1)",
        "INSERT INTO usage VALUES (0, 'item', 'a', -1, 1)",
        "INSERT INTO usage VALUES (0, 'item', 'a', 9223372036854775807, 1), (1, 'item', 'a', 9223372036854775807, 1)",
        "INSERT INTO draws VALUES (0, hex(zeroblob(20000)), 'a', 1, 1, 1, 1.0, 1.0)",
        MANY_DRAWS,
    ],
)
def test_rows_that_cannot_be_are_refused(tmp_path: Path, statement: str) -> None:
    path = write_survey(tmp_path / "file")
    forge(path, statement)
    with pytest.raises(SaveError, match="is damaged"):
        Survey.open(path)


def test_too_many_values_are_refused_before_they_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_survey(tmp_path / "file")
    monkeypatch.setattr(reader, "MOST_VALUES", 39)
    with pytest.raises(SaveError, match="4 dungeons with 10 columns, 40 values: must be at most 39"):
        Survey.open(path)


def test_a_sweep_is_divided_in_one_pass(tmp_path: Path) -> None:
    """Each value has the rows of its own, in order, however many values there are."""
    plan = SurveyPlan(Request("base", seed=1), 2, sweep=("dungeon", tuple(range(1000))))
    with SurveyFile(tmp_path / "a", plan, dict, {}) as file:
        for value in range(1000):
            file.write(2 * value, [[*ROW[:-1], []]] * 2, NO_COUNTS)
        survey = Survey.of_file(file)

    class Counted(list[Any]):
        reads = 0

        def __getitem__(self, key: Any) -> Any:
            Counted.reads += 1
            return super().__getitem__(key)

        def __iter__(self) -> Any:
            Counted.reads += len(self)
            return super().__iter__()

    survey._columns = {name: Counted(column) for name, column in survey._columns.items()}
    parts = survey.by_value()
    assert [len(part) for _, part in parts] == [2] * 1000
    assert [part["number"].tolist() for _, part in parts][500] == [1000, 1001]
    assert Counted.reads < 20 * 2000


def test_numbers_of_draws_that_cannot_be_are_far_from_their_weight() -> None:
    for successes, trials, share in ((5, 3, 0.5), (-1, 3, 0.5), (1, -1, 0.5), (1, 3, float("nan")), (1, 3, -2.0)):
        assert binomial_test(successes, trials, share) == 0
    assert binomial_test(50_000, 100_000, 0.5) == pytest.approx(1)
    assert binomial_test(100, 100_000, 0.001) == pytest.approx(1, abs=0.1)
    assert binomial_test(0, 100_000, 0.9) == 0
