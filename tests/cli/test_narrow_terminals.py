"""Tables, trees and summaries on terminals that are too narrow for them: no word is broken."""

from __future__ import annotations

import pytest

from tests.helpers import MakeMod, run_command
from tests.helpers.terminal import Terminal

pytestmark = pytest.mark.skipif("sys.platform == 'win32'", reason="there are no pseudo terminals")


def shown(*words: str, columns: int) -> list[str]:
    with Terminal(*words, columns=columns, rows=150) as terminal:
        assert terminal.end() == 0
        return [line for line in terminal.lines if line]


def test_a_narrow_table_is_a_list_of_records() -> None:
    lines = shown("mods", columns=50)
    assert lines[:3] == ["base", "  version      1.0.0", "  needs        –"]
    assert lines[3:5] == ["  registered   57 items, 11 controls, 205 tiles,", " " * 15 + "12 monsters, 205 segments"]


def test_trees_of_pools_are_cut() -> None:
    lines = shown("pools", "--mods", "critters", columns=50)
    assert max(map(len, lines)) == 50
    assert not any(line.startswith("█") for line in lines)
    assert any(line.endswith("…") for line in lines)


@pytest.mark.slow
def test_diagnostics_and_logs_are_wrapped_between_words(make_mod: MakeMod) -> None:
    mod = make_mod("narrow", "kts.Tile { acess = {} }")
    for words in (["check", mod], ["simulate", "base", "--seed", "1", "--turns", "5"]):
        lines = shown(*map(str, words), columns=50)
        piped = {word for line in run_command(*words).stdout.splitlines() for word in line.split()}
        assert {word for line in lines for word in line.split()} <= piped, words
    assert any(line.startswith("turn 5: ") for line in lines)
    assert shown("check", str(mod), columns=50)[1:4] == [
        "  warning: narrow/init.lua:1: kts.Tile: the field",
        '    "acess" is not used by the host; did you mean',
        '    "access"? [near-miss]',
    ]


def test_the_summary_of_a_map_is_wrapped_between_words() -> None:
    lines = shown("generate", "base", "--seed", "1", columns=60)
    start = lines.index(next(line for line in lines if line.startswith("base, seed 1")))
    assert lines[start : start + 2] == [
        "base, seed 1: quest gem_run, mission gems, gems 3, dungeon",
        "basic, entry random, exit same, keys 2, lockpicks false,",
    ]
    assert "Collect three gems and leave the way you came in." in lines
