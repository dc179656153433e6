"""The console of the studio, profiles, and the way to the debugger."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

from host.engine.jobs import job_of_mods
from tests.helpers import write_mod
from tests.studio.browser import AXE, find_violations, needs_browser, open_page
from tests.studio.running import PATIENCE, RunningStudio

pytest.importorskip("starlette")
from host.model.request import Request
from host.studio.console import Console
from host.studio.problems import Sources

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.skipif("sys.platform == 'win32'", reason="Ctrl-C is another signal there")

SCRIPT = "<img src=x onerror=document.title=`hacked`>"
LAMPS = f"""
local toolbox = require "host.toolbox"
local function lay_floor()
  local sum = 0
  for i = 1, 200000 do sum = sum + i end
  return toolbox.maze {{ width = 9, height = 7 }}:map()
end
require("host.generators").register_generator {{ id = "lamps", generate = function() return lay_floor() end }}
return {{ oil = 3, name = "{SCRIPT}" }}
"""


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningStudio]:
    folder = tmp_path_factory.mktemp("mods") / "lamps"
    write_mod(folder, {"mod.toml": 'id = "lamps"\nversion = "1"\n', "init.lua": LAMPS})
    with RunningStudio(folder) as running:
        yield running


def type_line(studio: RunningStudio, text: str, **more: Any) -> Any:
    return studio.ask("/api/console", method="POST", body={"text": text, **more}).data()


@pytest.mark.slow
def test_lines_are_evaluated_in_one_session(studio: RunningStudio) -> None:
    type_line(studio, ":quit")
    assert type_line(studio, "oil = lamps.oil + 1", seed=5)["results"] == []
    answer = type_line(studio, 'print(lamps.name) return oil, { a = "b" }')
    assert (answer["results"], answer["printed"]) == (["4", '{ a = "b" }'], [SCRIPT])
    assert type_line(studio, "function f()")["is_incomplete"]
    assert type_line(studio, "toolbox.maze { width = 9, height = 7 }")["picture"]["width"] == 9
    assert type_line(studio, ":generate")["picture"]["height"] == 7
    assert "seed 5" in type_line(studio, ":reload")["text"]
    assert type_line(studio, "oil")["results"] == ["nil"]
    assert "AddStuff" in type_line(studio, "?kts.AddStuff")["text"]
    assert "kts.AddStuff" in studio.ask("/api/console/names", text="kts.AddS").data()["names"]
    assert studio.ask("/api/console/names", text="lamps.o").data()["names"] == ["lamps.oil"]


def test_errors_are_part_of_the_answer(studio: RunningStudio) -> None:
    (problem,) = type_line(studio, f"error('{SCRIPT}')")["problems"]
    assert problem["message"] == SCRIPT
    (problem,) = type_line(studio, ":nmap")["problems"]
    assert problem["hint"] == 'did you mean ":map"?'
    (problem,) = type_line(studio, "?kts.AddStuf")["problems"]
    assert "kts.AddStuff" in problem["hint"]
    flood = type_line(studio, "for i = 1, 5000 do print(('x'):rep(100000)) end")
    assert sum(map(len, flood["printed"])) < 501 * 20_100


def test_an_input_that_runs_is_stopped_and_costs_the_variables(studio: RunningStudio) -> None:
    type_line(studio, "oil = 4")
    answers: list[Any] = []
    thread = threading.Thread(target=lambda: answers.append(type_line(studio, "while true do end")))
    started = time.monotonic()
    thread.start()
    while thread.is_alive() and time.monotonic() < started + PATIENCE:
        studio.ask("/api/console/stop", method="POST", body={})
        thread.join(0.1)
    (answer,) = answers
    assert answer["problems"][0]["message"] == "the input was stopped"
    assert answer["is_lost"]
    # The line may take 5 s.
    assert time.monotonic() - started < 5
    assert type_line(studio, "oil")["results"] == ["nil"]


def test_inputs_that_wait_end_with_the_session() -> None:
    async def end() -> list[Any]:
        console = Console(job_of_mods(["base"]), Sources([]))
        running, waiting = (asyncio.ensure_future(console.answer(text, Request(None, seed=1))) for text in ("1", "2"))
        # Both begin, and the first of them holds the session.
        await asyncio.sleep(0)
        await asyncio.gather(console.close(), running, waiting, return_exceptions=True)
        return [waiting.exception()]

    # In a thread of its own: the browser of other tests has the event loop of this one.
    with ThreadPoolExecutor(1) as executor:
        (error,) = executor.submit(asyncio.run, end()).result()
    assert str(error) == "the session ended before the input was evaluated"


def test_the_console_says_that_its_game_has_another_request(studio: RunningStudio) -> None:
    warning = "the page asks for another game than this one: after :quit, the next input begins a new game"
    type_line(studio, ":quit")
    assert type_line(studio, "1", seed=5)["warnings"] == []
    assert type_line(studio, "1")["warnings"] == []
    assert type_line(studio, "1", seed=6)["warnings"] == [warning]
    assert type_line(studio, "1", seed=6)["warnings"] == []
    assert type_line(studio, "1", seed=5)["warnings"] == []
    type_line(studio, ":quit")
    assert type_line(studio, "1", seed=6)["warnings"] == []


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({}, "text is None: must be a text"),
        ({"text": 3}, "text is 3: must be a text"),
        ({"text": "1", "seed": "x"}, "seed is 'x': must be a whole number"),
        ({"text": "1", "players": 1e9}, "players is 1000000000.0: must be a whole number"),
        ({"text": "x" * 60_000}, "must have at most 50000"),
    ],
)
def test_wrong_inputs_are_answered_with_sentences(studio: RunningStudio, body: dict[str, Any], message: str) -> None:
    (error,) = studio.ask("/api/console", method="POST", body=body).data()["errors"]
    assert message in error["message"]


def test_profile_of_a_map_has_functions_and_a_flame_graph(studio: RunningStudio) -> None:
    profile = studio.ask("/api/profile", generator="lamps.lamps").data()
    function = next(row for row in profile["functions"] if row["line"] == 2)
    assert function["file"] == "lamps/init.lua"
    assert function["instructions"] > 200_000
    assert profile["flame"].startswith("<svg ")
    (error,) = studio.ask("/api/profile", generator="lamps.lmps").data()["errors"]
    assert "lamps.lamps" in error["message"] + error["hint"]


@needs_browser[0]
def test_console_opens_in_any_view(page: Page, studio: RunningStudio) -> None:
    page.goto(studio.url(view="data"))
    page.get_by_role("button", name="Console", exact=True).click()
    prompt = page.get_by_label("Input", exact=True)
    answers = page.get_by_label("Answers")
    prompt.fill("lamps.name")
    page.keyboard.press("Enter")
    answers.get_by_text(SCRIPT).wait_for()
    page.keyboard.type("lamps.oi")
    page.keyboard.press("Tab")
    page.wait_for_function("() => document.querySelector('.prompt textarea').value === 'lamps.oil'")
    page.keyboard.type(" + (")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('.prompt textarea').rows === 2")
    page.keyboard.type("39)")
    page.keyboard.press("Enter")
    answers.get_by_text("42", exact=True).wait_for()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert prompt.input_value() == "lamps.name"
    prompt.fill("kts.AddM")
    page.keyboard.press("Tab")
    page.get_by_role("option", name="kts.AddMonster", exact=True).wait_for()
    if AXE.exists():
        assert find_violations(page) == []
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    prompt.wait_for(state="hidden")
    page.keyboard.press("Control+`")
    prompt.wait_for()
    assert page.title() != "hacked"


@needs_browser[0]
def test_profile_and_debugger_open_in_a_sheet(page: Page, studio: RunningStudio) -> None:
    open_page(page, studio, seed=3)
    page.get_by_role("button", name="Profile", exact=True).click()
    sheet = page.get_by_role("dialog", name="Profile lamps.lamps")
    sheet.get_by_role("img", name="Flame graph").wait_for()
    sheet.get_by_role("button", name="lamps/init.lua:2").first.click()
    sheet.locator(".marked", has_text="lay_floor").wait_for()
    if AXE.exists():
        assert find_violations(page) == []
    sheet.get_by_role("button", name="Debug").click()
    debug = page.get_by_role("dialog", name="Debug lamps/init.lua:2")
    command = debug.locator(".command-line").inner_text()
    assert command.startswith("dungeon-host debug --break lamps/init.lua:2 generate lamps.lamps --mods ")
    assert command.endswith("--seed 3")
    page.keyboard.press("Escape")
    debug.wait_for(state="detached")
