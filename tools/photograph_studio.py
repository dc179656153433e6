"""Make the pictures of docs/studio.md: views of the studio in a real browser.

`make pictures` makes all, `.venv/bin/python -m tools.photograph_studio NAME ...` some.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from PIL import Image

from tests.helpers import write_mod
from tests.studio.browser import open_browser, wait_for_map
from tests.studio.running import RunningStudio

if TYPE_CHECKING:
    from playwright.sync_api import Page

FOLDER = Path(__file__).parent.parent / "docs" / "pictures" / "studio"
# Colours of a picture: few make a small file.
_COLOURS = 128
_MANIFEST = 'id = "my_mod"\nversion = "1.0.0"\n'
_MOD = """local generators = require "host.generators"
local toolbox = require "host.toolbox"

generators.register_generator {
  id = "caves",
  generate = function()
    local plan = toolbox.caves { width = 60, height = 40 }
    return plan:map()
  end,
}
"""
_TESTS = """it("is a cave", function()
  assert.connected(generate "my_mod.caves")
end)

it("stays as it was", function()
  assert.snapshot(generate("my_mod.caves", { seed = 2 }), "caves")
end)
"""


class Picture(NamedTuple):
    """A view: its name, the mod, the address, and what to do until it is worth a picture."""

    name: str
    mod: str
    address: dict[str, Any]
    prepare: Callable[[Page, Path], object]


def main() -> None:
    names = sys.argv[1:]
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as parent, open_browser() as browser:
        for picture in PICTURES:
            if names and picture.name not in names:
                continue
            folder = write_mod(
                Path(parent) / picture.name / "my_mod",
                {"mod.toml": _MANIFEST, "init.lua": _MOD, "tests/caves_test.lua": _TESTS},
            )
            page = browser.new_page(viewport={"width": 1280, "height": 720}, color_scheme="dark")
            page.emulate_media(reduced_motion="reduce")
            with RunningStudio(picture.mod or folder) as studio:
                page.goto(studio.url(**picture.address))
                picture.prepare(page, folder / "init.lua")
                # Fonts and the last frame.
                page.wait_for_timeout(500)
                image = Image.open(BytesIO(page.screenshot())).convert("RGB")
                image.quantize(_COLOURS).save(FOLDER / f"{picture.name}.png", optimize=True)
                page.close()
            print(picture.name)


def wait_for(text: str) -> Callable[[Page, Path], object]:
    """Return a preparation that waits for a text."""
    return lambda page, _: page.get_by_text(re.compile(text)).first.wait_for()


def break_mod(page: Page, file: Path) -> None:
    wait_for_map(page)
    file.write_text(_MOD.replace("plan:map()", "plan:mapp()"))
    page.get_by_text("plan:mapp").first.wait_for()


def run_tests(page: Page, file: Path) -> None:
    page.get_by_role("button", name="Run all").click()
    failed = page.get_by_role("button", name=re.compile("failed: stays as it was"))
    failed.click()
    page.get_by_role("button", name="Accept snapshot", exact=True).click()
    page.get_by_role("button", name=re.compile("passed: stays as it was")).wait_for()
    page.get_by_role("switch", name="Again at each save").check()
    file.write_text(_MOD.replace("height = 40", "height = 40, rounds = 3"))
    failed.click()
    page.get_by_role("button", name="Accept snapshot", exact=True).wait_for()


def play(page: Page, _: Path) -> None:
    page.get_by_text("Goal: ").wait_for()
    # Until nothing new is in sight, or somebody is.
    for _press in range(12):
        page.keyboard.press("o")
        page.wait_for_timeout(1500)
    page.keyboard.press("x")
    page.keyboard.press("Tab")
    page.get_by_label("Look", exact=True).wait_for()


def survey(page: Page, _: Path) -> None:
    page.get_by_label("Dungeons", exact=True).first.fill("400")
    page.get_by_role("button", name="Start survey").click()
    page.get_by_text(re.compile("^400 of 400|400 made")).first.wait_for(timeout=120_000)


PICTURES = (
    Picture(
        "map",
        "undercroft",
        {"generator": "undercroft.floor", "seed": 3, "floor": 3, "at": "20,14", "overlays": "rooms"},
        wait_for("steps from"),
    ),
    Picture("error", "", {}, break_mod),
    Picture("wall", "base", {"view": "wall"}, wait_for("24 in")),
    Picture("pools", "undercroft", {"view": "pools"}, wait_for("Draw 1000")),
    Picture("tests", "", {"view": "tests"}, run_tests),
    Picture("segments", "base", {"view": "segments"}, wait_for("Places for doors")),
    Picture("play", "undercroft", {"view": "play", "generator": "base", "seed": 2, "quest": "first_steps"}, play),
    Picture("survey", "base", {"view": "survey"}, survey),
)

if __name__ == "__main__":
    main()
