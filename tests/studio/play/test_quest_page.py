"""A quest of base in the studio: fog, names, win and death, as the server plays it and in a real browser."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tests.studio.browser import needs_browser
from tests.studio.conftest import VIEWPORT
from tests.studio.play.test_play import ask, begin, follow, press
from tests.studio.running import RunningStudio

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = needs_browser

QUEST: dict[str, Any] = {"generator": "base", "seed": 2, "quest": "first_steps", "players": 1}


@pytest.fixture(scope="module")
def studio() -> Iterator[RunningStudio]:
    """A studio of the bundled mods."""
    with RunningStudio("base", "--mods", "overworld") as running:
        yield running


def sprites_of(frame: Any, layer: str) -> set[int]:
    """Return the sprites of the squares of a layer of a scene."""
    numbers = next(cells["cells"] for cells in frame["scene"]["layers"] if cells["name"] == layer)
    return set(np.frombuffer(base64.b64decode(numbers), "<i4").tolist()) - {-1}


def test_fog_hides_what_the_player_has_not_seen(studio: RunningStudio) -> None:
    game = begin(studio, **QUEST)
    frame = game["frames"][0]
    # There are a bat, a rat and a zombie behind walls: nothing that is sent has them.
    assert len(sprites_of(frame, "creatures")) == 1
    assert "rat" not in json.dumps(game["frames"])
    assert "gem" not in frame["sights"]
    dark, lit = (studio.ask(f"/api/play/{game['game']}/look", x=x, y=y).data() for x, y in ((21, 3), (10, 1)))
    assert dark == {"square": [21, 3], "text": "You have not seen what is there."}
    assert lit["text"] == "Here: way in (go to the way in)."
    # The switch shows them, takes no time, and goes back.
    (shown,) = ask(studio, game["game"], all=True).data()["frames"]
    assert {"vampire bat", "giant rat", "zombie", "gem"} <= set(shown["sights"])
    assert shown["turn"] == 0
    (hidden,) = ask(studio, game["game"], all=False).data()["frames"]
    assert hidden["sights"] == frame["sights"]
    (all_of_it,) = begin(studio, **QUEST, all=1)["frames"]
    assert all_of_it["sights"] == shown["sights"]
    assert len(sprites_of(all_of_it, "creatures")) == 4


def win_quest(studio: RunningStudio, game: Any) -> list[Any]:
    """Explore, fight, and go back with the gem; return the frames."""
    played = game["frames"]
    for _ in range(100):
        frame = played[-1]
        instruction = {"command": "explore"}
        if {"giant rat", "zombie", "vampire bat"} & set(frame["sights"]):
            instruction = {"command": "fight"}
        elif any(thing["name"] == "gem" for thing in frame["things"]):
            instruction = {"command": "go up"}
        played += follow(studio, game["game"], **instruction)[0]
        if played[-1]["outcome"]:
            break
    return list(played)


def test_a_quest_is_won_and_told(studio: RunningStudio) -> None:
    game = begin(studio, **QUEST)
    first = game["frames"][0]
    assert (first["name"], first["goal"]) == ("Base dungeon, Quest: First steps", "Find a gem.")
    assert (first["health"], first["max_health"]) == (20, 20)
    assert [line["text"] for line in first["lines"]] == ["Find a gem.", "Leave the way you came in."]
    assert game["options"]["quest"] == "first_steps"
    played = win_quest(studio, game)
    last = played[-1]
    assert (last["outcome"], last["actions"]) == ("won", [])
    (error,) = ask(studio, game["game"], command="explore").data()["errors"]
    assert error["message"] == "the game is over: it is won"
    # All that was done, done again, ends the same way.
    again = begin(studio, **QUEST)["game"]
    frames = press(studio, again, *(frame["action"] for frame in played[1:]))
    assert (frames[-1]["outcome"], frames[-1]["turn"]) == ("won", last["turn"])


def open_game(page: Page, studio: RunningStudio, **parameters: Any) -> None:
    page.goto(studio.url(view="play", **parameters))
    wait_for_turn(page, 0)


def wait_for_turn(page: Page, number: int) -> None:
    page.wait_for_function("text => document.querySelector('.turn')?.textContent === text", arg=f"Turn {number}")


KEYS = {
    "north": "k", "south": "ArrowDown", "west": "Numpad4", "east": "l",
    "northwest": "y", "northeast": "u", "southwest": "b", "southeast": "Numpad3", "get": "g",
}  # fmt: skip


@pytest.mark.slow
def test_keys_win_a_quest_in_the_browser(page: Page, studio: RunningStudio) -> None:
    actions = [frame["action"] for frame in win_quest(studio, begin(studio, **QUEST))[1:]]
    open_game(page, studio, **QUEST)
    page.get_by_text("Goal: Find a gem.", exact=True).wait_for()
    for number, action in enumerate(actions, 1):
        page.keyboard.press(KEYS[action])
        wait_for_turn(page, number) if number < len(actions) else None
    ending = page.get_by_role("alert")
    ending.get_by_role("heading", name="You have won.").wait_for()
    assert f"Base dungeon, Quest: First steps, seed 2, {len(actions)} turns" in ending.inner_text()
    # Nothing is left to do, but to go again.
    page.keyboard.press("l")
    page.keyboard.press("a")
    wait_for_turn(page, 0)
    ending.wait_for(state="hidden")
    assert "seed=2" in page.url


def test_clicks_walk_and_open_what_is_known(page: Page, studio: RunningStudio) -> None:
    open_game(page, studio, **QUEST)
    canvas = page.get_by_label("Map", exact=True)

    def square(x: int, y: int) -> tuple[float, float]:
        box = canvas.bounding_box()
        assert box is not None
        size = int(min(box["width"] * 0.91 / 27, box["height"] * 0.91 / 27))
        left, top = (box["width"] - 27 * size) / 2, (box["height"] - 27 * size) / 2
        return left + (x + 0.5) * size, top + (y + 0.5) * size

    x, y = square(10, 6)
    look = page.get_by_label("Look", exact=True)
    canvas.hover(position={"x": x, "y": y})
    look.get_by_text("Here: ").wait_for()
    canvas.click(position={"x": x, "y": y})
    wait_for_turn(page, 5)
    # Nobody has seen what is there.
    x, y = square(21, 3)
    canvas.hover(position={"x": x, "y": y})
    look.get_by_text("You have not seen what is there.").wait_for()
    canvas.click(position={"x": x, "y": y})
    page.get_by_label("Messages").get_by_text("You know no way there.").wait_for()


def test_death_is_told_and_the_next_seed_follows(page: Page, studio: RunningStudio) -> None:
    open_game(page, studio, **QUEST)
    page.keyboard.press("Tab")
    page.get_by_label("Messages").get_by_text("You see no enemy.").wait_for()
    page.keyboard.press("Enter")
    actions = page.get_by_role("dialog", name="Actions")
    # What cannot be done has its reason.
    assert "pick up what lies here: nothing to take lies here" in actions.inner_text()
    actions.get_by_role("button", name="give up the quest").click()
    ending = page.get_by_role("alert")
    ending.get_by_role("heading", name="You have lost.").wait_for()
    assert "seed 2, 1 turn" in ending.inner_text()
    # Hints are not what happened.
    assert "You see no enemy." not in ending.inner_text()
    ending.get_by_role("button", name="Next seed").click()
    wait_for_turn(page, 0)
    assert "seed=3" in page.url
    # The address opens the same game.
    page.reload()
    wait_for_turn(page, 0)
    page.get_by_text("dungeon-host play base").get_by_text("--seed 3").wait_for()


def test_names_stand_in_place_of_ids(page: Page, studio: RunningStudio) -> None:
    open_game(page, studio, **QUEST)
    text = page.locator("body").inner_text()
    assert "first_steps" not in text.replace("quest=first_steps", "")
    quest = page.get_by_label("quest", exact=True)
    assert quest.evaluate("select => select.selectedOptions[0].text") == "First steps"
    assert page.get_by_label("Quest", exact=True).input_value() == "first_steps"
    page.get_by_label("Dungeon", exact=True).select_option(label="Tiny")
    page.wait_for_url("**dungeon=tiny**")
    assert page.get_by_label("Generator").evaluate("select => select.selectedOptions[0].text") == "Base dungeon"
    page.get_by_label("What to play").select_option(label="The world: Overworld")
    page.wait_for_url("**world=overworld**")


def test_fog_has_a_switch_that_the_address_keeps(page: Page, studio: RunningStudio) -> None:
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    open_game(page, studio, **QUEST)
    sees = page.get_by_label("You see")
    assert sees.inner_text() == "way in"
    # The page has no other data about the map.
    assert not [url for url in loaded if "/api/map" in url]
    page.get_by_label("Show all").check()
    sees.get_by_text("vampire bat").wait_for()
    assert "all=1" in page.url
    page.reload()
    sees.get_by_text("vampire bat").wait_for()
    page.get_by_label("Show all").uncheck()
    sees.get_by_text("vampire bat").wait_for(state="hidden")


def test_a_phone_plays_by_touch(page: Page, studio: RunningStudio) -> None:
    browser = page.context.browser
    assert browser is not None
    phone = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    shown = phone.new_page()
    try:
        open_game(shown, studio, **QUEST)
        assert shown.evaluate("() => document.documentElement.scrollWidth") <= 390
        shown.get_by_role("button", name="South", exact=True).tap()
        wait_for_turn(shown, 1)
        canvas = shown.get_by_label("Map", exact=True)
        box = canvas.bounding_box()
        assert box is not None
        # Half of the page, and no controls over it.
        assert box["height"] > 300
        shown.get_by_role("button", name="Explore").tap()
        shown.get_by_label("Messages").get_by_text("You see: ").first.wait_for()
        shown.get_by_role("button", name="Fight").tap()
        shown.get_by_role("button", name="Inventory").tap()
        shown.get_by_role("dialog", name="Inventory").get_by_text("You carry nothing.").wait_for()
        shown.get_by_role("button", name="Close").tap()
        before = shown.locator(".turn").inner_text()
        # A finger that stays looks, and does not walk.
        client = phone.new_cdp_session(shown)
        point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        client.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        shown.get_by_label("Look", exact=True).wait_for()
        client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        assert shown.locator(".turn").inner_text() == before
    finally:
        phone.close()


@pytest.mark.parametrize(("width", "height"), [(390, 844), (820, 1180), (1366, 768)])
def test_nothing_covers_the_map_and_messages_have_room(
    page: Page, studio: RunningStudio, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    try:
        open_game(page, studio, **QUEST)
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width
        canvas, goal = page.get_by_label("Map", exact=True).bounding_box(), page.locator(".goal").bounding_box()
        messages = page.get_by_label("Messages").bounding_box()
        assert canvas is not None
        assert goal is not None
        assert messages is not None
        assert goal["y"] + goal["height"] <= canvas["y"] + 1
        # Five lines and more.
        assert messages["height"] > 5 * 22
        assert canvas["height"] > 300
        page.get_by_role("button", name="Keys").click()
        keys = page.get_by_role("dialog", name="Keys")
        meaning = keys.locator("dd").first.bounding_box()
        assert meaning is not None
        assert meaning["width"] > 180
        assert keys.evaluate("element => element.scrollWidth <= element.clientWidth")
        page.get_by_role("button", name="Close").click()
    finally:
        page.set_viewport_size(VIEWPORT)


def test_capital_letters_look_far(page: Page, studio: RunningStudio) -> None:
    open_game(page, studio, **QUEST)
    page.keyboard.press("x")
    look = page.get_by_label("Look", exact=True)
    look.wait_for()
    here = look.inner_text()
    page.keyboard.press("Shift+J")
    page.wait_for_function("here => document.querySelector('.look')?.textContent !== here", arg=here)
    assert page.locator(".turn").inner_text() == "Turn 0"
    page.keyboard.press("Shift+ArrowUp")
    page.wait_for_function("here => document.querySelector('.look')?.textContent === here", arg=here)


def test_a_world_without_a_generator_is_played_and_nothing_is_an_error(page: Page) -> None:
    with RunningStudio("overworld") as alone:
        page.set_viewport_size({"width": 390, "height": 844})
        open_game(page, alone, world="overworld", seed=1)
        page.get_by_text("live", exact=True).wait_for()
        # On a phone, the line with the date leaves the bar its width.
        assert page.get_by_role("meter", name="Health").evaluate("bar => bar.clientWidth") > 150
