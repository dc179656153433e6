"""A new field of Request reaches commands, files, surveys, the library, the studio and agents without more code.

The fields are added to a copy of the host: a switch, a list of numbers, and a number.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers import ROOT

FIELDS = """
    bare: bool = field(default=False, metadata={"help": "Leave out all things."})
    floors: Sequence[int] = field(
        default=(), metadata={"help": "The floors.", "elements": "numbers of floors", "example": "1,2"}
    )
    depth: int = field(default=1, metadata={"help": "The depth.", "least": 1, "most": 9})
"""
WORDS = ("--bare", "--floors", "1,2", "--depth", "3")
BEFORE = "    # Option id -> value: a text, a number or a boolean. The generator"
PROGRAM = """
import asyncio
import json
from host import Host, Request
from host.errors import RequestError
from host.export.things import describe_origin
from host.studio.requests import describe_fields, read_request
from host.tools.agents.server import make_server
from pathlib import Path

made = Host(["base"]).generate("base", seed=1, dungeon="tiny", bare=True)
assert made.origin.bare and '"bare": true' in made.to_json()
assert describe_origin(json.loads(made.to_json()))["bare"] is True
assert "bare" not in Host(["base"]).generate("base", seed=1, dungeon="tiny").to_json()
request = read_request({"generator": "base", "bare": "true", "floors": "1,2", "depth": "3"})
assert (request.bare, [*request.floors], request.depth) == (True, [1, 2], 3)
controls = {row["name"]: row["control"] for row in describe_fields()}
assert controls["bare"] == {"type": "checkbox", "title": "Leave out all things."}
assert controls["depth"] == {"type": "number", "min": 1, "max": 9, "title": "The depth."}
try:
    read_request({"generator": "base", "bare": "yes"})
except RequestError as error:
    assert str(error) == "bare is 'yes': must be true or false"
else:
    raise AssertionError("bare=yes was taken")
try:
    Request("base", seed=1, depth=10)
except RequestError as error:
    assert str(error) == "depth is 10: must be a whole number between 1 and 9", error
else:
    raise AssertionError("depth=10 was taken")
tools = {tool.name: tool.input_schema["properties"] for tool in asyncio.run(make_server(Path(".")).list_tools())}
about = {"default": False, "description": "Leave out all things.", "title": "Bare", "type": "boolean"}
assert tools["generate"]["bare"] == about
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a host whose requests have more fields."""
    folder = tmp_path_factory.mktemp("copy")
    # Nobody looks at the page of this host.
    shutil.copytree(ROOT / "host", folder / "host", ignore=shutil.ignore_patterns("__pycache__", "page"))
    for name in ("lua", "mods", "templates", "docs"):
        (folder / name).symlink_to(ROOT / name)
    file = folder / "host" / "model" / "request.py"
    text = file.read_text()
    assert text.count(BEFORE) == 1
    file.write_text(text.replace(BEFORE, FIELDS + BEFORE))
    return folder


def run(copy: Path, *words: str | Path, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *map(str, words)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(copy), "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_a_new_field_needs_no_more_code(copy: Path, tmp_path: Path) -> None:
    def host(*words: str) -> subprocess.CompletedProcess[str]:
        return run(copy, "-m", "host", *words, folder=tmp_path)

    tiny = ("base", "--set", "dungeon=tiny", "--seed", "1")
    made = host("generate", *tiny, *WORDS, "-o", "map.json")
    assert made.returncode == 0, made.stderr
    assert made.stdout.endswith("generate base --set dungeon=tiny --seed 1 --bare --floors 1,2 --depth 3 -o map.json\n")
    document = json.loads((tmp_path / "map.json").read_text())
    assert (document["bare"], document["floors"], document["depth"]) == (True, [1, 2], 3)
    assert host("generate", "--from", "map.json").stdout == "map.json: the same dungeon, to the byte\n"
    assert "--bare is not allowed with --from" in host("generate", "--from", "map.json", "--bare").stderr
    survey = ("survey", "run", *tiny, "--count", "1", "--jobs", "1", "--metrics", "none", "-o", "a.survey")
    assert host(*survey).returncode == 0
    assert "bare is false in the file, and true here" in host(*survey, "--bare").stderr
    simulate = ("simulate", *tiny, "--turns", "1", "--save", "a.save")
    first = host(*simulate, *WORDS)
    assert " --bare --floors 1,2 --depth 3 " in first.stdout
    again = host(*simulate)
    assert (again.stderr, again.stdout.splitlines()[-1]) == ("", first.stdout.splitlines()[-1])
    assert "--floors is ignored" in host(*simulate, "--floors", "3").stderr
    assert host("simulate", *tiny, "--turns", "1", "--record", "a.rec").returncode == 0
    assert "leave out --bare, --floors and --depth" in host("share", "a.rec", *WORDS, "-o", "a.html").stderr
    assert "leave out bare, floors and depth" in host("simulate", "undercroft", "--turns", "1", *WORDS).stderr
    assert "No such option" in host("travel", "undercroft", "--bare", "--keys", ".").stderr


@pytest.mark.slow
def test_a_new_field_reaches_programs_pages_and_agents(copy: Path, tmp_path: Path) -> None:
    pytest.importorskip("mcp")
    pytest.importorskip("starlette")
    done = run(copy, "-c", PROGRAM, folder=tmp_path)
    assert done.returncode == 0, done.stderr
