"""Why: where things on the page come from, and why a map cannot be made."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

from tests.helpers import KTS_SEGMENT, KTS_TILES, write_mod
from tests.studio.browser import AXE, find_violations, needs_browser, open_page
from tests.studio.running import RunningStudio

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.skipif("sys.platform == 'win32'", reason="Ctrl-C is another signal there")

SCRIPT = "<img src=x onerror=document.title=`hacked`>"
# The segment has no door on three sides, so `many` cannot be met.
CELLAR = """segment
name: <b>cellar</b>
width: 3
height: 3
data:
2 2 2
2 1 1
2 2 2
rooms:
1
0 0 5 5
end
eof
"""
ATTIC = f"""{KTS_TILES}
segments = kts.LoadSegments({{ floor, wall, home_n, home_s }}, "segments.txt")
cellar = kts.LoadSegments({{ floor, wall }}, "cellar.txt")
lamp = kts.ItemType {{ type = "held", name = "{SCRIPT}" }}
require("host.generators").register_generator {{
  id = "attic",
  options = {{ {{ id = "rooms", default = 1, choices = {{ 1, 3 }} }} }},
  generate = function(options)
    local cell = {{ type = "block" }}
    local layout = {{ width = options.rooms, height = 1, data = {{}} }}
    for i = 1, options.rooms do layout.data[i] = cell end
    kts.LayoutDungeon {{
      layout = layout, wall = wall, horiz_door = door, vert_door = door, entry_type = "none",
      segments = options.rooms == 1 and segments or cellar,
    }}
    if options.rooms == 1 then kts.PlaceItem({{ x = 2, y = 3 }}, lamp) end
  end,
}}
"""


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningStudio]:
    folder = tmp_path_factory.mktemp("mods") / "attic"
    files = {"init.lua": ATTIC, "segments.txt": KTS_SEGMENT, "cellar.txt": CELLAR}
    write_mod(folder, {"mod.toml": 'id = "attic"\nversion = "1"\n', **files})
    with RunningStudio(folder, "--mods", "critters") as running:
        yield running


def ask_why(studio: RunningStudio, path: str = "", **parameters: Any) -> Any:
    return studio.ask(f"/api/why{path}", generator="attic.attic", **parameters).data()


def line_of(text: str) -> int:
    return next(number for number, line in enumerate(ATTIC.strip().splitlines(), 1) if text in line)


def test_square_names_the_lines_that_made_it(studio: RunningStudio) -> None:
    causes = ask_why(studio, x=2, y=3)["causes"]
    placed = next(cause for cause in causes if cause["action"] == "kts.PlaceItem")
    assert placed == {
        "what": "item",
        "mod": "attic",
        "file": "attic/init.lua",
        "line": line_of("kts.PlaceItem"),
        "action": "kts.PlaceItem",
        "value": "1 × attic.lamp",
    }
    # Another square in the same worker.
    other = ask_why(studio, x=1, y=1)["causes"]
    assert "kts.PlaceItem" not in {cause["action"] for cause in other}
    assert "kts.LayoutDungeon" in {cause["action"] for cause in other}


@pytest.mark.parametrize(
    ("path", "what", "line"),
    [
        ("/item/attic.lamp", "item", "lamp ="),
        ("/field/attic.lamp.type", "field", "lamp ="),
        ("/option/rooms", "generator", "register_generator"),
    ],
)
def test_other_subjects(studio: RunningStudio, path: str, what: str, line: str) -> None:
    cause = ask_why(studio, path)["causes"][0]
    assert (cause["what"], cause["line"]) == (what, line_of(line))


def test_pools_and_segments_need_no_generator(studio: RunningStudio) -> None:
    causes = studio.ask("/api/why/pool/e.z1.f1.enemy").data()["causes"]
    assert causes[0]["value"] == "e.z1.f1.enemy, infinite"
    named = ask_why(studio, f"/segment/{quote('<b>cellar</b>', safe='')}")["causes"]
    assert (named[0]["file"], named[0]["line"]) == ("attic/cellar.txt", 1)


@pytest.mark.parametrize(
    ("path", "parameters", "message"),
    [
        ("", {"x": "-1", "y": "1"}, "must be a whole number"),
        ("", {"x": "400", "y": "1"}, "is outside of the map"),
        ("", {"x": "1", "y": "1", "seed": "x"}, "must be a whole number"),
        ("/tile/floor", {}, '"tile" cannot be explained'),
        ("/square/3", {}, "a square is two whole numbers"),
        ("/item/attic.lmp", {}, 'did you mean "attic.lamp"'),
        ("/field/attic", {}, "is no field"),
        ("/pool/~~~", {}, "~~~"),
        ("/option/" + "x" * 9000, {}, "has no option"),
        ("/item/..%2f..%2fetc%2fpasswd", {}, "nothing has the id"),
    ],
)
def test_wrong_questions_are_answered_with_sentences(
    studio: RunningStudio, path: str, parameters: dict[str, str], message: str
) -> None:
    (error,) = ask_why(studio, path, **parameters)["errors"]
    assert message in error["message"] + (error["hint"] or "")


def test_explanation_has_requirements_with_lines_and_the_half_made_map(studio: RunningStudio) -> None:
    answer = studio.ask("/api/explanation", generator="attic.attic", rooms=3).data()
    explanation = answer["explanation"]
    assert explanation["heading"].endswith("conflicting requirements")
    assert "fits" in explanation["advice"]
    lines = {(requirement["file"], requirement["line"]) for requirement in explanation["wishes"]}
    assert ("attic/init.lua", line_of("kts.LayoutDungeon")) in lines
    assert ("attic/cellar.txt", 1) in lines
    picture, marks = explanation["drawing"]["picture"], explanation["drawing"]["marks"]
    assert marks
    assert all(0 <= x < picture["width"] and 0 <= y < picture["height"] for x, y in marks)
    assert studio.ask("/api/explanation", generator="attic.attic").data() == {"explanation": None}
    (error,) = studio.ask("/api/explanation", generator="attic.attic", rooms=2).data()["errors"]
    assert "rooms" in error["message"]


class TestPage:
    """What the page shows of it."""

    pytestmark = needs_browser

    def test_chosen_square_lists_causes_and_their_lines(self, page: Page, studio: RunningStudio) -> None:
        open_page(page, studio, at="2,3")
        why = page.get_by_role("region", name="Why")
        why.get_by_text("kts.PlaceItem").wait_for()
        why.get_by_role("button", name=f"attic/init.lua:{line_of('kts.PlaceItem')}").click()
        why.locator(".marked", has_text="kts.PlaceItem").wait_for()
        assert why.get_by_role("link", name="Open in editor").get_attribute("href").startswith("vscode://file/")
        # Keys choose another square, which is asked about in turn.
        page.get_by_label("Map", exact=True).focus()
        page.keyboard.press("ArrowUp")
        why.get_by_text("kts.PlaceItem").wait_for(state="detached")
        why.get_by_text("kts.LayoutDungeon").first.wait_for()
        assert page.title() != "hacked"

    def test_buttons_open_the_causes_in_a_sheet(self, page: Page, studio: RunningStudio) -> None:
        page.goto(studio.url(view="data"))
        page.get_by_label("Search data").fill("attic.lamp")
        page.get_by_role("button", name="Why").click()
        sheet = page.get_by_role("dialog", name="Why item attic.lamp")
        sheet.get_by_label("Field").fill("type")
        page.keyboard.press("Enter")
        field = page.get_by_role("dialog", name="Why field attic.lamp.type")
        field.get_by_text('"held"').wait_for()
        page.keyboard.press("Escape")
        field.wait_for(state="detached")
        page.get_by_role("tab", name="Map").click()
        page.locator(".field", has_text="rooms").get_by_role("button", name="Why").click()
        option = page.get_by_role("dialog", name="Why option rooms")
        option.get_by_text(f"attic/init.lua:{line_of('register_generator')}").first.wait_for()
        if AXE.exists():
            assert find_violations(page) == []

    def test_failure_shows_requirements_and_the_half_made_map(self, page: Page, studio: RunningStudio) -> None:
        open_page(page, studio)
        page.get_by_label("rooms", exact=True).select_option("3")
        panel = page.get_by_role("status", name="Explanation")
        panel.get_by_text("conflicting requirements").wait_for()
        panel.get_by_role("button", name="attic/cellar.txt:1").click()
        panel.locator(".marked", has_text="segment").wait_for()
        page.get_by_label("Half-made map").wait_for()
        if AXE.exists():
            assert find_violations(page) == []
        page.get_by_label("rooms", exact=True).select_option("1")
        page.get_by_label("Half-made map").wait_for(state="hidden")
        panel.wait_for(state="hidden")
