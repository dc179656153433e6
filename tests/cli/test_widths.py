"""Tables and legends on terminals of many widths: no line is too wide, and no word or number is broken."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from host import Host
from host.cli.terminal import tables
from host.model.game_map import model_of
from host.render.text import Style, TextPicture
from tests.helpers import MakeMod, run_command

# Steps of a prime number, so that columns do not end at the same places in several of them.
WIDTHS = range(40, 201, 13)
# Columns that the name of a field and gaps take beside a word.
MARGIN = 20
# What one command printed: the function, and its arguments.
Calls = list[tuple[Callable[..., None], tuple[Any, ...]]]


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> Calls:
    """The tables and texts that commands print."""
    calls: Calls = []
    for name in ("print_table", "print_wrapped"):
        function = getattr(tables, name)

        def record(*args: Any, function: Callable[..., None] = function, **options: Any) -> None:
            calls.append((function, args))
            function(*args, **options)

        for module in [*sys.modules.values()]:
            if module.__name__.startswith("host.cli.") and getattr(module, name, None) is function:
                monkeypatch.setattr(module, name, record)
    return calls


def words_of(parts: Iterable[object]) -> set[str]:
    words: set[str] = set()
    for part in parts:
        words |= set(part.split()) if isinstance(part, str) else words_of(part) if part else set()  # type: ignore[call-overload]
    return words


def check_lines(lines: Iterable[str], words: set[str], width: int) -> None:
    for line in lines:
        # A word that is wider than the terminal has a line of its own, or is cut.
        assert cell_len(line) <= width or len(line.split()) == 1, (width, line)
        for word in line.split():
            # A word that is wider than the terminal is cut.
            assert word in words or set(word) <= {"─"} or word.endswith("…"), (width, word, line)


def check_at_many_widths(calls: Calls, monkeypatch: pytest.MonkeyPatch) -> None:
    for function, args in calls:
        words = words_of(args)
        longest = max(map(cell_len, words))
        for width in WIDTHS:
            if function is tables.print_wrapped:
                lines = tables.wrapped(args[0], width)
            else:
                output = io.StringIO()
                monkeypatch.setattr(
                    tables,
                    "_console",
                    lambda width=width, output=output: Console(
                        file=output, width=width, force_terminal=True, color_system=None, highlight=False
                    ),
                )
                function(*args)
                lines = [line.rstrip() for line in output.getvalue().splitlines()]
                cut = {word for line in lines for word in line.split() if word.endswith("…")} - words
                assert cut == set() or longest + MARGIN > width, (width, cut)
            check_lines(lines, words, width)


COMMANDS = {
    "mods": ["mods", "--mods", "undercroft", "--mods", "overworld"],
    "generators": ["generators", "--mods", "undercroft"],
    "doctor": ["doctor"],
    "why square": ["why", "square", "12", "7", "--seed", "1"],
    "why option": ["why", "option", "dungeon"],
    "profile": ["profile", "generate", "base", "--seed", "1"],
    "simulate": ["simulate", "critters", "--seed", "1", "--turns", "5"],
    "survey": ["survey", "base", "--count", "6", "--set", "dungeon=tiny", "-o", "a.survey"],
    "survey show": ["survey", "show", "a.survey"],
    "survey compare": ["survey", "compare", "a.survey", "a.survey"],
    "saves list": ["saves", "list", "."],
    "saves show": ["saves", "show", "a.save"],
}


@pytest.mark.slow
def test_tables_fit_terminals_of_many_widths(printed: Calls, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    run_command("simulate", "critters", "--turns", "1", "--save", "a.save")
    console = tables._console
    for name, words in COMMANDS.items():
        printed.clear()
        assert run_command(*words).exit_code == 0, name
        assert printed, name
        check_at_many_widths([*printed], monkeypatch)
        monkeypatch.setattr(tables, "_console", console)


REGISTER = """
names = {}
for x = 1, 9 do
  names[x] = kts.Tile { name = ("well-being of %s souls in a self-made pit "):format(("x"):rep(50)) .. x, glyph = "~" }
end
require("host.generators").register_generator { id = "it", generate = function()
  local map = require("host.toolbox").caves { width = 20, height = 20 }:map()
  for x = 1, 9 do kts.AddTile({ x = x, y = 1 }, names[x]) end
  return map
end }
"""


@pytest.mark.parametrize("generator", ["base", "critters", "undercroft", "trials.mini_dungeon"])
def test_legends_fit_terminals_of_many_widths(generator: str) -> None:
    game_map = Host([generator.partition(".")[0]], output=lambda _: None).generate(generator, seed=1)
    words = {word for line in TextPicture(model_of(game_map), Style()).legend() for word in line.split()}
    for wide in (False, True):
        for width in WIDTHS:
            check_lines(TextPicture(model_of(game_map), Style(columns=width, wide=wide)).legend(), words, width)


def test_names_of_a_legend_are_broken_between_words(make_mod: MakeMod) -> None:
    game_map = Host([make_mod("it", REGISTER)], output=lambda _: None).generate("it", seed=1)
    words = {word for line in TextPicture(model_of(game_map), Style()).legend() for word in line.split()}
    assert "x" * 50 in words
    for width in WIDTHS:
        check_lines(TextPicture(model_of(game_map), Style(columns=width)).legend(), words, width)
