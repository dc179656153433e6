"""The page of the studio in a real browser: what authors see while they write."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from host.model.request import DEFAULTS
from tests.helpers import write_mod
from tests.mods.sharing.helpers import pack
from tests.studio.browser import (
    AXE,
    find_violations,
    needs_browser,
    open_page,
    pixels,
    wait_for_change,
    wait_for_map,
)
from tests.studio.running import PATIENCE, RunningStudio

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = needs_browser

SCRIPT = "<img src=x onerror=document.title='hacked'>"
MOD_ID = "hall"
# Critters have pools.
STUDIO_WORDS = ("--mods", "critters")
MOD = f"""
local generators = require "host.generators"
local toolbox = require "host.toolbox"
local hostile = kts.Tile {{ name = "{SCRIPT}", glyph = "!", items = "floor", depth = 5 }}
generators.register_generator {{
  id = "hall",
  help = "{SCRIPT}",
  options = {{
    {{ id = "size", default = 11, least = 7, most = 31 }},
    {{ id = "kind", default = "maze", choices = {{ "maze", "caves" }} }},
    {{ id = "puddle", default = false }},
  }},
  generate = function(options)
    print("{SCRIPT}")
    local make = options.kind == "maze" and toolbox.maze or toolbox.caves
    local plan = make {{ width = options.size, height = options.size }}
    return plan:map(options.puddle and {{ room = hostile, hallway = hostile }} or nil)
  end,
}}
"""


def test_page_opens_with_the_map_and_keeps_the_token_out_of_the_address(page: Page, studio: RunningStudio) -> None:
    open_page(page, studio)
    assert studio.token not in page.url
    assert re.search(r"generator=hall\.hall&seed=1", page.url)
    canvas = page.get_by_label("Map", exact=True)
    # More than the ground is drawn.
    assert canvas.evaluate(
        "c => new Set(new Uint32Array(c.getContext('2d').getImageData(0, 0, c.width, c.height).data.buffer)).size > 5"
    )
    page.reload()
    wait_for_map(page)


def test_map_follows_saved_files_and_errors(page: Page, studio: RunningStudio, mod: Path) -> None:
    page.emulate_media(reduced_motion="reduce")
    open_page(page, studio, seed=3)
    first = pixels(page)
    file = mod / "init.lua"
    written = file.read_text()
    try:
        file.write_text(file.read_text().replace("default = 11", "default = 13"))
        wait_for_change(page, first)
        second = pixels(page)
        page.get_by_text("13 × 13").wait_for()

        file.write_text(file.read_text().replace("plan:map(", "plan:mapp("))
        alert = page.get_by_role("alert")
        alert.locator(".marked").first.wait_for()
        assert "hall/init.lua:16" in alert.inner_text()
        assert "plan:mapp(" in alert.locator(".marked").first.inner_text()
        address = alert.get_by_role("link", name="Open in editor").first.get_attribute("href") or ""
        assert address.endswith("hall/init.lua:16")
        # The last map stays; the error takes some of its height.
        page.get_by_text("13 × 13").wait_for()

        file.write_text(file.read_text().replace("plan:mapp(", "plan:map("))
        alert.wait_for(state="hidden")
        page.wait_for_function(
            "shown => document.querySelector('canvas[aria-label=Map]').toDataURL() === shown", arg=second
        )
    finally:
        file.write_text(written)
    wait_for_change(page, second)


def test_map_of_a_save_that_changes_few_squares_looks_like_a_new_one(
    page: Page, studio: RunningStudio, mod: Path
) -> None:
    page.emulate_media(reduced_motion="reduce")
    open_page(page, studio, seed=3)
    before = pixels(page)
    file = mod / "init.lua"
    written = file.read_text()
    try:
        file.write_text(written.replace("default = false", "default = true"))
        wait_for_change(page, before)
        edited = pixels(page)
        page.reload()
        wait_for_map(page)
        assert pixels(page) == edited
    finally:
        file.write_text(written)
    wait_for_change(page, edited)
    assert pixels(page) == before


def test_controls_make_the_map_and_the_address(page: Page, studio: RunningStudio) -> None:
    open_page(page, studio)
    shown = pixels(page)
    for act in (
        lambda: page.get_by_role("button", name="Next seed").click(),
        lambda: page.get_by_label("Seed", exact=True).fill("41"),
        lambda: page.get_by_role("button", name="Previous seed").click(),
        lambda: page.get_by_label("kind", exact=True).select_option("caves"),
        lambda: page.get_by_label("size", exact=True).fill("25"),
        lambda: page.get_by_label("puddle", exact=True).check(),
        lambda: page.get_by_role("button", name="Random seed").click(),
    ):
        act()
        # A number counts when its control is left.
        page.keyboard.press("Tab")
        wait_for_change(page, shown)
        shown = pixels(page)
    page.get_by_role("button", name="Homes").click()
    assert {"kind=caves", "puddle=true", "size=25", "overlays=homes"} < {*page.url.partition("?")[2].split("&")}
    # A link shows the same again.
    again = page.context.new_page()
    again.goto(page.url)
    wait_for_map(again)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    again.get_by_role("button", name="Copy command").click()
    again.get_by_text("Copied").wait_for()
    command = again.evaluate("navigator.clipboard.readText()")
    assert command.startswith("dungeon-host generate hall.hall --mods ")
    assert "--set size=25" in command


def test_each_field_of_a_request_has_a_control(page: Page, studio: RunningStudio) -> None:
    open_page(page, studio)
    for name, default in DEFAULTS.items():
        field = page.locator(f"#{name}")
        text = {int: "3", tuple: "1,1", bool: "true"}[type(default)]
        if isinstance(default, bool):
            field.check()
        else:
            field.fill(text)
            page.keyboard.press("Tab")
        page.wait_for_function("text => location.search.includes(text)", arg=f"{name}={text}".replace(",", "%2C"))
    page.reload()
    wait_for_map(page)
    assert page.locator("#house_colours").input_value() == "1,1"
    page.get_by_text("--players 3 --house-colours 1,1").wait_for()


# Adds a switch to the fields in the page before its modules run.
ADD_SWITCH = """
new MutationObserver((_, observer) => {
  const meta = document.querySelector("meta[name=request-fields]");
  if (!meta) return;
  const field = { name: "bare", label: "Bare", initial: "false", control: { type: "checkbox" } };
  meta.content = JSON.stringify([...JSON.parse(meta.content), field]);
  observer.disconnect();
}).observe(document, { childList: true, subtree: true });
"""


def test_a_switch_of_a_request_is_in_the_address(page: Page, studio: RunningStudio) -> None:
    page.add_init_script(ADD_SWITCH)
    open_page(page, studio)
    page.get_by_label("Bare").check()
    page.wait_for_function("location.search.includes('bare=true')")
    page.reload()
    assert page.get_by_label("Bare").is_checked()
    page.get_by_label("Bare").uncheck()
    page.wait_for_function("!location.search.includes('bare')")


def test_inspector_and_overlays(page: Page, studio: RunningStudio) -> None:
    open_page(page, studio, at="1,1", puddle="true")
    inspector = page.get_by_role("region", name="Square")
    inspector.get_by_text("steps from the entrance").or_(inspector.get_by_text("0 steps")).wait_for()
    # The name of the tile is text, and nothing else.
    assert SCRIPT in inspector.inner_text()
    page.get_by_label("Map", exact=True).focus()
    page.keyboard.press("ArrowLeft")
    inspector.get_by_text("0, 1").wait_for()
    page.get_by_label("Map", exact=True).hover(position={"x": 300, "y": 300})
    for name in ("Rooms", "Segments", "Distance", "Homes", "Walkability", "Unreachable", "Locks", "Sight"):
        button = page.get_by_role("button", name=name, exact=True)
        button.click()
        assert button.get_attribute("aria-pressed") == "true"
    assert page.title() != "hacked"


def test_wall_opens_a_seed(page: Page, studio: RunningStudio) -> None:
    open_page(page, studio)
    page.get_by_role("tab", name="Wall").click()
    page.get_by_text(re.compile("24 in")).wait_for()
    page.get_by_role("button", name="Seed 7", exact=True).click()
    page.wait_for_url(re.compile("seed=7"))
    assert page.get_by_role("tab", name="Map").get_attribute("aria-selected") == "true"
    page.go_back()
    page.wait_for_url(re.compile("view=wall"))


def test_pools_data_and_log(page: Page, studio: RunningStudio) -> None:
    open_page(page, studio)
    page.get_by_role("tab", name="Pools").click()
    page.get_by_role("button", name="e.z1.f1.enemy", exact=True).click()
    page.get_by_role("button", name="Draw 1000").click()
    page.locator(".bar.observed").first.wait_for()
    assert page.locator("td", has_text="critters/main.lua:").count() > 3
    page.get_by_role("tab", name="Data").click()
    page.get_by_label("Search data").fill("hall.hall")
    page.get_by_text(re.compile("^1 of")).wait_for()
    page.get_by_role("button", name="hall/init.lua:4").click()
    page.get_by_text("generators.register_generator {").wait_for()
    page.get_by_role("tab", name="Log").click()
    page.locator(".log li", has_text=SCRIPT).first.wait_for()
    assert page.title() != "hacked"


def test_check_lists_diagnostics(page: Page, tmp_path: Path) -> None:
    text = MOD.replace("toolbox.maze or", "toolbx.maze or")
    folder = write_mod(tmp_path / "hall", {"mod.toml": 'id = "hall"\nversion = "1"\n', "init.lua": text})
    with RunningStudio(folder) as running:
        page.goto(running.url(view="check"))
        page.get_by_text("toolbx").first.wait_for()
        (folder / "init.lua").write_text(MOD)
        page.get_by_text(re.compile("^(no|0) errors")).wait_for()
        # The page would report that its server is gone.
        page.goto("about:blank")


def test_keyboard_reaches_everything(page: Page, studio: RunningStudio) -> None:
    open_page(page, studio)
    page.get_by_role("tab", name="Map").focus()
    page.keyboard.press("ArrowRight")
    assert page.get_by_role("tab", name="Wall").get_attribute("aria-selected") == "true"
    page.keyboard.press("Home")
    canvas = page.get_by_label("Map", exact=True)
    canvas.focus()
    before = pixels(page)
    page.keyboard.press("+")
    wait_for_change(page, before)
    page.keyboard.press("0")
    page.wait_for_function("before => document.querySelector('canvas').toDataURL() === before", arg=before)


def test_wheel_drag_and_two_fingers_move_the_map(page: Page, studio: RunningStudio) -> None:
    open_page(page, studio)
    box = page.get_by_label("Map", exact=True).bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def square_at(right: float) -> str:
        page.mouse.move(x + right, y)
        return page.get_by_label("Square", exact=True).locator(".mono").first.inner_text()

    def await_squares(middle: str, beside: str) -> None:
        until = time.monotonic() + PATIENCE
        while (found := (square_at(0), square_at(aside))) != (middle, beside):
            assert time.monotonic() < until, found

    assert square_at(0) == "5, 5"
    aside = next(right for right in range(0, 300, 10) if square_at(right) == "8, 5")
    page.mouse.move(x, y)
    page.mouse.wheel(0, -400)
    await_squares("5, 5", "7, 5")

    page.get_by_label("Map", exact=True).focus()
    page.keyboard.press("0")
    await_squares("5, 5", "8, 5")
    page.mouse.move(x, y)
    page.mouse.down()
    # A little more than half a square beyond the second one, whatever the size of the canvas.
    page.mouse.move(x + aside + 5, y, steps=4)
    page.mouse.up()
    await_squares("2, 5", "5, 5")

    page.keyboard.press("0")
    await_squares("5, 5", "8, 5")
    client = page.context.new_cdp_session(page)
    for kind, apart in (("touchStart", 40), ("touchMove", 50), ("touchMove", 60), ("touchEnd", None)):
        points = [] if apart is None else [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}]
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    await_squares("5, 5", "7, 5")


@pytest.mark.skipif(not AXE.exists(), reason="no axe-core: `make lint` installs it where npm is")
@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_page_is_accessible(page: Page, studio: RunningStudio, scheme: Any) -> None:
    page.emulate_media(color_scheme=scheme)
    violations = []
    for parameters, shown in (
        ({"at": "1,1"}, "11 × 11"),
        ({"view": "wall"}, "24 in"),
        ({"view": "pools"}, "Draw 1000"),
        ({"view": "data"}, "registered at"),
        ({"view": "log"}, "Clear"),
        ({"view": "tests"}, "the mods have no tests"),
        ({"view": "check"}, "warnings"),
        ({"view": "segments"}, "New segment"),
        ({"view": "survey"}, "Start survey"),
        ({"view": "play"}, "Turn 0"),
        ({"kind": "nothing"}, "did you mean"),
    ):
        page.goto(studio.url(**parameters))
        page.get_by_text(shown).or_(page.get_by_text("must be maze")).first.wait_for()
        # In a world of its own, because the policy of the page forbids foreign scripts.
        violations += find_violations(page)
    assert violations == []


def test_an_archive_is_installed_and_removed(page: Page, tmp_path: Path) -> None:
    hall = pack(tmp_path, "hall", toml=f'description = "{SCRIPT}"')
    loft = pack(tmp_path, "loft", needs={"attic": ">=1"})
    with RunningStudio("caves", "--no-open", environment={"DUNGEON_HOST_MODS": str(tmp_path / "mods")}) as running:
        page.goto(running.url(view="data"))
        page.get_by_text("Installed mods").click()
        page.get_by_text("No mod is installed.").wait_for()
        page.get_by_label("Install an archive").set_input_files(hall)
        page.get_by_text("installed: hall 1.0.0").wait_for()
        page.get_by_text(SCRIPT).wait_for()
        page.get_by_label("Install an archive").set_input_files(loft)
        page.get_by_text("loft 1.0.0 needs attic").wait_for()
        page.get_by_role("button", name="remove hall").click()
        page.get_by_text("hall is removed").wait_for()
        page.get_by_text("No mod is installed.").wait_for()
        assert page.title() != "hacked"
        page.goto("about:blank")
