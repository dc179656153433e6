"""Results in a real browser: they say what they belong to, pages are drawn, and a phone shows all of it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.studio.browser import needs_browser, open_page
from tests.studio.running import RunningStudio

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = needs_browser

MOD_ID = "pair"
MOD = """
local generators, toolbox = require "host.generators", require "host.toolbox"
for _, id in ipairs { "dry", "wet" } do
  generators.register_generator {
    id = id,
    generate = function() return toolbox.caves { width = 20, height = 20 }:map() end,
  }
end
"""


def test_a_survey_belongs_to_its_generator(page: Page, studio: RunningStudio) -> None:
    page.goto(studio.url(view="survey", generator="pair.dry"))
    page.get_by_text("There is no survey of pair.dry yet").wait_for()
    page.get_by_role("spinbutton", name="Dungeons").fill("8")
    page.get_by_role("button", name="Start survey").click()
    page.get_by_text(re.compile("pair.dry: 8 dungeons in")).wait_for()
    page.wait_for_selector("[data-done='8']")
    page.get_by_label("Generator").select_option("pair.wet")
    page.get_by_text("There is no survey of pair.wet yet").wait_for()
    assert not page.locator("[data-done='8']").is_visible()
    page.get_by_role("spinbutton", name="Dungeons").fill("6")
    page.get_by_role("button", name="Start survey").click()
    page.get_by_text(re.compile("pair.wet: 6 dungeons in")).wait_for()
    page.get_by_label("Generator").select_option("pair.dry")
    page.get_by_text(re.compile("pair.dry: 8 dungeons in")).wait_for()
    page.wait_for_selector("[data-done='8']")
    # The same address shows the same survey.
    page.reload()
    page.get_by_text(re.compile("pair.dry: 8 dungeons in")).wait_for()


def test_tests_say_that_their_result_is_from_before_the_last_save(page: Page, studio: RunningStudio, mod: Path) -> None:
    (mod / "tests").mkdir()
    (mod / "tests" / "a_test.lua").write_text("it('holds', function() end)\n")
    page.goto(studio.url(view="tests"))
    page.get_by_role("button", name=re.compile("holds")).wait_for()
    page.get_by_role("button", name="Run all").click()
    summary = page.locator(".tests-view header [role=status]")
    summary.get_by_text(re.compile(r"^1 passed · \S+ s$")).wait_for()
    with (mod / "init.lua").open("a") as file:
        file.write("-- saved\n")
    summary.get_by_text(re.compile("1 passed .* from before the last save: run again")).wait_for()
    page.get_by_role("button", name="passed before the last save: holds").wait_for()
    page.get_by_role("button", name="Run all").click()
    summary.get_by_text(re.compile(r"^1 passed · \S+ s$")).wait_for()


def test_pages_of_the_reference_are_drawn_in_the_console(page: Page, studio: RunningStudio) -> None:
    open_page(page, studio)
    page.get_by_role("button", name="Console").click()
    page.keyboard.type("?kts.AddStuff")
    page.keyboard.press("Enter")
    article = page.locator("article.page")
    article.get_by_role("heading", name="kts.AddStuff").wait_for()
    assert article.get_by_role("heading", name="Arguments").is_visible()
    assert article.locator("li code", has_text="list").first.is_visible()
    assert article.locator("pre", has_text="kts.AddStuff(list").is_visible()
    shown = article.inner_text()
    assert "```" not in shown
    assert "**" not in shown
    # What is no page stays as it is typed.
    page.keyboard.type("'**bold** `code`'")
    page.keyboard.press("Enter")
    page.get_by_text('"**bold** `code`"').wait_for()


@pytest.mark.parametrize("width", [390, 820])
def test_a_narrow_page_shows_the_tab_that_is_open_and_all_of_its_view(
    page: Page, studio: RunningStudio, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    for view in ("Map", "Pools", "Segments", "Play", "Survey"):
        page.goto(studio.url(view=view.lower(), generator="pair.dry"))
        tab = page.get_by_role("tab", name=view)
        tab.and_(page.locator("[aria-selected=true]")).wait_for()
        page.wait_for_function(
            """id => {
              const { left, right } = document.getElementById(id).getBoundingClientRect();
              return left >= 0 && right <= innerWidth;
            }""",
            arg=f"tab-{view.lower()}",
        )
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        # No part is wider than the page, nor squeezed beside another one.
        squeezed = page.evaluate(
            """() => [...document.querySelectorAll(".view:not(.hidden) section, .view .detail, .view .canvas-box")]
              .map((part) => part.getBoundingClientRect())
              .filter(({ width, left, right }) => width && (width < 150 || left < 0 || right > innerWidth + 1))
              .length"""
        )
        assert not squeezed, view


def test_what_is_typed_into_number_fields_is_seen(page: Page, studio: RunningStudio) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    open_page(page, studio, generator="caves")
    clipped = page.evaluate(
        "[...document.querySelectorAll('input[type=number]')].filter((i) => i.scrollWidth > i.clientWidth + 1).length"
    )
    assert not clipped
