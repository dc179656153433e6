"""The segments editor in a real browser: painting, saving, and what happens when the file changes meanwhile."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.studio.browser import AXE, find_violations, needs_browser
from tests.studio.running import RunningStudio
from tests.studio.test_segments import FILE, ROOMS, SCRIPT, write_inn

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = needs_browser


@pytest.fixture(scope="module")
def mod(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_inn(tmp_path_factory.mktemp("mods") / "inn")


@pytest.fixture(scope="module")
def studio(mod: Path) -> Iterator[RunningStudio]:
    with RunningStudio(mod, "--mods", "undercroft") as running:
        yield running


@pytest.fixture
def rooms(mod: Path) -> Iterator[Path]:
    path = mod / "segments" / "rooms.txt"
    path.write_bytes(ROOMS.encode())
    yield path
    path.write_bytes(ROOMS.encode())


@pytest.fixture
def editor(page: Page, studio: RunningStudio, rooms: Path) -> Page:
    """Open the editor with the file of the mod."""
    assert rooms.exists()
    page.goto(studio.url(view="segments"))
    page.get_by_text("Places for doors").wait_for()
    return page


def canvas_of(page: Page) -> Locator:
    return page.get_by_label("Segment", exact=True)


def press(page: Page, *keys: str) -> None:
    canvas_of(page).focus()
    for key in keys:
        page.keyboard.press(key)


def wait_for_file(page: Page, path: Path, text: str) -> None:
    page.get_by_text("Saved.", exact=True).wait_for()
    assert path.read_text() == text


def choose_tile(page: Page, name: str) -> None:
    page.get_by_role("radio", name=name, exact=True).click()


def square_center(page: Page, x: int, y: int) -> tuple[float, float]:
    """Return where a square of the first segment (5 × 4, and a border) is on the screen when it is shown whole."""
    box = canvas_of(page).bounding_box()
    assert box
    margin = 0.91 if min(box["width"], box["height"]) > 500 else 1
    pixels = min(64, int(min(box["width"] * margin / 7, box["height"] * margin / 6)))
    left = round((box["width"] - 7 * pixels) / 2)
    top = round((box["height"] - 6 * pixels) / 2)
    return box["x"] + left + (x + 1.5) * pixels, box["y"] + top + (y + 1.5) * pixels


def drag(page: Page, start: tuple[int, int], *squares: tuple[int, int]) -> None:
    page.mouse.move(*square_center(page, *start))
    page.mouse.down()
    for square in squares:
        page.mouse.move(*square_center(page, *square))
    page.mouse.up()


def test_keys_paint_undo_and_save_byte_for_byte(editor: Page, studio: RunningStudio, rooms: Path) -> None:
    assert editor.get_by_role("radio", name="bar 5 × 4").get_attribute("aria-checked") == "true"
    choose_tile(editor, "1 wall")
    press(editor, "ArrowRight", "Space")
    editor.get_by_text("1, 0: 1 wall").wait_for()
    editor.get_by_text("Not saved.").wait_for()
    press(editor, "ArrowDown", "Enter", "Control+z")
    editor.get_by_text(f"1, 1: 2 {SCRIPT}").wait_for()
    version = studio.ask("/api/state").data()["version"]
    press(editor, "Control+s")
    wait_for_file(editor, rooms, ROOMS.replace("   2   2   3", "   2   1   3"))
    # The mods are loaded again by themselves, so that the map is made of the new segment.
    editor.get_by_role("tab", name="Map", exact=True).click()
    editor.wait_for_function(
        "before => Number(document.querySelector('canvas[aria-label=Map]').dataset.version) > before", arg=version
    )
    tiles = [tile["name"] for tile in studio.make("inn")["tiles"]]
    assert "wall" in tiles
    editor.get_by_role("tab", name="Segments").click()
    # Undo goes back to what was before the save, and redo to what was saved.
    press(editor, "Control+z")
    editor.get_by_text("Not saved.").wait_for()
    press(editor, "Control+Shift+Z")
    editor.get_by_role("button", name="Save").and_(editor.locator(":disabled")).wait_for()
    press(editor, "Control+z", "Control+s")
    wait_for_file(editor, rooms, ROOMS)


def test_tools_paint_with_the_pointer(editor: Page, rooms: Path) -> None:
    choose_tile(editor, "1 wall")
    drag(editor, (0, 1), (2, 1), (4, 1))
    editor.get_by_role("button", name="Rectangle").click()
    choose_tile(editor, f"5 coin × 3, {SCRIPT}")
    drag(editor, (3, 2), (4, 3))
    editor.get_by_role("button", name="Pick").click()
    editor.mouse.click(*square_center(editor, 2, 2))
    editor.get_by_text(f"6 rat, {SCRIPT}").first.wait_for()
    editor.get_by_role("button", name="Fill").click()
    editor.mouse.click(*square_center(editor, 0, 3))
    press(editor, "Control+s")
    painted = "   2   2   3   2   2\n   1   1   1   1   1\n   6   5   6   5   5\n   6   6   6   5   5\n"
    wait_for_file(
        editor, rooms, re.sub(r"   2   2   3.*?\nswitches", f"{painted}switches", ROOMS, count=1, flags=re.DOTALL)
    )
    for _ in range(3):
        editor.get_by_role("button", name="Undo").click()
    editor.get_by_role("button", name="Save").click()
    wait_for_file(editor, rooms, ROOMS)


def test_rooms_are_drawn_moved_and_typed(editor: Page, rooms: Path) -> None:
    press(editor, "m")
    # The first room is chosen by its inside, and dragged by its side; then it is typed; a second one is drawn by keys.
    drag(editor, (5, 1), (2, 1))
    assert editor.get_by_label("Room 1 width").input_value() == "4"
    editor.get_by_label("Room 1 height").fill("5")
    editor.keyboard.press("Tab")
    press(
        editor,
        "Escape",
        *["ArrowRight"] * 1,
        *["ArrowUp"] * 9,
        "Space",
        *["ArrowRight"] * 9,
        *["ArrowDown"] * 9,
        "Space",
    )
    assert editor.get_by_label("Room 2 width").input_value() == "3"
    press(editor, "Control+s")
    wait_for_file(editor, rooms, ROOMS.replace("  1\n   0  0  7  6", "  2\n   0  0  4  5\n   4  0  3  6"))
    editor.get_by_role("button", name="Delete room 2").click()
    press(editor, "Control+z", "Control+z", "Control+z", "Control+z", "Control+s")
    wait_for_file(editor, rooms, ROOMS)


def test_preview_hatches_floor_that_cannot_be_reached(editor: Page) -> None:
    facts = editor.get_by_role("region", name="Doors and reachability")
    assert "north\n4" in facts.inner_text()
    choose_tile(editor, "1 wall")
    drag(editor, (1, 0), (1, 0))
    drag(editor, (0, 1), (0, 1))
    drag(editor, (2, 1), (2, 1))
    drag(editor, (1, 2), (1, 2))
    facts.get_by_text("the floor at (1, 1) cannot be reached").wait_for()
    assert "north\n3" in facts.inner_text()


def test_segments_turn_grow_and_get_names(editor: Page, rooms: Path) -> None:
    editor.get_by_label("Name", exact=True).fill("tap room")
    editor.keyboard.press("Enter")
    editor.get_by_role("radio", name="tap room 5 × 4").wait_for()
    press(editor, "t")
    editor.get_by_role("radio", name="tap room 4 × 5").wait_for()
    editor.get_by_label("Width", exact=True).fill("6")
    editor.get_by_role("button", name="Resize").click()
    editor.get_by_role("radio", name="tap room 6 × 5").wait_for()
    editor.get_by_role("button", name="New segment").click()
    editor.get_by_role("radio", name="unnamed 6 × 5").wait_for()
    editor.get_by_role("button", name="Duplicate").click()
    assert editor.get_by_role("radio", name="unnamed 6 × 5").count() == 2
    editor.get_by_role("button", name="Delete", exact=True).click()
    press(editor, "Control+s")
    editor.get_by_text("Saved.", exact=True).wait_for()
    text = rooms.read_text()
    assert "segment\nname: tap room\nwidth: 6\nheight: 5\n" in text
    assert text.count("\nend\n") == 3
    assert text.startswith("# Rooms of the inn.\n\n# The bar.\n")
    assert text.endswith("eof\nThis stays, too.\n")


def test_layers_are_added_and_removed(editor: Page, studio: RunningStudio, rooms: Path) -> None:
    add = editor.get_by_role("button", name="Add layer")
    remove = editor.get_by_role("button", name="Remove layer")
    layer = editor.get_by_label("Layer", exact=True)
    chosen = layer.locator("option:checked")
    assert remove.is_disabled()
    choose_tile(editor, "1 wall")
    add.click()
    editor.get_by_text("0, 0: 0").wait_for()
    assert chosen.inner_text() == "Layer 2"
    press(editor, "Space")
    layer.select_option("Layer 1")
    add.click()
    assert chosen.inner_text() == "Layer 2"
    assert layer.locator("option").count() == 3
    # What is undone and made again is a layer, with its tiles.
    press(editor, "Control+z", "Control+z", "Control+z")
    assert layer.is_hidden()
    press(editor, "Control+Shift+Z", "Control+Shift+Z", "Control+Shift+Z", "Control+s")
    empty = "data:\n" + "   0   0   0   0   0\n" * 4
    walled = empty.replace("   0", "   1", 1)
    both = ROOMS.replace("switches:", f"{empty}{walled}switches:")
    wait_for_file(editor, rooms, both)
    # The file loads again, and the page shows its layers.
    segment = studio.ask("/api/segments/file", file=FILE).data()["segments"][0]
    assert [sum(numbers) for numbers in segment["layers"][1:]] == [0, 1]
    editor.reload()
    layer.select_option("Layer 2")
    remove.click()
    assert chosen.inner_text() == "Layer 1"
    press(editor, "Control+s")
    wait_for_file(editor, rooms, ROOMS.replace("switches:", f"{walled}switches:"))
    remove.click()
    editor.get_by_text("0, 0: 1 wall").wait_for()
    assert remove.is_disabled()
    press(editor, "Control+z")
    layer.select_option("Layer 2")
    remove.click()
    press(editor, "Control+s")
    wait_for_file(editor, rooms, ROOMS)


def test_edits_survive_a_reload_and_a_conflict(editor: Page, studio: RunningStudio, rooms: Path) -> None:
    choose_tile(editor, "1 wall")
    press(editor, "Space")
    editor.get_by_text("Not saved.").wait_for()
    editor.reload()
    editor.get_by_text("Edits that were not saved are back.").wait_for()
    editor.get_by_text("0, 0: 1 wall").wait_for()

    rooms.write_text(ROOMS.replace("name: bar", "name: theirs"))
    alert = editor.get_by_role("alert").filter(has_text="has changed on the disk")
    alert.wait_for()
    press(editor, "Control+s")
    editor.get_by_text("choose first").wait_for()
    assert "theirs" in rooms.read_text()
    alert.get_by_role("button", name="Compare").click()
    editor.locator(".line.file", has_text="name: theirs").wait_for()
    editor.locator(".line.mine", has_text="1  2  3  2  2").wait_for()
    editor.keyboard.press("Escape")
    alert.get_by_role("button", name="Keep mine").click()
    press(editor, "Control+s")
    wait_for_file(editor, rooms, ROOMS.replace("   2   2   3", "   1   2   3"))

    press(editor, "ArrowRight", "Space")
    rooms.write_text(ROOMS.replace("name: bar", "name: theirs"))
    alert.get_by_role("button", name="Take the file's").click()
    editor.get_by_role("radio", name="theirs 5 × 4").wait_for()
    # Without edits the file is simply read again, also after it was broken.
    rooms.write_text(ROOMS.replace("height: 4", "hieght: 4"))
    editor.get_by_role("alert").filter(has_text="hieght").wait_for()
    rooms.write_text(ROOMS)
    editor.get_by_role("radio", name="bar 5 × 4").wait_for()


def test_new_file_and_bundled_files(editor: Page, mod: Path) -> None:
    editor.get_by_role("button", name="New file").click()
    editor.get_by_label("Name of the new file").fill("vault")
    editor.keyboard.press("Enter")
    editor.get_by_role("radio", name="unnamed 12 × 12").wait_for()
    press(editor, "Control+s")
    editor.get_by_text("Saved.", exact=True).wait_for()
    try:
        assert (mod / "vault.txt").read_text().startswith("segment\nwidth: 12\n")
    finally:
        (mod / "vault.txt").unlink()
    editor.get_by_label("Segment file").select_option("base/segments/standard_halls.txt")
    editor.get_by_text("Read-only: the file belongs").wait_for()
    # A long path loses its folders, and not the name of the file.
    option = editor.get_by_label("Segment file").locator("option:checked")
    assert option.inner_text() == "…standard_halls.txt"
    assert option.get_attribute("title") == "base/segments/standard_halls.txt"
    editor.get_by_text(re.compile("stone wall")).first.wait_for()
    press(editor, "Space")
    assert editor.get_by_role("button", name="Undo").is_disabled()
    editor.get_by_label("Segment file").select_option(FILE)
    editor.get_by_role("radio", name="bar 5 × 4").wait_for()


def test_names_of_mods_are_text(editor: Page) -> None:
    editor.get_by_role("radio", name=f"{SCRIPT} 3 × 2").click()
    # A number that no tile has is shown as it is.
    press(editor, "ArrowDown", "ArrowLeft", "ArrowLeft")
    editor.get_by_text("9223372036854775807").first.wait_for()
    assert editor.title() != "hacked"
    assert editor.locator("img[src=x]").count() == 0


@pytest.mark.skipif(not AXE.exists(), reason="no axe-core: `make lint` installs it where npm is")
@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_editor_is_accessible(editor: Page, scheme: Any) -> None:
    editor.emulate_media(color_scheme=scheme)
    press(editor, "m", "Space")
    editor.get_by_text("Room 1 x").or_(editor.get_by_label("Room 1 x")).first.wait_for()
    assert find_violations(editor) == []


def test_a_map_from_elsewhere_is_imported(editor: Page, mod: Path, tmp_path: Path) -> None:
    (tmp_path / "vault.txt").write_text("; Vault\n###\n#.#\n###\n")
    (tmp_path / "glyphs.toml").write_text('"#" = 1\n"." = 2\n')
    editor.get_by_role("button", name="New file").click()
    editor.get_by_label("Map that was drawn elsewhere").set_input_files(
        [tmp_path / "glyphs.toml", tmp_path / "vault.txt"]
    )
    editor.get_by_label("Name of the new file").fill("segments/vault")
    editor.get_by_role("button", name="Create").click()
    editor.get_by_role("radio", name="Vault").wait_for()
    path = mod / "segments" / "vault.txt"
    assert not path.exists()
    editor.keyboard.press("Control+s")
    editor.get_by_text("Saved.", exact=True).wait_for()
    assert "name: Vault" in path.read_text()
    path.unlink()


def test_a_map_that_cannot_be_imported_says_why(editor: Page, tmp_path: Path) -> None:
    (tmp_path / "vault.ldtk").write_text("{}")
    editor.get_by_role("button", name="New file").click()
    editor.get_by_label("Map that was drawn elsewhere").set_input_files(tmp_path / "vault.ldtk")
    editor.get_by_role("button", name="Create").click()
    editor.get_by_text("this is not a project of LDtk").wait_for()
