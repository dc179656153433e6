"""Texts of mods that try to be markup, scripts, escapes of terminals, or commands of build services.

A mod puts one marker into every text that it may choose. All that commands print and write is searched for it.
"""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from dungeon_host.workflow import BUILD_SERVICES
from host.render.markup import ScriptEncoder, to_json, to_markup
from host.save.save_file import SaveFile, read
from tests.helpers import KTS_SEGMENT, KTS_TILES, run_command, sampled, write_mod

COMMANDS = "\n::set-output name=x::y\n \t::add-mask::z\r::error::q ##[add-mask]z ##vso[task.setvariable variable=x]y"
MARKER = f"</script><script>alert(1)</script><img src=x onerror=alert(1)>\"'&]]>\u2028\x1b[31m\x9b2J{COMMANDS}"
# File names have no control characters, and no slash.
FILE = "<img src=x onerror=alert(1)>'& ##[add-mask]z_test.lua"
# A line that a service takes for a command: its first word, after blanks; or these anywhere.
LINE = re.compile(r"^\s*::|##\w*\[", re.MULTILINE)

MOD = """
local M = MARKER
local tile = kts.Tile { name = M, items = "floor", depth = 5 }
gem = kts.ItemType { name = M, type = "held" }
require("host.generators").register_generator {
  id = "hall",
  help = M,
  options = { { id = "mood", default = M, choices = { M, "error", "odd" }, help = M } },
  generate = function(options)
    print(M)
    if options.mood == "error" then error(M) end
    if options.mood == "odd" then error({ [M] = M }) end
    return require("host.toolbox").maze { width = 11, height = 11 }:map { room = tile, hallway = tile }
  end,
}
"""
TESTS = """
local M = MARKER
describe(M, function()
  it(M, function() print(M) assert.equals(M, M .. "x", M) end)
  it("raises", function() error(M) end)
  it("waits", function() skip(M) end)
  it("passes", function() end)
end)
"""

# Names of segments stand in one line.
_LINE = f"{MARKER.partition(chr(10))[0]} ##[add-mask]z"
SEGMENT = f"segment\nname: {_LINE}\nwidth: 1\nheight: 1\ndata:\n1\nrooms:\n1\n0 0 2 2\nend\neof\n"
ROOM = KTS_SEGMENT.replace("a room with two homes", _LINE)
# A mod with a menu of quests, and pools.
QUESTS = f"""
local M = MARKER
{KTS_TILES}
gem = kts.ItemType {{ name = M, type = "held" }}
local Pools = require "game.pools"
Pools.addToSubpool("i.common.weapon", gem)
Pools.registerRootPool("loot", {{ M, M .. "x" }}, Pools.poolTypes.normal)
local segments = kts.LoadSegments({{ floor, wall, home_n, home_s }}, "rooms.txt")
kts.MENU = {{
  text = M,
  items = {{
    {{ id = "quest", text = M, default = M, choices = {{ {{ id = M, text = M }}, {{ id = "wish", text = M }} }} }},
    {{ id = M, text = M, choices = {{ {{ id = M, text = M }} }} }},
    {{ id = "keys", text = M, suffix = M, choice_min = 0, choice_max = 3 }},
  }},
  prepare_game_func = function() kts.PrintLoc(M) end,
  start_game_func = function(S)
    kts.LayoutDungeon {{
      layout = {{ width = 1, height = 1, data = {{ {{ type = "block" }} }} }}, wall = wall, segments = segments,
      entry_type = S.quest == "wish" and "away" or "none",
    }}
    kts.PlaceItem({{ x = 2, y = 2 }}, gem)
  end,
  describe_quest_func = function() return {{ M, M }} end,
}}
"""


def as_lua(text: str) -> str:
    return '"' + "".join(f"\\u{{{ord(letter):x}}}" for letter in text) + '"'


@pytest.fixture(scope="module")
def mod(tmp_path_factory: pytest.TempPathFactory) -> Path:
    files = {
        "mod.toml": f'id = "hostile"\nversion = "1"\nname = {json.dumps(MARKER)}\n',
        "init.lua": MOD.replace("MARKER", as_lua(MARKER)),
        f"tests/{FILE}": TESTS.replace("MARKER", as_lua(MARKER)),
        "rooms.txt": SEGMENT,
        "run.lua": f"print({as_lua(MARKER)}) error({as_lua(MARKER)})",
    }
    folder = tmp_path_factory.mktemp("mods")
    manifest = 'id = "broken"\nversion = "1"\n'
    write_mod(folder / "broken", {"mod.toml": manifest, "init.lua": f"error({as_lua(MARKER)})"})
    write_mod(
        folder / "quests",
        {
            "mod.toml": 'id = "quests"\nversion = "1"\n',
            "init.lua": QUESTS.replace("MARKER", as_lua(MARKER)),
            "rooms.txt": ROOM,
        },
    )
    return write_mod(folder / "hostile", files)


@pytest.fixture(autouse=True)
def service(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("COLUMNS", "100")


def assert_text(text: str) -> None:
    """Check what a terminal and a build service would read."""
    assert LINE.search(text) is None
    assert [letter for letter in text if not letter.isprintable() and letter not in "\n\t"] == []


class Page(HTMLParser):
    """Fails for markup that a page of the host never has."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.scripts: list[str] = []
        self._is_script = False
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._is_script = tag == "script"
        for name, value in attrs:
            assert not name.startswith("on")
            assert name != "src" or (value or "").startswith("data:image/png")
            assert name != "href" or not (value or "").startswith("javascript")

    def handle_endtag(self, tag: str) -> None:
        self._is_script = False

    def handle_data(self, data: str) -> None:
        if self._is_script:
            self.scripts.append(data)


def assert_page(text: str, *, has_scripts: bool = False) -> None:
    scripts = Page(text).scripts
    assert bool(scripts) == has_scripts
    assert not any(script.strip().startswith("alert") for script in scripts)


def assert_drawing(text: str) -> None:
    for element in ElementTree.fromstring(text).iter():
        assert element.tag.rpartition("}")[2] in ("svg", "g", "defs", "rect", "use", "path", "ellipse", "polygon", "text", "title", "style", "metadata")  # fmt: skip  # noqa: E501
        # Colours for light and dark pages.
        assert element.tag.rpartition("}")[2] != "style" or MARKER not in (element.text or "")
        assert not [name for name in element.attrib if name.startswith("on")]


def assert_scene(text: str) -> None:
    """Check that each line of a scene for Godot is a heading, or a name with a value that has no calls of its own."""
    calls = r"ExtResource|SubResource|PackedByteArray|PackedVector2Array|PackedInt32Array|Vector2i?|Rect2|Array"
    for line in filter(None, text.split("\n")):
        bare = re.sub(r'"(?:[^"\\]|\\.)*"', '""', line)
        assert re.fullmatch(rf"\[\w+( \w+=(\w+|\"\"|({calls})\(\"\"\)))*\]|[\w/:]+ = .*", bare), line
        assert not re.search(rf"(?<!\w)(?!{calls})\w+\(", bare), line


def assert_file(path: Path) -> None:
    """Check a file by its suffix."""
    content = path.read_bytes()
    match path.suffix:
        case ".html":
            assert_page(content.decode(), has_scripts=path.stem == "report")
        case ".svg":
            assert_drawing(content.decode())
        case ".xml":
            ElementTree.fromstring(content)
        case ".json" | ".tmj" | ".tsj" | ".ldtk" | ".uvtt" | ".sarif":
            json.loads(content)
        case ".tscn" | ".tres":
            assert_scene(content.decode())
        case ".txt":
            assert "\x1b" not in content.decode()
        case ".png":
            assert content.startswith(b"\x89PNG")
        case ".info":
            lines = content.decode().splitlines()
            assert all(re.match(r"(TN|SF|DA|LF|LH|FN|FNDA|FNF|FNH|BRF|BRH):|end_of_record$", line) for line in lines)
        case other:
            pytest.fail(f"what is {other}?")


WORDS = [
    "generators MOD",
    "mods --mods MOD",
    "generate MOD --seed 1",
    "generate MOD --events",
    "generate MOD --format json",
    "generate MOD --set mood=error",
    "generate MOD --set mood=odd",
    "generate MOD --set mood=typo",
    "generate MOD --count 2 --seed 1 --format svg -o OUT/many",
    *(
        f"generate MOD -o OUT/map{suffix}"
        for suffix in (".txt", ".json", ".svg", ".png", ".tmj", ".ldtk", ".tscn", ".uvtt")
    ),
    "run MOD/run.lua",
    "generate BROKEN",
    "check MOD",
    "check BROKEN",
    "check BROKEN --format json",
    "check BROKEN --format sarif",
    "test MOD --junit OUT/junit.xml --coverage-html OUT/coverage --coverage-lcov OUT/lines.info",
    "why item hostile.gem --mods MOD",
    "why item hostile.gem --mods MOD --json",
    "profile --flame OUT/flame.svg generate MOD",
    "profile --json generate MOD",
    "simulate MOD --turns 1",
    "segments export MOD/rooms.txt --tiles none -o OUT/rooms.tmj",
    "segments export MOD/rooms.txt --tiles none -o OUT/rooms.ldtk",
    "survey MOD --count 3 --metrics rooms,item:* -o OUT/../x.survey",
    "generators QUESTS",
    "generate QUESTS --seed 1",
    "generate QUESTS --seed 1 --set quest=typo",
    "generate QUESTS --seed 1 --set quest=wish",
    "generate QUESTS --seed 1 --set quest=wish --explain",
    "generate QUESTS --seed 1 --set quest=wish --explain --json",
    "check QUESTS",
    "pools QUESTS",
    "pools i.*.weapon --mods QUESTS",
    "pools loot --mods QUESTS --draw 10 --seed 1",
    "why pool i.common.weapon --mods QUESTS",
    "why pool loot --mods QUESTS --json",
    "why option quest --mods QUESTS",
    "why field quests.gem.name --mods QUESTS",
    "travel QUESTS --seed 1 --keys .",
    "segments export QUESTS/rooms.txt --tiles none -o OUT/rooms.tmj",
    "survey QUESTS --count 3 --seed 1 --sweep quest=wish,typo -o OUT/../x.survey",
]


@pytest.mark.parametrize("words", sampled(WORDS, 25))
def test_texts_of_mods_are_only_text(mod: Path, tmp_path: Path, words: str) -> None:
    out = tmp_path / "out"
    out.mkdir()
    broken = mod.with_name("broken")
    named = {"MOD": mod, "BROKEN": broken, "QUESTS": mod.with_name("quests"), "OUT": out}
    parts = [re.sub("MOD|BROKEN|QUESTS|OUT", lambda match: str(named[match[0]]), word) for word in words.split()]
    result = run_command(*parts)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert result.exit_code in (0, 1), result.output
    assert_text(result.stdout)
    assert_text(result.stderr)
    if "json" in parts or "--json" in parts or "sarif" in parts:
        json.loads(result.stdout)
    written = [path for path in out.rglob("*") if path.is_file()]
    assert bool(written) == ("OUT/" in words and "survey" not in words)
    for path in written:
        assert_file(path)


def test_json_holds_texts_as_they_are(mod: Path) -> None:
    result = run_command("generate", mod.with_name("quests"), "--seed", 1, "--format", "json")
    document = json.loads(result.stdout)
    assert MARKER in document["options"].values()


def test_workflow_commands_of_check_are_those_of_the_host(mod: Path) -> None:
    result = run_command("check", mod.with_name("broken"), "--format", "github")
    lines = result.stdout.splitlines()
    commands = [line for line in lines if line.startswith("::")]
    assert commands
    assert all(re.match(r"::(error|warning) ", line) for line in commands)
    assert_text("\n".join(line for line in lines if line not in commands))


@pytest.mark.slow
def test_a_survey_of_a_stranger_runs_no_script(mod: Path, tmp_path: Path) -> None:
    pytest.importorskip("altair")
    file, page = tmp_path / "x.survey", tmp_path / "report.html"
    assert run_command("survey", mod, "--count", 3, "--metrics", "rooms,item:*", "-o", file).exit_code == 0
    name = "item:*</script><script>alert(1)</script><img src=x onerror=alert(1)>"
    with sqlite3.connect(file) as database:
        database.execute(f'ALTER TABLE dungeons RENAME COLUMN "item:*" TO "{name}"')
        database.execute("UPDATE survey SET value = replace(value, 'item:*', ?)", (name,))
        database.execute(f'UPDATE dungeons SET "{name}" = number')
    for command in ("show", "show --json", "report"):
        result = run_command("survey", *command.split()[:1], file, *command.split()[1:], *(["-o", page] if command == "report" else []))  # fmt: skip  # noqa: E501
        # Such a file may be refused.
        assert result.exit_code in (0, 1)
        assert_text(result.output)
    if page.exists():
        assert_file(page)


def test_two_surveys_are_compared_in_text(mod: Path, tmp_path: Path) -> None:
    old, new, page = tmp_path / f"{FILE}.survey", tmp_path / "new.survey", tmp_path / "compare.html"
    for file, mood in ((old, "odd"), (new, "error")):
        words = ("--count", "3", "--seed", "1", "--metrics", "rooms,item:*", "--set", f"mood={mood}")
        made = run_command("survey", mod, *words, "-o", file)
        assert made.exit_code == 0, made.output
    for more in ([], ["--json"], ["-o", page], ["--exit-code"]):
        result = run_command("survey", "compare", old, new, *more)
        assert result.exit_code in (0, 1), result.output
        assert_text(result.output)
    assert_page(page.read_text())
    assert "onerror" in page.read_text()


def test_a_save_of_a_stranger_is_shown_as_text(mod: Path, tmp_path: Path) -> None:
    """Names of mods, versions and the host in its header; and what is saved under names of a mod."""
    file = tmp_path / "x.save"
    script = mod / "saves.lua"
    script.write_text(f"save.script.x = {{ [{as_lua(MARKER)}] = {as_lua(MARKER)} }}")
    played = run_command("run", script, "--save", file, "--seed", 1)
    assert played.exit_code == 0, played.output
    contents = read(file)
    for header in (
        {**contents.header, "mods": [[MARKER, MARKER, MARKER], *contents.header["mods"]]},
        {**contents.header, "host": MARKER},
        contents.header,
    ):
        forged = tmp_path / "forged.save"
        forged.unlink(missing_ok=True)
        SaveFile(forged).write(header, contents.chunks, [])
        output = ""
        for words in ("show FILE", "check FILE", "backup FILE", "prune FILE", "list DIR"):
            result = run_command("saves", *words.replace("FILE", str(forged)).replace("DIR", str(tmp_path)).split())
            assert result.exception is None or isinstance(result.exception, SystemExit), words
            output += result.output
        output += run_command("run", script, "--save", forged).output
        assert_text(output)
        assert ("onerror" in output) == (header is not contents.header)


@pytest.mark.parametrize("service", ["", *BUILD_SERVICES])
def test_the_services_that_build_are_known(mod: Path, monkeypatch: pytest.MonkeyPatch, service: str) -> None:
    for name in BUILD_SERVICES:
        monkeypatch.delenv(name, raising=False)
    if service:
        monkeypatch.setenv(service, "True")
    result = run_command("run", mod / "run.lua")
    assert bool(LINE.search(result.stdout)) == (not service)


def run_pytest(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.slow
def test_pytest_itself_prints_no_command_of_a_mod(mod: Path, tmp_path: Path) -> None:
    """A project of the user, with mods whose folders are commands, and a plugin that prints a command of its own."""
    outer, inner = tmp_path / "a" / "##[add-mask]z", tmp_path / "b" / "x\n::add-mask::z"
    for folder in (outer, inner):
        shutil.copytree(mod, folder)
        (folder / "tests" / "test_x.py").write_text("def test_x(): pass\n")
    own = "::notice::the project\n"
    (outer.parent / "conftest.py").write_text(
        f"def pytest_unconfigure(config):\n    if not hasattr(config, 'workeroutput'): print({own!r}, end='')\n"
    )
    # In such a folder pytest wants to be told what to run.
    for where, words in (
        (outer.parent, ["-v", "-rA"]),
        (outer.parent, ["--collect-only", "-q"]),
        (inner, ["-v", "-rA", "-n", "1", "tests"]),
    ):
        done = run_pytest(where, "-p", "no:cacheprovider", *words)
        assert done.returncode == (0 if "--collect-only" in words else 1), done.stdout + done.stderr
        assert "onerror" in done.stdout
        assert "Python in the folder of the mod" in done.stdout
        lines = done.stdout.splitlines(keepends=True)
        assert lines.count(own) == (where != inner)
        assert_text("".join(line for line in lines if line != own))
        assert_text(done.stderr)
    (inner / "pytest.ini").write_text("[pytest]\n")
    refused = run_pytest(inner)
    assert "must not configure pytest" in refused.stderr
    assert_text(refused.stderr)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_parts_of_lines_make_no_command(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    import io
    import sys

    from dungeon_host.workflow import escape_commands

    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, "utf-8"))
    text = f"a::b\n{COMMANDS}\n   ::x\n:\n: :\n####[y"
    with escape_commands():
        for start in range(0, len(text), size):
            sys.stdout.write(text[start : start + size])
    shown = written.getvalue().decode()
    assert LINE.search(shown.replace("\r", "\n")) is None
    assert shown.replace(" ", "") == text.replace(" ", "")
    assert shown.startswith("a::b\n")


def test_data_in_pages_keeps_its_values() -> None:
    data = {MARKER: [MARKER, "##[x", 1.5, None]}
    script, plain = ScriptEncoder().encode(data), to_json(data)
    assert json.loads(script) == json.loads(plain) == data
    assert not set("<>&\u2028\u2029") & set(script)
    assert LINE.search(plain) is None
    assert not set("<>\"'") & set(to_markup(MARKER))
