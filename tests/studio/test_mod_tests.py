"""The tests of mods in the studio: runs, failures with maps side by side, and snapshots that are accepted."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from host.studio.text_maps import describe_texts
from tests.helpers import write_mod
from tests.studio.browser import AXE, find_violations, needs_browser
from tests.studio.running import PATIENCE, RunningStudio

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = pytest.mark.skipif("sys.platform == 'win32'", reason="Ctrl-C is another signal there")

SCRIPT = "<img src=x onerror=document.title=`hacked`>"
LARDER = """
local toolbox = require "host.toolbox"
require("host.generators").register_generator {
  id = "larder",
  generate = function() return toolbox.maze { width = 9, height = 7 }:map() end,
}
"""
TESTS = f"""
it("passes", function() assert.is_true(true) end)
it("{SCRIPT}", function() print("{SCRIPT}") error("{SCRIPT}") end)
it("snapshot", function() assert.snapshot(generate "larder", "maze") end)
it("new snapshot", function() assert.snapshot("brie", "cheese") end)
it("differs", function() assert.same({{ a = 1 }}, {{ a = 2 }}) end)
"""
ENDLESS = 'it("quick", function() end)\nit("endless", function() while true do end end)\n'
DRAWING = "#########\n#.......#\n#########\n"


def write_larder(folder: Path, tests: str = TESTS) -> Path:
    files = {"init.lua": LARDER, "tests/larder_test.lua": tests}
    write_mod(folder, {"mod.toml": 'id = "larder"\nversion = "1"\n', **files})
    (folder / "tests" / "snapshots").mkdir(exist_ok=True)
    (folder / "tests" / "snapshots" / "larder_test.maze.txt").write_text(DRAWING)
    return folder


@pytest.fixture(scope="module")
def mod(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_larder(tmp_path_factory.mktemp("mods") / "larder")


@pytest.fixture(scope="module")
def studio(mod: Path) -> Iterator[RunningStudio]:
    with RunningStudio(mod) as running:
        yield running


def wait_for_tests(studio: RunningStudio) -> dict[str, Any]:
    """Return the tests by name when nothing runs any more."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        answer = studio.ask("/api/tests").data()
        if not answer["is_running"] and not answer["is_stale"] and (answer["files"] or answer["error"]):
            return {test["name"]: test for file in answer["files"] for test in file["tests"]}
        time.sleep(0.05)
    raise AssertionError(answer)


def run(studio: RunningStudio, path: str = "run", **body: Any) -> dict[str, Any]:
    assert "errors" not in studio.ask(f"/api/tests/{path}", method="POST", body=body).data()
    return wait_for_tests(studio)


@pytest.mark.slow
def test_tests_are_listed_run_and_accepted(studio: RunningStudio, mod: Path) -> None:
    tests = wait_for_tests(studio)
    assert [test["state"] for test in tests.values()] == ["new"] * 5
    tests = run(studio)
    assert {name: test["state"] for name, test in tests.items()} == {
        "passes": "passed",
        SCRIPT: "failed",
        "snapshot": "failed",
        "new snapshot": "failed",
        "differs": "failed",
    }
    assert [test["has_snapshot"] for test in tests.values()] == [False, False, True, True, False]
    result = studio.ask(f"/api/tests/{tests['snapshot']['number']}").data()
    (failure,) = result["failures"]
    assert failure["snapshot"] == "maze"
    assert failure["expected"] == DRAWING
    assert failure["maps"]["expected"]["width"] == failure["maps"]["actual"]["width"] == 9
    assert [4, 3] in failure["maps"]["differing"]
    assert failure["sources"][0]["line"] == 3
    thrown = studio.ask(f"/api/tests/{tests[SCRIPT]['number']}").data()
    assert thrown["command"].startswith("test ")
    assert thrown["command"].endswith(f"larder_test.lua::{SCRIPT}'")
    assert thrown["printed"] == thrown["failures"][0]["message"] == SCRIPT
    # One of them runs again, and the others stay as they are.
    assert run(studio, tests=[tests["differs"]["number"]])["snapshot"]["state"] == "failed"
    tests = run(studio, "accept", tests=[tests["new snapshot"]["number"]])
    assert tests["new snapshot"]["state"] == "passed"
    assert (mod / "tests/snapshots/larder_test.cheese.txt").read_text() == "brie\n"
    assert (mod / "tests/snapshots/larder_test.maze.txt").read_text() == DRAWING


@pytest.mark.parametrize(
    ("path", "body", "message"),
    [
        ("run", {"tests": "all"}, "must be a list"),
        ("run", {"tests": [True]}, "must be a list"),
        ("run", {"tests": [1] * 5001}, "must be a list of at most 5000"),
        ("accept", {}, "tests must be a list"),
        ("saves", {"runs_at_saves": 1}, "must be true or false"),
    ],
)
def test_wrong_requests_are_answered_with_sentences(
    studio: RunningStudio, path: str, body: dict[str, Any], message: str
) -> None:
    (error,) = studio.ask(f"/api/tests/{path}", method="POST", body=body).data()["errors"]
    assert message in error["message"]


@pytest.mark.parametrize("number", ["0", "999", "x", "-1", "1" * 30])
def test_test_that_does_not_exist_is_a_sentence(studio: RunningStudio, number: str) -> None:
    assert "message" in studio.ask(f"/api/tests/{number}").data()["errors"][0]


@pytest.mark.slow
def test_tests_run_at_saves_and_endless_ones_are_stopped(tmp_path: Path) -> None:
    folder = write_larder(tmp_path / "larder", 'it("first", function() end)\n')
    with RunningStudio(folder) as studio:
        assert run(studio, "saves", runs_at_saves=True)
        (folder / "tests" / "larder_test.lua").write_text(ENDLESS)
        end = time.monotonic() + PATIENCE
        tests: dict[str, Any] = {}
        while tests.get("endless", {}).get("state") != "running" and time.monotonic() < end:
            time.sleep(0.05)
            files = studio.ask("/api/tests").data()["files"]
            tests = {test["name"]: test for file in files for test in file["tests"]}
        assert tests["quick"]["state"] == "passed"
        started = time.monotonic()
        # The time limit of a test is 10 s.
        assert run(studio, "stop")["endless"]["state"] == "new"
        assert time.monotonic() - started < 8
        assert studio.ask("/api/tests/run", method="POST", body={}).status == 200
        assert studio.interrupt() == 130


def test_mod_without_tests_says_so(tmp_path: Path) -> None:
    folder = write_mod(tmp_path / "bare", {"mod.toml": 'id = "bare"\nversion = "1"\n', "init.lua": ""})
    with RunningStudio(folder) as studio:
        assert wait_for_tests(studio) == {}
        assert "the mods have no tests" in studio.ask("/api/tests").data()["error"]


def test_texts_become_pictures_unless_they_are_too_large() -> None:
    pictures = describe_texts("##\n#.", "##\n#@\n")
    assert pictures is not None
    assert pictures["differing"] == [[1, 1]]
    assert describe_texts("", "") is None
    assert describe_texts("#" * 300_000, "#") is None
    assert describe_texts("".join(map(chr, range(0x4E00, 0x5300))), "#") is None


@needs_browser[0]
def test_page_knows_that_nothing_runs_though_an_older_answer_comes_late(page: Page, studio: RunningStudio) -> None:
    requests = []

    def answer_late(route: Route) -> None:
        answer = route.fetch().json()
        for test in (test for file in answer["files"] for test in file["tests"]):
            # Whatever other tests have run before this one.
            test["state"] = "new"
        requests.append(answer)
        # The answer was made while tests were listed, and what the server says later arrives before it.
        page.evaluate("document.dispatchEvent(new CustomEvent('tests', { detail: { is_running: false } }))")
        route.fulfill(json={**answer, "is_running": True})

    page.route("**/api/tests", answer_late)
    page.goto(studio.url(view="tests"))
    page.get_by_text("not run").wait_for(timeout=30_000)
    answer = next(answer for answer in requests if answer["files"])
    waiting = {**answer["files"][0]["tests"][0], "state": "waiting"}
    count = page.get_by_text("0 of 1 ended")
    # Said again until it shows: the list is asked for anew when a save is reported late.
    while not count.is_visible():
        for message in ({"tests": [waiting]}, {"is_running": True}):
            # Tests wait before the server says that they run.
            page.evaluate("detail => document.dispatchEvent(new CustomEvent('tests', { detail }))", message)
    page.evaluate("document.dispatchEvent(new CustomEvent('tests', { detail: { is_running: false } }))")
    page.locator('button:disabled:text-is("Stop")').wait_for()
    page.get_by_text("Choose a test").wait_for()
    page.set_viewport_size({"width": 1280, "height": 260})
    # The list scrolls, and the buttons above it stay.
    assert page.locator(".tests-view").evaluate("view => view.scrollHeight - view.clientHeight") == 0


@needs_browser[0]
def test_page_shows_runs_and_maps_side_by_side(page: Page, studio: RunningStudio, mod: Path) -> None:
    (mod / "tests/snapshots/larder_test.maze.txt").write_text(DRAWING)
    page.goto(studio.url(view="tests"))
    page.get_by_role("button", name="Run all").click()
    page.get_by_text("passed ·").wait_for()
    page.get_by_role("button", name="failed: snapshot").click()
    for label in ("Expected", "Made", "Difference"):
        page.get_by_role("img", name=label).wait_for()
    page.locator(".marked", has_text='assert.snapshot(generate "larder"').wait_for()
    if AXE.exists():
        assert find_violations(page) == []
    page.get_by_role("button", name="Accept snapshot", exact=True).click()
    page.get_by_role("button", name="passed: snapshot").wait_for()
    assert (mod / "tests/snapshots/larder_test.maze.txt").read_text() != DRAWING
    page.get_by_role("switch", name="Again at each save").check()
    text = (mod / "tests/larder_test.lua").read_text()
    (mod / "tests/larder_test.lua").write_text(text.replace("a = 2", "a = 1"))
    page.get_by_role("button", name="passed: differs").wait_for()
    page.get_by_role("button", name=f"failed: {SCRIPT}").click()
    page.locator(".test-result .sentence", has_text=SCRIPT).wait_for()
    assert page.title() != "hacked"
