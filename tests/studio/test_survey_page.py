"""The survey in a real browser: it is started and stopped, plots fill in, and bins show their dungeons."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from host.survey.survey import Survey
from tests.helpers import run_command
from tests.studio.browser import AXE, find_violations, needs_browser
from tests.studio.running import RunningStudio

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = needs_browser

SCRIPT = "<img src=x onerror=document.title='hacked'>"
MOD_ID = "hollow"
MOD = f"""
local toolbox = require "host.toolbox"
require("host.generators").register_generator {{
  id = "cave",
  options = {{
    {{ id = "size", default = 16, least = 8, most = 60 }},
    {{ id = "kind", default = "caves", choices = {{ "caves", "maze" }} }},
  }},
  generate = function(options)
    if math.random(8) == 1 then error("{SCRIPT}") end
    return toolbox[options.kind] {{ width = options.size | 1, height = options.size | 1 }}:map()
  end,
}}
"""


def start(page: Page, studio: RunningStudio, count: int, **parameters: Any) -> None:
    page.goto(studio.url(view="survey", **parameters))
    page.get_by_role("spinbutton", name="Dungeons").fill(str(count))
    page.get_by_role("button", name="Start survey").click()


def choose_axes_while_first_waits(page: Page) -> None:
    """Choose both axes of the range; the answer to the first choice never comes, and must not be waited for."""
    held = re.compile(r"/api/survey\?(?=.*x=solution_length)(?!.*y=entropy)")
    page.route(held, lambda _: None)
    with page.expect_event("requestfailed", lambda request: held.search(request.url) is not None):
        page.get_by_label("Horizontal metric").select_option("solution_length")
        page.get_by_label("Vertical metric").select_option("entropy")
    page.get_by_role("button", name=re.compile("^solution_length .*, entropy .* dungeons?$")).first.wait_for()
    page.unroute(held)


def test_more_dungeons_like_those_of_a_bin(page: Page, studio: RunningStudio, mod: Path) -> None:
    start(page, studio, 40)
    page.wait_for_selector("[data-done='40']")
    page.get_by_text(re.compile(r"40 dungeons in .* failed")).wait_for()
    histogram = page.get_by_role("group", name="Histogram of density")
    # The last bin has the largest value of the survey.
    histogram.locator("button:enabled").last.click()
    dungeons = page.get_by_role("complementary", name="Dungeons")
    dungeons.locator(".thumbnail").first.wait_for()
    interval = re.search(r"density (\S+) to (\S+)", dungeons.get_by_role("heading").inner_text())
    assert interval
    of_bin = dungeons.get_by_role("group", name="Dungeons of the bin").locator(".thumbnail")
    before = of_bin.count()
    assert before
    answers: list[Any] = []
    page.on("response", lambda response: "/api/survey/more" in response.url and answers.append(response.json()))
    dungeons.get_by_role("button", name="Find more like this").click()
    # It says how far it is, and can be stopped.
    dungeons.get_by_role("button", name="Stop").wait_for()
    dungeons.get_by_text(re.compile(r"more among [\d,]+ seeds from 41 on$")).wait_for()
    assert sum(answer["looked_at"] for answer in answers) > 0
    answer = answers[0]
    assert re.fullmatch(r"[\d.]+ <= density <= [\d.]+", answer["condition"])
    assert dungeons.locator("code").inner_text() == answer["condition"]
    seeds = [dungeon["seed"] for answer in answers for dungeon in answer["dungeons"]]
    assert seeds
    assert min(seeds) > 40
    further = dungeons.get_by_role("group", name="Further dungeons").locator(".thumbnail")
    assert (of_bin.count(), further.count()) == (before, len(seeds))
    # The command finds the same.
    words = ["survey", "find", f"{MOD_ID}.cave", answer["condition"], "--seed", "41", "--most", str(len(seeds))]
    found = json.loads(run_command(*words, "--json", "--mods", mod).stdout)
    assert [entry["seed"] for entry in found] == seeds
    dungeons.get_by_role("button", name=f"Seed {seeds[0]}").click()
    page.wait_for_url(re.compile(f"seed={seeds[0]}"))


@pytest.mark.slow
def test_bins_show_dungeons_and_open_them(page: Page, studio: RunningStudio, tmp_path: Path) -> None:
    start(page, studio, 120)
    page.get_by_text(re.compile(r"120 dungeons in .* failed")).wait_for()
    page.wait_for_selector("[data-done='120']")
    outcomes = page.locator(".card", has=page.get_by_role("heading", name="Outcomes"))
    # The reason of failures is text, and nothing else.
    outcomes.get_by_text(SCRIPT).wait_for()
    assert page.title() != "hacked"
    outcomes.get_by_role("button", name="×").click()
    dungeons = page.get_by_role("complementary", name="Dungeons")
    dungeons.get_by_role("button", name=re.compile(r"Seed \d+")).first.wait_for()
    heat = page.get_by_role("group", name="Expressive range")
    first = heat.locator("button:enabled").first
    count = re.search(r"(\d+) dungeon", first.get_attribute("aria-label") or "")
    assert count
    first.click()
    dungeons.get_by_text(re.compile(rf"^{count[1]} dungeons?$")).wait_for()
    dungeons.locator(".thumbnail").first.wait_for()
    # The plot is one stop of the Tab key; arrow keys move in it, and Enter chooses.
    assert heat.locator("button[tabindex='0']").count() == 1
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
        page.keyboard.press(key)
    focused = page.evaluate("document.activeElement.getAttribute('aria-label')")
    page.keyboard.press("Enter")
    among = re.search(r"(\d+) dungeon", focused)
    assert among
    dungeons.get_by_text(re.compile(rf"^{among[1]} dungeons?$")).wait_for()
    choose_axes_while_first_waits(page)
    bar = page.get_by_role("group", name="Histogram of entropy").locator("button:enabled").first
    bar.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    dungeons.get_by_text(re.compile("^entropy [0-9.]+ to [0-9.]+$")).wait_for()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as .survey").click()
    assert download.value.suggested_filename == "hollow.cave.survey"
    download.value.save_as(tmp_path / "stored.survey")
    assert len(Survey.open(tmp_path / "stored.survey")) == 120
    # Without the libraries of the report, a sentence names one.
    needs = page.get_by_text("For a report: ")
    if not needs.is_visible():
        with page.expect_download() as download:
            page.get_by_role("button", name="Save report").click()
        assert download.value.suggested_filename == "hollow.cave.html"
    thumbnail = dungeons.locator(".thumbnail").first
    seed = thumbnail.get_attribute("aria-label")
    thumbnail.click()
    page.get_by_role("tab", name="Map", selected=True).wait_for()
    assert f"seed={(seed or '').removeprefix('Seed ')}" in page.url


def test_a_late_answer_does_not_take_chosen_metrics_back(page: Page, studio: RunningStudio) -> None:
    start(page, studio, 20)
    page.wait_for_selector("[data-done='20']")
    held: list[Route] = []
    page.route(re.compile(r"/api/survey\?.*x=&y="), lambda route: held.append(route))
    page.get_by_role("spinbutton", name="Dungeons").fill("22")
    page.get_by_role("button", name="Start survey").click()
    page.get_by_text(re.compile("^hollow.cave: 22 dungeons in ")).wait_for()
    assert held
    page.get_by_label("Horizontal metric").select_option("solution_length")
    page.get_by_label("Vertical metric").select_option("entropy")
    chosen = page.get_by_role("button", name=re.compile("^solution_length .*, entropy .* dungeons?$")).first
    chosen.wait_for()
    # The page asks once more, with the metrics that were chosen.
    with page.expect_response(re.compile(r"/api/survey\?.*x=solution_length&y=entropy")):
        held[0].continue_()
    chosen.wait_for()
    assert page.get_by_label("Horizontal metric").input_value() == "solution_length"


def test_dungeons_cover_no_plot_on_a_tablet(page: Page, studio: RunningStudio) -> None:
    page.set_viewport_size({"width": 820, "height": 1180})
    start(page, studio, 20)
    page.wait_for_selector("[data-done='20']")
    heat = page.get_by_role("group", name="Expressive range")
    heat.locator("button:enabled").first.click()
    dungeons = page.get_by_role("complementary", name="Dungeons")
    dungeons.locator(".thumbnail").first.wait_for()
    plot, card = heat.bounding_box(), dungeons.bounding_box()
    assert plot
    assert card
    assert card["x"] >= plot["x"] + plot["width"]
    # No window is too narrow for the page.
    for width in (1000, 870, 640, 400):
        page.set_viewport_size({"width": width, "height": 1180})
        assert page.evaluate("document.documentElement.scrollWidth") == width


def test_sweep_stop_and_comparison(page: Page, studio: RunningStudio, mod: Path) -> None:
    page.goto(studio.url(view="survey"))
    page.get_by_label("Sweep").select_option("kind")
    assert page.get_by_label("Values", exact=True).input_value() == "caves, maze"
    page.get_by_role("spinbutton", name="Dungeons").fill("20")
    page.get_by_label("Metrics", exact=True).fill("density, entropy")
    page.get_by_role("button", name="Start survey").click()
    table = page.get_by_role("region", name="Means by value")
    table.get_by_text(re.compile(r"^\d+ of 20$")).last.wait_for()
    page.get_by_text("40 dungeons in").wait_for()
    page.get_by_label("Metrics", exact=True).fill("densty")
    page.get_by_role("button", name="Start survey").click()
    refusal = page.get_by_text("did you mean").or_(page.get_by_text('no metric "densty"')).first
    refusal.wait_for()
    # Another answer about the survey before leaves it.
    page.get_by_label("Horizontal metric").select_option("entropy")
    page.get_by_role("button", name=re.compile("^entropy .*, entropy .* dungeons?$")).first.wait_for()
    assert refusal.is_visible()

    start(page, studio, 20_000)
    page.get_by_text(re.compile(r"^hollow.cave: [1-9]\d* of 20,000")).wait_for()
    page.get_by_role("button", name="Stop").click()
    page.get_by_text(re.compile(r"Stopped at \d+ of 20,000")).wait_for()
    file = mod / "init.lua"
    written = file.read_text()
    try:
        file.write_text(written.replace("default = 16", "default = 21"))
        page.get_by_text("Files were saved since").wait_for()
        start(page, studio, 30)
        page.wait_for_selector("[data-done='30']")
        page.get_by_label("Compare with").select_option(index=1)
        page.get_by_text(re.compile(r"pairs of equal seeds, \d+ identical")).wait_for()
        page.get_by_role("region", name="Changes").get_by_text("solution_length").wait_for()
    finally:
        file.write_text(written)


@pytest.mark.slow
@pytest.mark.skipif(not AXE.exists(), reason="no axe-core: `make lint` installs it where npm is")
@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_plots_are_accessible(page: Page, studio: RunningStudio, scheme: Any) -> None:
    page.emulate_media(color_scheme=scheme)
    # The page still shows the survey of the test before, which must not pass for the one that starts.
    count = {"dark": 60, "light": 61}[scheme]
    start(page, studio, count)
    page.wait_for_selector(f"[data-done='{count}']")
    page.get_by_role("group", name="Histogram of entropy").locator("button:enabled").first.click()
    page.locator(".dungeons .thumbnail").first.wait_for()
    assert find_violations(page) == []
