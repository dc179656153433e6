"""Errors of mods show the line with two lines around it, and mark the column."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from host.errors import HostError
from host.errors.excerpt import Excerpt, make_excerpt
from tests.helpers import MakeMod, catch_load_error, catch_load_errors, dedent, run_command

# Text of init.lua -> the lines that follow the sentence of the error.
CASES = {
    "a value": (
        '-- one\n\nkts.Tile { access = { walking = "blok" } }\n-- four\n-- five\n-- six\n',
        """
            1 | -- one
            2 |
          > 3 | kts.Tile { access = { walking = "blok" } }
              |                                 ^^^^^^
            4 | -- four
            5 | -- five
        """,
    ),
    "a field that is nil": (
        "local t = {}\nprint(t.size.width)\n",
        """
            1 | local t = {}
          > 2 | print(t.size.width)
              |         ^^^^
        """,
    ),
    "a call of error behind a tab": (
        'do\n\terror("no")\nend',
        '  1 | do\n> 2 |     error("no")\n    |     ^^^^^\n  3 | end\n',
    ),
    "a name that is there twice": ("x = nil .. nil", "  > 1 | x = nil .. nil\n"),
    "an id that nobody registered": (
        'Pools.addToSubpool("i.common", "one.lamp")\n',
        '  > 1 | Pools.addToSubpool("i.common", "one.lamp")\n',
    ),
    "the second of two equal signs": (
        "local x = = 3",
        '  > 1 | local x = = 3\n      |           ^ expected a value after "="\n',
    ),
    "behind letters of two bytes": (
        'local s = "ä" = 3',
        '  > 1 | local s = "ä" = 3\n      |               ^ expected a statement, and "=" begins none\n',
    ),
    "a comparison": ("if a = 3 then end", '  > 1 | if a = 3 then end\n      |      ^ did you mean "=="?\n'),
    "a string without end": (
        'local s = "abc\nprint(s)',
        """
          > 1 | local s = "abc
              |           ^ expected " at the end of the string, on the same line
            2 | print(s)
        """,
    ),
    "code after the return of a file": (
        "return 1\nlocal x = 2",
        '    1 | return 1\n  > 2 | local x = 2\n      | ^^^^^ a "return" is the last statement of its block\n',
    ),
    "code after the return of a function": (
        "local function f()\n  return 1\n  print(2)\nend",
        (
            "    1 | local function f()\n    2 |   return 1\n  > 3 |   print(2)\n"
            '      |   ^^^^^ a "return" is the last statement of its block\n    4 | end\n'
        ),
    ),
    "an end too many": ("x = 1\nend", '    1 | x = 1\n  > 2 | end\n      | ^^^ "end" closes nothing that is open\n'),
    "a block in the middle": (
        "function f()\n  if x then\n    y()\n\n  z()\nend\n\nfunction g()\nend\n",
        """
             8 | function g()
             9 | end
          > 10 |
               | expected "end" for the "if" at line 2, which is not closed
        """,
    ),
    "a loop in a table": (
        "return {\n  f = function()\n    for i = 1, 3 do\n      print(i)\n  end,\n}\n",
        """
            3 |     for i = 1, 3 do
            4 |       print(i)
          > 5 |   end,
              |      ^ expected "end" for the "for" at line 3, which is not closed
            6 | }
        """,
    ),
    "a typo in the word that closes a block": (
        "local function f()\n  if f then\n    f()\n  ed,\nend\n",
        """
            3 |     f()
            4 |   ed,
          > 5 | end
              | ^^^ expected "end" for the "if" at line 2, which is not closed
        """,
    ),
    "a value that is missing at the end of a block": (
        "do\n  local x = 1 +\nend\n",
        """
            1 | do
            2 |   local x = 1 +
          > 3 | end
              | ^^^ expected a value after "+"
        """,
    ),
    "while with do, and brackets in strings": (
        'while f "(" do\n  repeat g [[ end ]] until h -- if\n',
        """
            1 | while f "(" do
            2 |   repeat g [[ end ]] until h -- if
          > 3 |
        """,
    ),
    "a value as a statement": (
        "local a\na + 1\n",
        """
            1 | local a
          > 2 | a + 1
              |   ^ expected a call or an assignment: a value alone is not a statement
        """,
    ),
}


def quoted(error: HostError) -> str:
    assert error.source is not None
    return "".join(f"{line}\n" for line in error.source.format())


@pytest.mark.parametrize("name", CASES)
def test_an_error_shows_its_lines(mod_one: MakeMod, name: str) -> None:
    text, shown = CASES[name]
    assert quoted(catch_load_errors(mod_one(text))[0]) == dedent(shown)


@pytest.mark.parametrize("name", CASES)
def test_check_explains_as_an_error_does(mod_one: MakeMod, name: str) -> None:
    text, shown = CASES[name]
    (label,) = re.findall(r"(?m)\| +\^+ (.+)$|\| (expected .+)$", dedent(shown))[:1] or [("", "")]
    if any(label):
        assert "".join(label) in run_command("check", "one", "--mods", mod_one(text).parent).stdout


def test_an_error_in_another_file_shows_that_file(mod_one: MakeMod) -> None:
    error = catch_load_error(mod_one('require "lib.wrong"', files={"lib/wrong.lua": "-- lib\nlocal = 3\n"}))
    assert quoted(error).splitlines()[1:3] == ["> 2 | local = 3", "    |       ^"]
    # Lua wrote the message.
    assert str(error) == "one/lib/wrong.lua:2: <name> expected near '='"


def test_a_key_of_a_manifest_is_shown(make_mod: MakeMod) -> None:
    error = catch_load_error(make_mod("one", toml='dialects = ["ktz"]'))
    assert '> 3 | dialects = ["ktz"]' in quoted(error).splitlines()


def test_a_text_that_a_mod_loads_has_no_lines(mod_one: MakeMod) -> None:
    assert catch_load_error(mod_one('load("error(1)")()')).source is None


def test_a_line_is_cut_around_its_mark_and_has_no_control_characters() -> None:
    excerpt = make_excerpt(b"x" * 300 + b" wrong \x1b[31m" + b"y" * 300, 1, words=["wrong"])
    assert excerpt is not None
    line, mark = excerpt.format()
    assert line.startswith("> 1 | …xxx")
    assert line.index("wrong") == mark.index("^^^^^")
    assert "\x1b" not in line
    assert len(line) < 110
    assert Excerpt.from_data(excerpt.to_data()) == excerpt


def test_commands_show_the_lines_unless_they_are_told_not_to(mod_one: MakeMod, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = mod_one("-- a lamp\nkts.Tile { type = 5, access = {} }\n")
    lines = "  > 2 | kts.Tile { type = 5, access = {} }\n      |                   ^\n"
    assert lines in run_command("mods", "--mods", folder).stderr
    assert "2 |" not in run_command("mods", "--mods", folder, "--no-source").stderr
    monkeypatch.setenv("DUNGEON_HOST_NO_SOURCE", "1")
    assert "2 |" not in run_command("mods", "--mods", folder).stderr
    monkeypatch.setenv("DUNGEON_HOST_NO_SOURCE", "0")
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[31m\x1b[1m^\x1b[0m" in run_command("mods", "--mods", folder).stderr


def test_a_script_and_a_test_show_their_lines(mod_one: MakeMod, tmp_path: Path) -> None:
    script = tmp_path / "try.lua"
    script.write_text("\nbase.nothing.more()\n")
    shown = run_command("run", script, "--seed", "1").stderr
    assert "  > 2 | base.nothing.more()\n      | ^^^^\n" in shown
    folder = mod_one("", files={"tests/a_test.lua": "function test_it()\n  local x = nil + 1\nend\n"})
    assert "  > 2 |   local x = nil + 1\n" in run_command("test", folder).stdout
    assert "2 |" not in run_command("test", folder, "--no-source").stdout


@pytest.mark.parametrize("before", ["", "x" * 30 + " ", "x" * 70 + " ", "\t" * 9, "é" * 200 + " "])
@pytest.mark.parametrize("word", ["it", "a_name_of_some_length"])
def test_excerpts_fit_terminals_of_all_widths(before: str, word: str) -> None:
    source = f"local a = {'1' * 150}\n{before}{word} = 2 -- {'y' * 150}\nreturn".encode()
    excerpt = make_excerpt(source, 2, words=[word])
    assert excerpt
    for columns in range(40, 140):
        _, marked, carets, _ = lines = excerpt.format(columns=columns)
        assert max(map(len, lines)) <= columns
        at = carets.index("^")
        assert marked[at : at + carets.count("^")] == word
