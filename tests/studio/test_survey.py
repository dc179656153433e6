"""Surveys of the studio: the JSON of the server."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from host.survey.survey import Survey
from tests.studio.running import RunningStudio

pytestmark = pytest.mark.skipif("sys.platform == 'win32'", reason="Ctrl-C is another signal there")

SCRIPT = "<img src=x onerror=alert(1)>"
MOD_ID = "hollow"
STUDIO_WORDS = ("--timeout", "600")
MOD = f"""
local toolbox = require "host.toolbox"
require("host.generators").register_generator {{
  id = "cave",
  options = {{
    {{ id = "size", default = 12, least = 8, most = 60 }},
    {{ id = "mood", default = "calm", choices = {{ "calm", "broken", "slow", "endless" }} }},
  }},
  generate = function(options)
    if options.mood == "broken" and math.random(3) == 1 then error("{SCRIPT}") end
    while options.mood == "endless" do end
    for _ = 1, options.mood == "slow" and 1e8 or 0 do end
    return toolbox.caves {{ width = options.size, height = options.size }}:map()
  end,
}}
"""


def start(studio: RunningStudio, **order: Any) -> Any:
    return studio.ask("/api/survey", method="POST", body={"generator": "hollow.cave", **order}).data()


def finish(studio: RunningStudio) -> Any:
    """Wait until the last survey is over, and return what it says."""
    while (answer := studio.ask("/api/survey").data())["state"] == "running":
        time.sleep(0.05)
    return answer


@pytest.mark.slow
def test_survey_counts_outcomes_bins_and_values(studio: RunningStudio, tmp_path: Path) -> None:
    sweep = {"option": "size", "values": [12, "20"]}
    started = start(studio, count=40, seed=3, options={"mood": "broken"}, sweep=sweep, metrics="density,entropy")
    assert (started["state"], started["total"]) == ("running", 80)
    answer = finish(studio)
    assert (answer["state"], answer["done"], answer["problems"]) == ("done", 80, [])
    assert 0 < answer["failed"] < 80
    (cause,) = answer["causes"]
    assert (cause["reason"], cause["count"], cause["place"]) == (SCRIPT, answer["failed"], "hollow/init.lua:9")
    failed = studio.ask("/api/survey/dungeons", like=cause["number"]).data()
    assert (failed["count"], failed["dungeons"][0]["seed"]) == (cause["count"], cause["seed"])
    # The dungeons of all bins together are those that were made.
    shown = answer["range"]
    assert {shown["x"], shown["y"]} == {"density", "entropy"}
    assert sum(of_bin["dungeons"] for of_bin in shown["bins"]) == 80 - answer["failed"]
    for of_bin in shown["bins"][:3] + shown["bins"][-3:]:
        edges = {
            f"{axis}_{end}": shown[f"{axis}_edges"][of_bin[place] + step]
            for axis, place in (("x", "column"), ("y", "row"))
            for end, step in (("from", 0), ("to", 1))
        }
        listed = studio.ask("/api/survey/dungeons", x=shown["x"], y=shown["y"], **edges).data()
        assert listed["count"] == of_bin["dungeons"]
        assert listed["dungeons"][0]["options"]["mood"] == "broken"
    density = answer["metrics"][0]
    assert sum(density["counts"]) == density["dungeons"] == 80 - answer["failed"]
    assert [part["value"] for part in answer["values"]] == ["12", "20"]
    # The file is as from the command.
    file = tmp_path / "stored.survey"
    stored = studio.ask("/api/survey/file")
    assert stored.headers["content-disposition"] == 'attachment; filename="hollow.cave.survey"'
    file.write_bytes(stored.body)
    survey = Survey.open(file)
    assert (len(survey), survey.failed) == (80, answer["failed"])
    assert abs(survey["density"][survey["outcome"] == "made"].mean() - density["mean"]) < 1e-9
    # And so is the report.
    report = studio.ask("/api/survey/report").data()
    if answer["missing_for_report"] is None:
        assert report["file"] == "hollow.cave.html"
        assert "<h2>Variety</h2>" in report["page"]
    else:
        assert report["errors"][0]["message"] == answer["missing_for_report"]


def test_stop_keeps_what_was_made_and_ends_dungeons_that_hang(studio: RunningStudio) -> None:
    start(studio, count=50_000)
    while not studio.ask("/api/survey").data()["done"]:
        time.sleep(0.05)
    waiting = (studio.ask(f"/api/survey/{name}").data() for name in ("file", "report"))
    for refused in (start(studio), *waiting):
        assert "is" in refused["errors"][0]["message"]
        assert "being made" in refused["errors"][0]["message"]
    studio.ask("/api/survey/stop", method="POST", body={})
    answer = finish(studio)
    assert (answer["state"], answer["total"]) == ("stopped", 50_000)
    assert answer["done"] == answer["metrics"][0]["dungeons"] > 0
    start(studio, options={"mood": "endless"})
    studio.ask("/api/survey/stop", method="POST", body={"survey": 0})
    assert (finish(studio)["state"], finish(studio)["done"]) == ("stopped", 0)


@pytest.mark.slow
def test_reports_that_are_written_end_with_the_studio(mod: Path) -> None:
    pytest.importorskip("altair")
    with RunningStudio(mod) as running:
        start(running, count=1, options={"mood": "slow"})
        assert finish(running)["done"] == 1
        requests = [running.send("/api/survey/report") for _ in range(5)]
        assert running.ask("/api/surveys").status == 200
        assert running.end() == (130, "The studio runs until Ctrl-C.\ninterrupted\n")
        for request in requests:
            assert request.answer().data()["errors"][0]["message"] == "the studio has ended"


@pytest.mark.slow
def test_saved_files_change_no_survey_that_runs(studio: RunningStudio, mod: Path) -> None:
    file = mod / "init.lua"
    start(studio, count=30, metrics="density")
    before = finish(studio)
    start(studio, count=300, metrics="density")
    try:
        file.write_text(MOD.replace("toolbox.caves {", "toolbox.maze {"))
        while studio.ask("/api/state").data()["version"] == before["version"]:
            time.sleep(0.05)
        during = finish(studio)
        assert (during["state"], during["version"]) == ("done", before["version"])
        start(studio, count=30, metrics="density")
        after = finish(studio)
        assert after["version"] > before["version"]
    finally:
        file.write_text(MOD)
    old, middle, new = before["survey"], during["survey"], after["survey"]
    same = studio.ask("/api/survey/compare", old=old, new=middle).data()
    assert (same["pairs"], same["identical"]) == (30, 30)
    changed = studio.ask("/api/survey/compare", old=old, new=new).data()
    assert changed["identical"] == 0
    (metric,) = changed["metrics"]
    assert (metric["id"], metric["old"]) == ("density", before["metrics"][0]["mean"])
    assert [run["survey"] for run in studio.ask("/api/surveys").data()["surveys"]][:3] == [new, middle, old]


@pytest.mark.slow
def test_generators_of_the_host_need_no_mods() -> None:
    with RunningStudio("caves") as studio:
        assert start(studio, generator="caves", count=3, metrics="density")["state"] == "running"
        assert finish(studio)["done"] == 3


@pytest.mark.parametrize(
    ("order", "message"),
    [
        ({"generator": 3}, "generator is 3: must be a text"),
        ({"generator": ""}, "generator is missing"),
        ({"generator": "hollow.cav"}, 'there is no generator "hollow.cav"'),
        ({"count": 0}, "must be a whole number between 1 and 50000"),
        ({"count": True}, "must be a whole number"),
        ({"seed": 2**63}, "must be a whole number between 0 and"),
        ({"seed": 2**63 - 2, "count": 9}, "the last seed would be"),
        ({"players": 65}, "must be a whole number between 1 and 64"),
        ({"options": []}, "must be a mapping"),
        ({"options": {"size": None}}, "must be a text, a number or a boolean"),
        ({"options": {"size": 7}}, "size"),
        ({"options": {"size": float("nan")}}, "must be a finite number"),
        ({"options": {"size": "\ud800"}}, "printable"),
        ({"metrics": "densty"}, 'there is no metric "densty"'),
        ({"metrics": 1}, "metrics is 1: must be a text"),
        ({"sweep": {"option": "size"}}, "sweep must name an option and a list"),
        ({"sweep": {"option": "size", "values": [9] * 2}}, "names a value twice"),
        ({"sweep": {"option": "size", "values": [[]]}}, "must be a text, a number or a boolean"),
        ({"sweep": {"option": "size", "values": [9, 10]}, "options": {"size": 9}}, "is swept, too"),
        ({"sweep": {"option": "size", "values": [9, 10]}, "count": 50_000}, "the survey has 100000 dungeons"),
    ],
)
def test_orders_that_cannot_be_made_are_answered_with_sentences(
    studio: RunningStudio, order: dict[str, Any], message: str
) -> None:
    (error,) = start(studio, **order)["errors"]
    assert message in error["message"]


@pytest.mark.parametrize(
    ("path", "parameters", "message"),
    [
        ("survey", {"survey": 999}, "there is no survey 999"),
        ("survey/dungeons", {}, "x is missing"),
        ("survey/dungeons", {"x": "densty", "x_from": 0, "x_to": 1}, 'has no metric "densty"'),
        ("survey/dungeons", {"x": "density", "x_from": "nan", "x_to": 1}, "x_from must be a finite number"),
        ("survey/dungeons", {"x": "reason", "x_from": 0, "x_to": 1}, 'has no metric "reason"'),
    ],
)
def test_questions_about_surveys_are_checked(
    studio: RunningStudio, path: str, parameters: dict[str, Any], message: str
) -> None:
    if not studio.ask("/api/surveys").data()["surveys"]:
        start(studio, count=2, metrics="density")
        finish(studio)
    (error,) = studio.ask(f"/api/{path}", **parameters).data()["errors"]
    assert message in error["message"]
