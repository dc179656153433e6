"""The debugger on a plain terminal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from host.cli.main import cli
from tests.helpers import MakeMod

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
        (["--break", "base/generater.lua:3", "generate"], 'did you mean "base/generator.lua"?'),
        (["--break", "base/itms/tools.lua:3", "generate"], 'did you mean "base/items/tools.lua"?'),
        (["--break", "bse/generator.lua:3", "generate"], 'did you mean "base/generator.lua"?'),
        (["--break", "base/init.lua:99999", "generate"], "has no statement on line 99999 or below"),
        (["--dap", "generate"], "the editor names the command"),
        (["mods"], 'debug does not run "mods": must be'),
    ],
    ids=range(8),
)
def test_requests_that_cannot_be_met(words: list[str], message: str) -> None:
    done = debug("", *words)
    assert done.exit_code == 1
    assert message in done.stderr


def test_places_in_bundled_mods_begin_with_the_id() -> None:
    done = debug("", "--break", "base/generator.lua:61", "generate", "base", "--seed", "1")
    assert done.stdout.startswith("breakpoint at base/generator.lua:61\n")
    assert done.stdout.endswith("(debug) \n")
