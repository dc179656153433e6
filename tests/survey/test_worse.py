"""`survey compare --worse`, and what its tables show where there is nothing to test."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from host import Host
from host.survey.comparison import compare_surveys
from tests.helpers import run_command

# A map whose width is at most SIZE; of some seeds there is none.
MOD = """
require("host.generators").register_generator {{
  id = "m",
  generate = function()
    if {fails} then error("no map") end
    return require("host.toolbox").caves {{ width = {width}, height = 12 }}:map()
  end,
}}
require("host.survey").metric {{
  id = "wide",
  help = "squares in a row",
  measure = function(map) return {measure} end,
}}
require("host.survey").metric {{
  id = "tall",
  help = "squares in a column",
  measure = function(map) return map.height end,
}}
"""


def make(folder: Path, *, fails: str = "false", width: str = "20 + math.random(9)", measure: str = "map.width") -> Path:
    folder = folder / "m"
    folder.mkdir(parents=True)
    (folder / "mod.toml").write_text('id = "m"\nversion = "1.0"\n')
    (folder / "init.lua").write_text(MOD.format(fails=fails, width=width, measure=measure))
    return folder


def survey_of(folder: Path, file: Path) -> Path:
    Host([folder]).survey("m", count=60, path=file, metrics="m.wide,m.tall,density")
    return file


@pytest.fixture(scope="module")
def surveys(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    root = tmp_path_factory.mktemp("surveys")
    kinds = {
        "same": {},
        "narrow": {"width": "16 + math.random(9)"},
        "broken": {"fails": "math.random(2) == 1"},
        "none": {"measure": "nil"},
        "constant": {"measure": "7"},
    }
    return {kind: survey_of(make(root / kind, **changes), root / f"{kind}.survey") for kind, changes in kinds.items()}


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("same", "same", 0),
        ("same", "narrow", 1),
        # Better is not worse.
        ("narrow", "same", 0),
        # Half of the dungeons are missing, and those that are there are as wide as before.
        ("same", "broken", 1),
        ("broken", "same", 0),
        ("same", "none", 1),
    ],
)
def test_only_what_is_worse_fails(surveys: dict[str, Path], old: str, new: str, code: int) -> None:
    words = ("survey", "compare", surveys[old], surveys[new])
    done = run_command(*words, "--worse", "m.wide")
    assert done.exit_code == code, done.output
    assert ("worse: m.wide" in done.stdout) == bool(code)
    assert run_command(*words).exit_code == 0
    as_json = run_command(*words, "--json", "--worse", " m.wide ")
    assert as_json.exit_code == code
    json.loads(as_json.stdout)


def test_other_metrics_do_not_count(surveys: dict[str, Path]) -> None:
    words = ("survey", "compare", surveys["same"], surveys["narrow"])
    assert run_command(*words, "--worse", "m.tall").exit_code == 0
    assert run_command(*words, "--worse", "m.tall, m.wide").exit_code == 1


def test_an_unknown_metric_is_named(surveys: dict[str, Path]) -> None:
    done = run_command("survey", "compare", surveys["same"], surveys["same"], "--worse", "densty,m.wide")
    assert done.exit_code == 1
    assert '"densty" is no metric of both surveys' in done.stderr
    assert 'did you mean "density"?' in done.stderr


def test_tables_show_what_there_is(surveys: dict[str, Path], tmp_path: Path) -> None:
    page = tmp_path / "changes.html"
    for new, pairs, p in (("none", 0, "–"), ("narrow", 60, "≤ "), ("broken", None, "")):
        done = run_command("survey", "compare", surveys["same"], surveys[new], "-o", page)
        (row,) = [line.split() for line in done.stdout.splitlines() if line.split()[:1] == ["m.wide"]]
        assert pairs is None or int(row[1]) == pairs
        assert p in " ".join(row)
        assert "nan" not in row
        assert ">nan<" not in page.read_text("utf-8")


def test_a_metric_of_one_value_is_no_test(surveys: dict[str, Path], tmp_path: Path) -> None:
    host = Host([surveys["constant"].parent / "constant" / "m"])
    other = Host([make(tmp_path, width="16 + math.random(9)", measure="7")])
    alone, both = ("density", "density,m.wide")
    results = [
        compare_surveys(host.survey("m", count=20, metrics=metrics), other.survey("m", count=20, metrics=metrics))
        for metrics in (alone, both)
    ]
    assert results[1].metrics[1].p != results[1].metrics[1].p, "NaN"
    assert results[0].metrics[0].p == results[1].metrics[0].p, "it is not counted among the tests"


def test_folders_are_compared_by_the_metrics_that_are_named(tmp_path: Path) -> None:
    folders = make(tmp_path / "a"), make(tmp_path / "b", width="16 + math.random(9)")
    words = ("survey", "compare", *folders, "--count", "40", "--metrics", "m.wide", "--worse", "m.wide")
    done = run_command(*words)
    assert done.exit_code == 1, done.output
    assert "m.wide" in done.stdout
    assert "density" not in done.stdout
