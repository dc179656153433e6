"""Recordings, films and pages in a real browser: one stores a game, opens it, and goes through it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from host import Host, Recording, Request
from tests.helpers import write_mod
from tests.studio.browser import needs_browser
from tests.studio.play import test_play
from tests.studio.play.test_play_page import open_play, picture, wait_for_turn
from tests.studio.running import RunningStudio

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = needs_browser

MOD_ID, MOD = test_play.MOD_ID, test_play.MOD
STUDIO_WORDS = ("--mods", "undercroft")


def store(page: Page, name: str, folder: Path) -> Path:
    """Store the game that is shown by a button of the page of files."""
    page.get_by_role("button", name="Files", exact=True).click()
    with page.expect_download() as download:
        page.get_by_role("dialog", name="Files").get_by_role("button", name=name).click()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file


def open_recording(page: Page, file: Path, turns: int) -> None:
    page.keyboard.press("L")
    page.get_by_label("Recording to open").set_input_files(file)
    page.wait_for_function(
        "text => document.querySelector('.turn')?.textContent === text", arg=f"Turn 0 of {turns}" if turns else "Turn 0"
    )


def test_a_game_is_stored_opened_and_gone_through(page: Page, studio: RunningStudio, tmp_path: Path) -> None:
    open_play(page, studio, generator="hall.hall", seed=2)
    pictures = [picture(page)]
    for number, key in enumerate("t.tt", 1):
        page.keyboard.press(key)
        wait_for_turn(page, number)
        pictures.append(picture(page))
    file = store(page, ".rec", tmp_path)
    assert file.name == "hall.hall-2.rec"
    assert Recording.load(file).actions == ["script", "wait", "script", "script"]
    page.goto(studio.url(view="play", generator="hall.hall", seed=5))
    wait_for_turn(page, 0)
    assert picture(page) != pictures[0]
    open_recording(page, file, 4)
    assert picture(page) == pictures[0]
    assert "seed=2" in page.url
    slider = page.get_by_label("Timeline")
    for number in (3, 1, 4, 0):
        slider.fill(str(number))
        assert picture(page) == pictures[number]
    page.get_by_label("Map", exact=True).focus()
    page.keyboard.press("]")
    assert picture(page) == pictures[1]
    page.keyboard.press("End")
    assert picture(page) == pictures[4]
    page.keyboard.press("[")
    assert picture(page) == pictures[3]
    # Nobody plays a recording, but anybody can go on from any turn of it.
    page.keyboard.press(".")
    page.get_by_text("This is a recording").wait_for()
    page.get_by_role("button", name="Continue from here").click()
    wait_for_turn(page, 3)
    assert picture(page) == pictures[3]
    page.keyboard.press("t")
    wait_for_turn(page, 4)
    assert picture(page) == pictures[4]


def test_all_of_the_map_of_a_recording_is_shown(page: Page, studio: RunningStudio, tmp_path: Path) -> None:
    open_play(page, studio, generator="hall.hall", seed=2)
    page.keyboard.press(".")
    wait_for_turn(page, 1)
    file = store(page, ".rec", tmp_path)
    open_recording(page, file, 1)
    known = picture(page)
    page.get_by_label("Show all").check()
    page.wait_for_function("before => document.querySelector('.play-view canvas').toDataURL() !== before", arg=known)
    page.get_by_label("Show all").uncheck()
    page.wait_for_function("before => document.querySelector('.play-view canvas').toDataURL() === before", arg=known)


@pytest.mark.parametrize(("name", "ending"), [(".html", "html"), (".gif", "gif"), (".webp", "webp"), (".cast", "cast")])
def test_a_world_is_stored_as_films_and_pages(
    page: Page, studio: RunningStudio, tmp_path: Path, name: str, ending: str
) -> None:
    open_play(page, studio, world="undercroft", seed=1)
    page.keyboard.press("k")
    wait_for_turn(page, 1)
    file = store(page, name, tmp_path)
    assert file.name == f"undercroft-1.{ending}"
    assert file.stat().st_size > 500


def test_a_file_that_is_no_recording_says_so(page: Page, studio: RunningStudio, tmp_path: Path) -> None:
    open_play(page, studio, generator="hall.hall", seed=2)
    file = tmp_path / "x.rec"
    file.write_text("no recording")
    page.keyboard.press("L")
    page.get_by_label("Recording to open").set_input_files(file)
    page.get_by_text("the file is no recording that this host can read").wait_for()
    page.get_by_role("button", name="Start again", exact=True).first.click()
    wait_for_turn(page, 0)


def test_a_recording_of_other_mods_says_where_it_differs(
    page: Page, studio: RunningStudio, mod: Path, tmp_path: Path
) -> None:
    changed = tmp_path / MOD_ID
    text = (mod / "init.lua").read_text().replace('print("', 'print("once more ')
    write_mod(changed, {"mod.toml": (mod / "mod.toml").read_text(), "init.lua": text})
    play = Host([changed]).play(Request("hall.hall", seed=2, players=1), records=True)
    play.do("script")
    assert play.recording is not None
    play.recording.save(tmp_path / "other.rec")
    open_play(page, studio, generator="hall.hall", seed=2)
    open_recording(page, tmp_path / "other.rec", 1)
    page.get_by_text("The game differs from turn 1 at (").wait_for()
