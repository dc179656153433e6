"""Names and messages of strangers move no cursor, wherever they are shown."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from subprocess import CompletedProcess
from xml.etree import ElementTree

import pytest

from tests.helpers import MakeMod, run_command
from tests.helpers.command_server import run_forked

# Sets the title of a terminal, clears it, and turns the direction of text.
ESCAPES = "\x1b]0;X\x07\x1b[2J\x9b2J\u202e"
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def assert_harmless(*texts: str) -> None:
    for text in texts:
        assert not CONTROL.search(text), ascii(text)


STATEMENTS = [
    "error(x)",
    "error({ x })",
    "print(x) warn(x)",
    "local t = setmetatable({}, { __tostring = function() error(x) end }) print(t)",
    "kts.Tile { access = { [x] = x } }",
    "kts.LimitTotalMonsters(x)",
    "local function f() error(x) end f()",
    "load('error(x)', x)()",
    "assert(load('syntax error', x))",
    "require(x)",
    "dofile(x)",
]


@pytest.mark.parametrize(
    ("statement", "options"),
    # Tracebacks of Python are the same for errors of one kind.
    [*((statement, []) for statement in STATEMENTS), *((statement, ["--debug"]) for statement in STATEMENTS[::3])],
)
def test_messages_of_mods(statement: str, options: list[str], tmp_path: Path) -> None:
    script = tmp_path / "script.lua"
    script.write_text(f"x = {lua_text(ESCAPES)} {statement}")
    done = run_command("run", script, "--seed", "1", *options)
    assert_harmless(done.stdout, done.stderr)
    assert done.stdout + done.stderr


def lua_text(text: str) -> str:
    return '"' + "".join(f"\\u{{{ord(char):x}}}" for char in text) + '"'


@pytest.mark.parametrize(
    ("command", "options"),
    [*((command, []) for command in ("mods", "generators", "pools", "check", "generate")), ("generate", ["--debug"])],
)
def test_names_of_mods(command: str, options: list[str], make_mod: MakeMod, tmp_path: Path) -> None:
    if command == "check":
        # Without the bundled mods.
        options = ["evil", "--strict"]
    toml = f"name = {json.dumps(ESCAPES)}\ndescription = {json.dumps(ESCAPES)}\n{json.dumps(ESCAPES)} = 1"
    folder = tmp_path / f"folder{ESCAPES}"
    make_mod("evil", "", toml=toml, root=folder)
    done = run_command(command, "--mods", folder, *options)
    assert_harmless(done.stdout, done.stderr)
    make_mod(
        "evil", f"kts.Tile {{ access = {{}}, glyph = {lua_text(ESCAPES)} }} error({lua_text(ESCAPES)})", root=folder
    )
    done = run_command(command, "--mods", folder, *options)
    assert_harmless(done.stdout, done.stderr)


def test_names_of_objects_of_tiled(tmp_path: Path) -> None:
    sheet = tmp_path / "rooms.tmj"
    source = tmp_path / "rooms.txt"
    source.write_text(
        "# a note\nsegment\nname: a room\nwidth: 2\nheight: 2\ndata:\n1 1\n1 1\nrooms:\n1\n1 1 2 2\nend\neof\n"
    )
    assert run_command("segments", "export", source, "--tiles", "none", "-o", sheet).exit_code == 0
    content = json.loads(sheet.read_text())

    def poison(value: object) -> None:
        if isinstance(value, dict):
            for key, part in value.items():
                if isinstance(part, str) and ("a room" in part or "a note" in part):
                    value[key] = f"{part}{ESCAPES}"
                poison(part)
        elif isinstance(value, list):
            for part in value:
                poison(part)

    poison(content)
    sheet.write_text(json.dumps(content))
    done = run_command("segments", "import", sheet)
    assert done.exit_code == 0
    assert_harmless(done.stdout, done.stderr)
    assert "name: a room\\x1b]0;X" in done.stdout
    assert "# a note\\x1b]0;X" in done.stdout
    out = tmp_path / "again.txt"
    run_command("segments", "import", sheet, "-o", out)
    assert out.read_text() == done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("options", [[], ["-n", "1"]], ids=["", "xdist"])
def test_names_of_test_files(options: list[str], make_mod: MakeMod, tmp_path: Path) -> None:
    mod = make_mod(
        "evil",
        files={
            f"tests/{ESCAPES}/fails{ESCAPES}\n_test.lua": 'it("fails", function() assert.equal(1, 2) end)',
            f"tests/passes{ESCAPES}_test.lua": f"it({lua_text(ESCAPES)}, function() end) pending({lua_text(ESCAPES)})",
            f"tests/broken{ESCAPES}_test.lua": f"error({lua_text(ESCAPES)})",
            f"tests/empty{ESCAPES}_test.lua": "",
            f"tests/helper{ESCAPES}.lua": "",
        },
    )
    junit = tmp_path / "results.xml"

    def run_tests(*words: str | Path) -> CompletedProcess[str]:
        return run_forked("test", mod, *words, cwd=tmp_path, env=os.environ, timeout=120)

    done = run_tests("--junit", junit, "--coverage", "--", "-v", "-rA", *options)
    assert done.returncode == 1
    assert_harmless(done.stdout, done.stderr)
    cases = ElementTree.parse(junit).getroot().iter("testcase")
    names = {case.get("classname", "") for case in cases}
    assert any("fails\\x1b]0;X" in name for name in names), names
    assert_harmless(*names)
    done = run_tests("--", "--collect-only")
    assert "fails" in done.stdout
    assert_harmless(done.stdout, done.stderr)
