"""The views Play and Log in a real browser: one walks, watches, goes back, and reads what happened."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.studio.browser import needs_browser
from tests.studio.play import test_play
from tests.studio.play.test_play import SCRIPT, begin, press
from tests.studio.running import RunningStudio

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = needs_browser

MOD_ID, MOD = test_play.MOD_ID, test_play.MOD
STUDIO_WORDS = ("--mods", "undercroft")


def open_play(page: Page, studio: RunningStudio, **parameters: Any) -> None:
    page.goto(studio.url(view="play", **parameters))
    wait_for_turn(page, 0)


def wait_for_turn(page: Page, number: int) -> None:
    page.wait_for_function("text => document.querySelector('.turn')?.textContent === text", arg=f"Turn {number}")


def picture(page: Page) -> str:
    """Return the picture of the game, drawn at once."""
    drawn: str = page.evaluate(
        """() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(
          document.querySelector('.play-view canvas').toDataURL()))))"""
    )
    return drawn


def test_keys_walk_and_the_timeline_goes_back_and_forth(page: Page, studio: RunningStudio) -> None:
    open_play(page, studio, generator="hall.hall", seed=2)
    first = begin(studio)["frames"][0]
    free = {row["id"] for row in first["actions"] if row["reason"] is None}
    there, back = ("ArrowRight", "a") if "east" in free else ("ArrowDown", "w")
    pictures = [picture(page)]
    moves = [there, back, "t", ".", "t"]
    for number, key in enumerate(moves, 1):
        page.keyboard.press(key)
        wait_for_turn(page, number)
        pictures.append(picture(page))
    assert len(set(pictures)) > 2
    letters = "lht.t" if "east" in free else "jkt.t"
    page.get_by_text("dungeon-host simulate hall.hall").get_by_text(f"--keys '{letters}'").wait_for()
    slider = page.get_by_label("Timeline")
    for number in (3, 0, 4, 1, 5):
        slider.fill(str(number))
        assert picture(page) == pictures[number]
    # A key in the past does nothing, and says why.
    slider.fill("2")
    page.get_by_label("Map", exact=True).focus()
    page.keyboard.press("ArrowUp")
    page.get_by_text("This is the past").wait_for()
    page.get_by_role("button", name="Continue from here").click()
    wait_for_turn(page, 2)
    assert picture(page) == pictures[2]
    page.keyboard.press("t")
    wait_for_turn(page, 3)
    assert picture(page) == pictures[3]
    # Keys that do nothing here say so.
    page.keyboard.press(">")
    page.get_by_text("You have seen no stairs down and no way out.").wait_for()
    page.keyboard.press("r")
    page.get_by_text("You cannot do that here.").wait_for()
    page.keyboard.press("q")
    page.get_by_text("The key q does nothing here").wait_for()
    page.keyboard.press("Tab")
    page.get_by_label("Messages").get_by_text("You see no enemy.").wait_for()
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keys").get_by_text("wait a turn", exact=True).wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Wait", exact=True).click()
    wait_for_turn(page, 4)
    # What mods print is text.
    assert page.get_by_label("Messages").locator("img").count() == 0
    assert page.title() != "hacked"


def test_keys_that_are_typed_ahead_are_all_done(page: Page, studio: RunningStudio) -> None:
    open_play(page, studio, generator="hall.hall", seed=2)
    for _ in range(12):
        page.keyboard.press(".")
    wait_for_turn(page, 12)


def test_look_mode_moves_a_cursor(page: Page, studio: RunningStudio) -> None:
    open_play(page, studio, generator="hall.hall", seed=2, all=1)
    look = page.get_by_label("Look", exact=True)
    page.keyboard.press("x")
    look.get_by_text("Here: you").wait_for()
    page.keyboard.press("y")
    page.keyboard.press("Escape")
    look.wait_for(state="hidden")
    wait_for_turn(page, 0)


def test_nothing_is_played_before_the_game_is_there(page: Page, studio: RunningStudio) -> None:
    # No answer begins the game, until the page has been looked at.
    held: list[Any] = []
    page.route("**/api/play?*", lambda route: held.append(route))
    page.goto(studio.url(view="play", generator="hall.hall", seed=2))
    page.get_by_text("starting …").wait_for()
    play = page.get_by_role("button", name="Play", exact=True)
    assert play.is_disabled()
    with page.expect_response("**/api/play?*"):
        held[0].continue_()
    wait_for_turn(page, 0)
    assert play.is_enabled()


def test_the_player_acts_by_itself_until_a_file_is_saved(page: Page, studio: RunningStudio, mod: Path) -> None:
    open_play(page, studio, generator="hall.hall", seed=2)
    # Pressed nine times before the first turn is over, it plays as if it was pressed once.
    page.get_by_label("Speed").select_option("1")
    play = page.get_by_role("button", name="Play", exact=True)
    play.evaluate("button => { for (let press = 0; press < 9; press += 1) button.click(); }")
    page.get_by_label("Speed").select_option("0")
    page.wait_for_function("() => Number(document.querySelector('.turn')?.textContent.split(' ')[1]) > 5")
    page.get_by_role("button", name="Pause", exact=True).click()
    page.get_by_role("button", name="Play", exact=True).wait_for()
    file = mod / "init.lua"
    file.write_text(file.read_text() + "\n-- saved\n")
    alert = page.get_by_role("alert")
    alert.get_by_text("Files of the mods were saved").wait_for()
    last = picture(page)
    count = page.locator(".turn").inner_text().removeprefix("Turn ")
    # The recording stays, and the same moves lead to the same place.
    page.get_by_label("Timeline").fill("1")
    alert.get_by_role("button", name=f"Replay {count} moves").click()
    wait_for_turn(page, int(count))
    alert.wait_for(state="hidden")
    assert picture(page) == last
    page.get_by_role("button", name="Start again").first.click()
    wait_for_turn(page, 0)


def test_the_address_holds_what_is_played(page: Page, studio: RunningStudio) -> None:
    open_play(page, studio, world="undercroft", seed=1)
    assert "world=undercroft" in page.url
    # No generator makes a world.
    assert not page.get_by_label("Generator", exact=True).is_visible()
    page.get_by_text("the chapel", exact=True).wait_for()
    page.keyboard.press("i")
    page.get_by_text("You carry nothing.").wait_for()
    page.keyboard.press("i")
    page.get_by_label("What to play").select_option("")
    page.wait_for_function("() => !document.querySelector('.play-panel').textContent.includes('the chapel')")
    assert "world" not in page.url
    page.get_by_role("button", name="Next seed").click()
    wait_for_turn(page, 0)
    assert "seed=2" in page.url
    page.get_by_text("dungeon-host play hall.hall").get_by_text("--seed 2").wait_for()
    # The button that was pressed needs no such keys.
    page.keyboard.press(".")
    wait_for_turn(page, 1)


# Adds more frames to a recording than it stores, and goes back to the oldest.
RECORD = """async () => {
  const { MOST_FRAMES, Recording } = await import('/static/play/recording.js');
  const encode = (...numbers) => btoa(String.fromCharCode(...new Uint8Array(new Int32Array(numbers).buffer)));
  const recording = new Recording();
  const scene = { width: 2, height: 1, size: 32, sprites: [], layers: [{ name: 'ground', cells: encode(0, 0) }] };
  recording.add({ number: 0, action: '', lines: [], scene });
  for (let number = 1; number <= MOST_FRAMES + 50; number += 1) {
    recording.add({ number, action: 'wait', lines: [], sprites: [], cells: encode(0, 0, number) });
  }
  const cells = () => [...recording.picture.layers[0].cells];
  const states = [cells()];
  recording.seek(0);
  states.push(cells());
  recording.add({ number: 0, action: 'wait', lines: [], scene: { ...scene, layers: [] } });
  recording.seek(1);
  states.push(cells());
  const { dropped, entries, actions } = recording;
  return { dropped, stored: entries.length, actions: actions.length, states };
}"""


def test_a_recording_drops_the_oldest_frames(page: Page, studio: RunningStudio) -> None:
    page.goto(studio.url(view="log"))
    made = page.evaluate(RECORD)
    assert made == {"dropped": 52, "stored": 5000, "actions": 5051, "states": [[5050, 0], [51, 0], [53, 0]]}


# -- the log


def test_log_has_the_quest_and_is_filtered_and_searched(page: Page, studio: RunningStudio) -> None:
    studio.ask("/api/log", method="DELETE", body={})
    page.goto(studio.url(view="log", generator="base", seed=3, dungeon="tiny"))
    lines = page.get_by_label("Lines").locator("li")
    lines.filter(has_text="base, seed 3").wait_for()
    lines.filter(has_text="Hint: Find 3 gems.").wait_for()
    search = page.get_by_label("Search the log")
    search.fill("hint gems")
    assert lines.count() == 1
    page.get_by_role("button", name="Events").click()
    page.get_by_text("No line matches.").wait_for()
    search.fill("")
    # What mods print in a game is in the log, too.
    press(studio, begin(studio, generator="hall.hall", seed=2)["game"], "script")
    lines.filter(has_text=SCRIPT).first.wait_for()
    assert lines.filter(has_text="Hint").count() == 0
    page.get_by_role("button", name="Clear").click()
    assert lines.count() == 0
    assert studio.ask("/api/log").data() == {"lines": []}
    # Each map that is shown takes the place of the one before.
    page.get_by_role("button", name="Events").click()
    page.get_by_role("tab", name="Map").click()
    page.get_by_role("button", name="Next seed").click()
    page.get_by_role("tab", name="Log").click()
    lines.filter(has_text="base, seed 4").wait_for()
    assert lines.filter(has_text="base, seed 3").count() == 0


def test_an_error_that_keeps_a_game_from_its_start_leaves_when_it_is_repaired(
    page: Page, studio: RunningStudio, mod: Path
) -> None:
    file = mod / "init.lua"
    text = file.read_text()
    open_play(page, studio, generator="hall.hall", seed=2)
    file.write_text(text.replace("return toolbox.maze", "error 'not yet' return toolbox.maze", 1))
    page.get_by_text("Files of the mods were saved").wait_for()
    page.get_by_role("button", name="Start again").first.click()
    page.locator(".ending").get_by_text("not yet").first.wait_for()
    file.write_text(text)
    page.locator(".ending").wait_for(state="hidden")
    wait_for_turn(page, 0)
