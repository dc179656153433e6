"""The debugger on a plain terminal."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from host.cli.main import cli
from tests.helpers import MakeMod, run_command

INIT = """\
local function double(n)
  local twice = 2 * n
  return twice
end

local total = 0
for i = 1, 3 do
  total = total + double(i)
end
print("total", total)
"""


def debug(keys: str, *words: str | Path) -> Result:
    """Run `debug` with what a person types, a key a word; `_` stands for a blank."""
    typed = "".join(f"{key.replace('_', ' ')}\n" for key in keys.split())
    return CliRunner().invoke(cli, ["debug", *map(str, words)], input=typed, prog_name="dungeon-host")


def stops(result: Result) -> list[str]:
    """The lines that say where the mods are stopped, without the folder."""
    return [
        line.split(" at ")[0].split(") ")[-1] + " " + line.rsplit(":", 1)[1]
        for line in result.stdout.splitlines()
        if " at " in line
    ]


def test_keys(make_mod: MakeMod) -> None:
    folder = make_mod("sums", INIT)
    words = ("--break", "sums/init.lua:8", "generate", "base", "--mods", folder, "--seed", "1", "--set", "dungeon=tiny")
    done = debug(
        "p_total,i s p_n n n b ? b_init.lua:10 b_nowhere.lua:1 o c c p_total c",
        *words[:1],
        folder / "init.lua:8",
        *words[2:],
    )
    assert done.exit_code == 0, done.stderr
    assert stops(done)[:5] == ["breakpoint 8", "step 2", "step 3", "breakpoint 8", "step 3"]
    assert "(debug) 0, 1\n" in done.stdout
    assert "c continue · n next ·" in done.stdout
    assert 'there is no file "nowhere.lua"' in done.stdout
    assert ">    8   total = total + double(i)" in done.stdout
    assert "(debug) 12\n" in done.stdout
    assert len(re.findall(r"total\s12\n", done.stdout)) == 1
    assert "dungeon-host" in done.stdout


def test_a_breakpoint_takes_a_file_in_any_case() -> None:
    done = debug("q", "--break", "BASE/Init.lua:1", "generate", "base", "--seed", "1")
    assert (done.exit_code, done.stdout.count("base/init.lua:")) == (0, 1), done.stderr


def test_without_breakpoints_it_stops_at_once_and_quits(make_mod: MakeMod) -> None:
    folder = make_mod("sums", INIT)
    done = debug("q", "generate", folder, "--seed", "1")
    assert (done.exit_code, stops(done)) == (0, ["entry 1"])


def test_without_breakpoints_it_stops_in_the_mod_that_is_named(
    make_mod: MakeMod, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = make_mod("other", "print(1)\n")
    toml = '[dependencies]\nother = "*"\n'
    folder = make_mod("sums", "-- 1\n-- 2\n" + INIT, toml=toml)
    for words in ([folder], [folder, "--mods", other], ["--mods", other, folder], ["sums", "--mods", folder.parent]):
        done = debug("q", "generate", "--seed", "1", *words)
        assert (done.exit_code, stops(done)) == (0, ["entry 3"]), words
    monkeypatch.chdir(folder)
    assert stops(debug("q", "generate", "--seed", "1")) == ["entry 3"]
    # An error in a dependency comes first.
    (other / "init.lua").write_text("error('no')\n")
    assert stops(debug("q", "generate", folder, "--seed", "1"))[0].startswith("exception")


def test_without_breakpoints_it_stops_where_the_mod_begins_to_run(make_mod: MakeMod) -> None:
    test = "it('adds', function()\n  local two = 1 + 1\nend)\nit('prints', function()\n  print(1)\nend)\n"
    toml = '[dependencies]\nbase = "*"\n'
    init = """\
mod.RegisterMod { name = "sums", version = "1.0.0" }
local base = require "base"
local function wall() return base.wall_stone end
require("host.generators").register_generator { id = "sums", generate = function()
  local world = World(5, 5)
  return world
end }
"""
    folder = make_mod("sums", init, toml=toml, files={"tests/sums_test.lua": test})
    for command, line in (("generate", 5), ("simulate", 5), ("test", 2)):
        done = debug("p_1+1 c", command, folder)
        # Once: what follows does not stop.
        assert [stop.split("lua ")[-1] for stop in stops(done)] == [f"entry {line}"], done.stdout
        assert "(debug) 2" in done.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--break", "init.lua", "generate"], '"init.lua" is no FILE:LINE'),
        (["--break", "nowhere.lua:3", "generate"], 'there is no file "nowhere.lua"'),
        (["--break", "base/dungeon_setpu.lua:3", "generate"], 'did you mean "base/dungeon_setup.lua"?'),
        (["--break", "base/itms/tools.lua:3", "generate"], 'did you mean "base/items/tools.lua"?'),
        (["--break", "bse/dungeon_setup.lua:3", "generate"], 'did you mean "base/dungeon_setup.lua"?'),
        (["--break", "base/init.lua:99999", "generate"], "has no statement on line 99999 or below"),
        (["--dap", "generate"], "the editor names the command"),
        (["mods"], 'debug does not run "mods": must be'),
        (["test", "base", "--", "-n", "2"], "debug does not run tests in several processes"),
    ],
    ids=range(9),
)
def test_requests_that_cannot_be_met(words: list[str], message: str) -> None:
    done = debug("", *words)
    assert done.exit_code == 1
    assert message in done.stderr


def test_places_in_bundled_mods_begin_with_the_id() -> None:
    done = debug("", "--break", "base/dungeon_setup.lua:61", "generate", "base", "--seed", "1")
    assert done.stdout.startswith("breakpoint at base/dungeon_setup.lua:61\n")
    assert done.stdout.endswith("(debug) \n")


def test_a_breakpoint_that_is_never_reached_is_named_at_the_end(make_mod: MakeMod) -> None:
    folder = make_mod("sums", "local function never()\n  return 1\nend\n-- a comment\n\nlocal x = 2\n")
    words = ("generate", "base", "--mods", folder, "--seed", "1", "--set", "dungeon=tiny")
    for line, ending in (
        (2, f"the breakpoint {folder}/init.lua:2 was never reached"),
        (3, None),
        (4, None),
    ):
        done = debug("c", "--break", f"{folder}/init.lua:{line}", *words)
        assert done.exit_code == 0, done.stderr
        assert [text for text in done.stdout.splitlines() if "never reached" in text] == ([ending] if ending else [])
    # One that is set at a stop, and one on a comment of a function that is never called.
    folder = make_mod("parts", "local x = 1\nlocal function never()\n  -- two\n  return 2\nend\n")
    done = debug(
        "b_parts/init.lua:3 c", "--break", f"{folder}/init.lua:1", "generate", "base", "--mods", folder, "--seed", "1"
    )
    moved = "line 3 has no statement, the next one is on line 4"
    assert done.stdout.splitlines()[-1] == f"the breakpoint parts/init.lua:3 was never reached: {moved}"
    # Who quits, or mistypes the command, knows.
    for keys, *end in (("q",), ("", "--nothing")):
        points = ("--break", f"{folder}/init.lua:1", "--break", f"{folder}/init.lua:4")
        done = debug(keys, *points, "generate", folder, "--seed", "1", *end)
        assert "never reached" not in done.stdout
    broken = make_mod("broken", "error('no')\nlocal x = 1\n")
    done = debug("c", "--break", f"{broken}/init.lua:2", "generate", broken, "--seed", "1")
    assert (done.exit_code, done.stdout.splitlines()[-1].split()[-3:]) == (1, ["was", "never", "reached"])


def test_the_closing_line_keeps_the_options_of_the_command_in_front(make_mod: MakeMod, tmp_path: Path) -> None:
    folder = make_mod("sums", "local x = 1\nlocal y = 2\n")
    before = tmp_path / "before.json"
    before.write_text(run_command("profile", "--json", "generate", "base", "--seed", "1").stdout)
    options = {
        "debug": ["--break", f"{folder}/init.lua:1", "--break", f"{folder}/init.lua:2"],
        "profile": ["--flame", f"{tmp_path}/f.svg", "--speedscope", f"{tmp_path}/f.json", "--compare", str(before)],
    }
    observed = {
        "generate": ["generate", "base", "--mods", str(folder), "--set", "dungeon=tiny", "--seed", "1"],
        "simulate": ["simulate", "base", "--mods", str(folder), "--seed", "1", "--turns", "1", "--player", "idle"],
    }
    for (front, given), (name, words) in itertools.product(options.items(), observed.items()):
        line = " ".join(["dungeon-host", front, *given, *words])
        done = CliRunner().invoke(cli, line.split()[1:], input="c\nc\nc\n", prog_name="dungeon-host")
        assert done.exit_code == 0, done.stderr
        assert line in done.stdout.splitlines(), name
    # Options that change nothing of the result, or that print no closing line, are left out.
    given = {word for words in options.values() for word in words if word.startswith("--")}
    for command in ("debug", "profile"):
        names = {option.opts[0] for option in cli.get_command(None, command).params if isinstance(option, click.Option)}
        given |= names & {"--debug", "--dap", "--port", "--json"}
        assert names <= given
    (folder / "init.lua").write_text("local x = 1\nerror('no')\n")
    done = debug("c c c", *options["debug"], *observed["generate"])
    assert done.stderr.rstrip().endswith(
        "again  " + " ".join(["dungeon-host debug", *options["debug"], *observed["generate"]])
    )
