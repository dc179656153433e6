"""The options of pictures in a real browser: the map shows them, the address has them, and downloads, too."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

from tests.studio.browser import needs_browser, open_page, wait_for_change
from tests.studio.running import RunningStudio

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = needs_browser

MOD_ID = "hollow"
MOD = """
local sprites, toolbox = require "host.sprites", require "host.toolbox"
sprites.theme { id = "volcano", wall = "cave", wall_colour = "#5a4038", floor = "rough", floor_colour = "#6a5a58" }
require("host.generators").register_generator {
  id = "hall",
  generate = function() return toolbox.rooms({ width = 30, height = 20, rooms = 3 }):map() end,
}
"""


def shown(page: Page) -> str:
    return str(page.evaluate("document.querySelector('.map-view canvas').toDataURL()"))


def test_each_option_changes_the_map_and_the_address(page: Page, studio: RunningStudio) -> None:
    open_page(page, studio, generator="rooms", width=40, height=30, rooms=3)
    picture = page.get_by_role("group", name="Picture")
    looks = {shown(page)}
    for name in ("Title", "Numbers", "Legend", "Grid", "Light"):
        before = shown(page)
        picture.get_by_role("button", name=name, exact=True).click()
        wait_for_change(page, before)
        looks.add(shown(page))
    assert len(looks) == 6
    before = shown(page)
    picture.get_by_role("button", name="Paper").click()
    wait_for_change(page, before)
    # Paper has no light.
    assert picture.get_by_role("button", name="Light").get_attribute("aria-pressed") == "false"
    assert re.search("picture=title%2Cnumbers%2Clegend%2Cgrid%2Cpaper", page.url)
    before = shown(page)
    picture.get_by_role("button", name="Paper").click()
    wait_for_change(page, before)
    before = shown(page)
    picture.get_by_label("Theme").select_option("hollow.volcano")
    wait_for_change(page, before)
    assert "theme%3Ahollow.volcano" in page.url
    # The command draws the same picture.
    command = page.locator("code.command").inner_text()
    assert command.endswith("--title --numbers --legend --grid --theme hollow.volcano -o rooms-1.png")
    # The address alone shows the same.
    before = shown(page)
    page.goto(page.url)
    page.wait_for_selector("canvas[data-version]")
    assert picture.get_by_label("Theme").input_value() == "hollow.volcano"
    assert shown(page) == before


def test_downloads_have_the_options(page: Page, studio: RunningStudio) -> None:
    open_page(page, studio, seed=4, picture="paper,title")
    picture = page.get_by_role("group", name="Picture")
    with page.expect_download() as started:
        picture.get_by_role("button", name="Download png").click()
    assert started.value.suggested_filename == "hollow.hall-4.png"
    image = Image.open(io.BytesIO(Path(started.value.path()).read_bytes())).convert("RGB")
    assert image.width == 30 * 16
    assert image.height > 20 * 16
    assert image.getpixel((1, 1)) == (243, 233, 208)
    with page.expect_download() as started:
        picture.get_by_role("button", name="Download svg").click()
    assert "<text" in Path(started.value.path()).read_text("utf-8")
    with page.expect_download() as started:
        picture.get_by_label("Download more").select_option("uvtt for players")
    assert started.value.suggested_filename == "hollow.hall-players.uvtt"
    assert '"line_of_sight"' in Path(started.value.path()).read_text("utf-8")


def test_a_map_that_is_zoomed_becomes_sharp(page: Page, studio: RunningStudio) -> None:
    """Squares of the former size are stretched only until squares of the new size are drawn."""
    open_page(page, studio, generator="rooms", width=120, height=90, rooms=20)
    canvas = page.get_by_label("Map", exact=True)
    whole = shown(page)
    for _ in range(3):
        canvas.press("+")
    wait_for_change(page, whole)
    page.wait_for_timeout(500)
    sharp = draw_again(page)
    canvas.press("0")
    wait_for_change(page, sharp)
    page.wait_for_timeout(500)
    draw_again(page)
    for _ in range(3):
        canvas.press("+")
    page.wait_for_function("sharp => document.querySelector('.map-view canvas').toDataURL() === sharp", arg=sharp)


def draw_again(page: Page) -> str:
    """Switch paper on and off: another picture is drawn at once, without what was there before."""
    paper = page.get_by_role("group", name="Picture").get_by_role("button", name="Paper")
    for _ in range(2):
        before = shown(page)
        paper.click()
        wait_for_change(page, before)
    return shown(page)


def test_a_wall_is_drawn_as_the_map_is_and_downloaded_as_a_gallery(page: Page, studio: RunningStudio) -> None:
    looks = set()
    for options in ("", "title", "paper"):
        page.goto(studio.url(seed=4, view="wall", picture=options))
        page.get_by_text(re.compile("24 in")).wait_for()
        looks.add(page.evaluate("document.querySelector('.thumbnail canvas').toDataURL()"))
    assert len(looks) == 3
    with page.expect_download() as started:
        page.get_by_role("button", name="Download gallery").click()
    assert started.value.suggested_filename == "hollow.hall-4-27.zip"
    with zipfile.ZipFile(started.value.path()) as archive:
        assert sorted(archive.namelist()) == sorted(["site/index.html", *(f"site/{seed}.png" for seed in range(4, 28))])
        assert "--seed 27" in archive.read("site/index.html").decode()
        image = Image.open(io.BytesIO(archive.read("site/27.png"))).convert("RGB")
        assert image.getpixel((1, 1)) == (243, 233, 208)


def test_a_gallery_that_cannot_be_made_is_an_error(studio: RunningStudio) -> None:
    def message(**parameters: object) -> str:
        return str(studio.ask("/api/gallery", **parameters).data()["errors"][0]["message"])

    assert message(generator="hollow.hall", seeds=401) == "seeds is 401: must be a whole number between 1 and 400"
    assert message(generator="rooms", seed=3, seeds=1, width=20, rooms=99).startswith("seed 3: rooms: only ")


def test_wrong_options_in_an_address_are_errors(page: Page, studio: RunningStudio) -> None:
    page.goto(studio.url(picture="titel"))
    page.get_by_text('there is no option "titel" of pictures').wait_for()
    page.goto(studio.url(picture="theme:volcanoe"))
    page.get_by_text('there is no theme "volcanoe"').wait_for()
