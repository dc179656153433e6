"""The page about security says what the code does: rights, budgets and sizes are as in the host."""

from __future__ import annotations

import re

import pytest

from host.errors import spelling
from host.export.readers import json_reader, text_map
from host.model import segment_file
from host.mods import manifest, toml
from host.process import child
from host.process.budgets import DEFAULT_BUDGETS
from host.process.probe import PROTECTIONS
from host.save import database, sqlite_file
from host.studio.access import connections, entrance
from host.survey import dataset, packing, plan, reader, replay
from host.syntax import tree
from host.tools.profiling import comparison
from tests.helpers import ROOT

PAGE = (ROOT / "docs" / "security.md").read_text()
TEXT = " ".join(PAGE.split())
# Means of the sandbox -> what the table calls them under Linux; it says only "yes" of those that are not here.
MEANS = {
    "RLIMIT_AS": "limit of address space", "RLIMIT_FSIZE": "file size 0", "RLIMIT_NPROC": "a limit, except for root",
    "RLIMIT_NOFILE": "limit of open files", "Landlock": "Landlock", "Landlock 4": "Landlock 4",
    "Landlock 6": "Landlock 6", "seccomp": "seccomp",
}  # fmt: skip

# What counting may cost, as `make bench` compares it.
BOUNDS = dict(
    re.findall(r'"limits: (.*), to the same without".* <= ([\d.]+)\)', (ROOT / "bench" / "run.py").read_text())
)

# Limits of the compiler.
COMPILER = {
    name: eval(value)
    for names, values in re.findall(
        r"^local ([A-Z_, ]+) = ([\d<, ]+)$", (ROOT / "lua" / "core" / "compiler.lua").read_text(), re.MULTILINE
    )
    for name, value in zip(names.split(", "), values.split(", "), strict=True)
}


def rows(title: str) -> dict[str, list[str]]:
    """The rows of the first table of a section by their first cells."""
    section = PAGE[PAGE.index(f"## {title}") :]
    table = re.search(r"(?:^\|.*\n)+", section, re.MULTILINE)
    assert table is not None
    lines = [line.strip("|").split("|") for line in table[0].splitlines()[2:]]
    return {cells[0].strip(): [cell.strip() for cell in cells[1:]] for cells in lines}


def test_rights_are_those_that_doctor_tries() -> None:
    # Others are of the start of a child, which every system has.
    tried = [protection for protection in PROTECTIONS if protection.means]
    words = [
        {MEANS.get(means, "yes") for means in protection.means}
        for protection in tried
        if protection.name not in ("no new privileges", "no core dump, no debugger", "an end with the parent")
    ]
    shown = [
        set(re.split(r", (?!except)| or |; ", cells[0])) for cells in rows("What the child process gives up").values()
    ]
    # Privileges, core dumps, debuggers; the end with the parent.
    assert shown == [*words, {"yes"}, {"yes"}]


def test_budgets_are_the_defaults() -> None:
    defaults = [cells[0] for cells in rows("Budgets").values()]
    assert defaults == [
        f"{DEFAULT_BUDGETS.instructions:,}",
        f"{DEFAULT_BUDGETS.memory >> 20} MiB",
        f"{DEFAULT_BUDGETS.seconds:.0f} s",
        f"{DEFAULT_BUDGETS.output:,} bytes",
    ]


@pytest.mark.parametrize(
    "sentence",
    [
        f"{manifest.MOST_MANIFEST_BYTES >> 10} KiB for `mod.toml`, with keys of at most {toml._MOST_PARTS} parts",
        f"a plan has at most {plan.MOST_SWEPT:,} values and {plan.MOST_METRICS:,} metrics",
        f"a survey {reader.MOST_VALUES:,} values",
        f"mods unpack to at most {packing.MOST_BYTES >> 20} MiB",
        f"{child.REPORT_SECONDS} s later the child is killed",
        f"at most {spelling._MOST_WORDS:,} names of up to {spelling._LONGEST_WORD} letters",
        f"{comparison._MOST_BYTES >> 20} MiB, a regular file, and each row is checked",
        f"from the folder of the map; {json_reader._MOST_BYTES >> 20} MiB together",
        f"{text_map._MOST_BYTES >> 20} MiB of text, {segment_file.MAX_SQUARES:,} squares of a map",
        f"share {connections.MOST_STRANGERS} places",
        f"works once, within {entrance.SECONDS} seconds",
        f"{COMPILER['COST']} instructions for a byte, and in texts of more than {COMPILER['LONG'] >> 10} KiB for",
        f"A text has at most {COMPILER['LONGEST'] >> 20} MiB.",
        f"{tree.LONGEST >> 20} MiB and {tree.MOST_TOKENS:,} words and signs",
        f"reading no more than {sqlite_file.READ_SECONDS / 60:g} minutes",
        f"at most {replay.MOST_SQUARES:,} squares together, exported maps {dataset.MOST_VALUES:,} values",
        f"a plain loop of Lua {BOUNDS['a loop of Lua']} times the time without",
        f"a dungeon of `base` {BOUNDS['a dungeon of base']} times",
        f"{database.KIND.most_bytes >> 30} GiB; limits for the values of a chunk",
    ],
)
def test_sizes_are_those_of_the_host(sentence: str) -> None:
    assert sentence in TEXT
