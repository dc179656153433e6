"""Pages of `share`: they are stepped through in a browser, ask no server for anything, and run nothing of a mod."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from host import Host
from host.engine.replays.recording import read_recording
from host.engine.replays.shots import make_page_of_recording
from host.errors import RequestError
from host.export import share
from tests.engine.replays.cellar import cellar_maker
from tests.helpers import MakeMod, run_command
from tests.studio.browser import needs_browser, open_browser

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

pytestmark = needs_browser

# What a page would take for markup, a script, the end of one, or an entity.
RUDE = "</script><script>document.title='owned'</script><img src=x onerror=document.title='owned'>&lt;b&gt;"


@pytest.fixture(scope="module")
def phone() -> Iterator[BrowserContext]:
    with open_browser() as browser:
        yield browser.new_context(viewport={"width": 390, "height": 844})


def open_page(phone: BrowserContext, file: Path) -> tuple[Page, list[str]]:
    """Open a page; return it, and the list of what it asks for and of its errors, which grows."""
    page = phone.new_page()
    noted: list[str] = []
    own = (file.as_uri(), "data:")
    page.on("request", lambda request: None if request.url.startswith(own) else noted.append(request.url))
    page.on("console", lambda message: noted.append(message.text))
    page.on("pageerror", lambda error: noted.append(str(error)))
    page.goto(file.as_uri())
    page.wait_for_selector("body[data-ready]")
    return page, noted


def picture_of(page: Page) -> tuple[int, int, str]:
    """Return the width and the height of the map in pixels, and its picture."""
    width, height, data = page.evaluate(
        """() => {
            const map = document.getElementById("map");
            return [map.width, map.height, map.toDataURL()];
        }"""
    )
    return width, height, data


def record(*words: str | Path, file: Path) -> Path:
    result = run_command("simulate", *words, "--record", file)
    assert result.exit_code == 0, result.output
    return file


def test_a_recording_is_stepped_through_on_a_phone(phone: BrowserContext, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    file = record("base", "--set", "dungeon=tiny", "--seed", "1", "--turns", "12", file=tmp_path / "run.rec")
    result = run_command("share", file, "-o", tmp_path / "run.html")
    assert result.exit_code == 0, result.output
    page, noted = open_page(phone, tmp_path / "run.html")
    state = page.locator("#turn")
    assert state.text_content() == "turn 0 of 12"
    start = picture_of(page)
    assert start[:2] == (14 * 16, 14 * 16)
    assert page.get_by_role("button", name="Back").is_disabled()
    page.get_by_role("button", name="Last").click()
    assert state.text_content() == "turn 12 of 12"
    last = picture_of(page)
    assert last != start
    page.get_by_role("button", name="Back").click()
    page.get_by_role("button", name="Next").click()
    assert picture_of(page) == last
    page.get_by_role("button", name="First").click()
    assert picture_of(page) == start
    for turn in range(1, 13):
        page.keyboard.press("]")
        assert state.text_content() == f"turn {turn} of 12"
    assert picture_of(page) == last
    page.get_by_role("slider", name="Turn").fill("5")
    assert state.text_content() == "turn 5 of 12"
    page.get_by_role("button", name="Play").click()
    expect(state).to_have_text("turn 12 of 12")
    body = page.locator("body").inner_text()
    for text in ("base", "seed 1", "dungeon tiny", "pip install dungeon-host", "dungeon-host play base --set dungeon"):
        assert text in body
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert noted == []
    page.close()


def test_the_picture_of_a_dungeon_is_that_of_its_png(phone: BrowserContext, tmp_path: Path) -> None:
    words = ("base", "--set", "dungeon=tiny", "--seed", "7", "--light", "--theme", "cave")
    assert run_command("share", *words, "-o", tmp_path / "d.html").exit_code == 0
    assert run_command("generate", *words, "-o", tmp_path / "d.png").exit_code == 0
    page, noted = open_page(phone, tmp_path / "d.html")
    _, _, shown = picture_of(page)
    drawn = page.evaluate(
        """async (data) => {
            const image = new Image();
            image.src = data;
            await image.decode();
            const canvas = document.createElement("canvas");
            [canvas.width, canvas.height] = [image.width, image.height];
            canvas.getContext("2d").drawImage(image, 0, 0);
            return canvas.toDataURL();
        }""",
        _data_of(tmp_path / "d.png"),
    )
    assert shown == drawn
    assert page.get_by_role("button", name="Next").count() == 0
    body = page.locator("body").inner_text()
    assert "dungeon-host generate base" in body
    assert "--set dungeon=tiny" in body
    assert noted == []
    page.close()


def _data_of(file: Path) -> str:
    from base64 import b64encode

    return f"data:image/png;base64,{b64encode(file.read_bytes()).decode()}"


def test_texts_of_mods_are_text(phone: BrowserContext, make_mod: MakeMod, tmp_path: Path) -> None:
    folder = cellar_maker(make_mod)(
        ("Click.", RUDE), ("Pull the lever.", RUDE), ('name = "plate"', f'name = "{RUDE}"'), ("iron key", RUDE)
    )
    manifest = folder / "mod.toml"
    manifest.write_text(manifest.read_text().replace('version = "1.0"', 'version = "1.0"\nname = "<b>x</b>"'))
    file = record(folder, "--seed", "1", "--keys", "lj", file=tmp_path / "run.rec")
    for target, words in ((file, ()), (folder, ("--seed", "1", "--players", "1"))):
        result = run_command("share", target, *words, "-o", tmp_path / "page.html")
        assert result.exit_code == 0, result.output
        page, noted = open_page(phone, tmp_path / "page.html")
        if target is file:
            page.get_by_role("button", name="Last").click()
            assert RUDE in str(page.locator("#read").text_content())
        assert page.title() == "cellar"
        assert page.locator("img").count() == 0
        assert page.locator("script").count() == 3
        assert "./cellar" in page.locator("body").inner_text()
        assert noted == []
        page.close()


def test_a_page_allows_nothing_from_elsewhere(tmp_path: Path) -> None:
    assert run_command("share", "base", "--seed", "1", "-o", tmp_path / "d.html").exit_code == 0
    text = (tmp_path / "d.html").read_text()
    assert "default-src 'none'" in text
    assert re.findall(r"(?:https?:)?//[a-z]", text.split("<script")[0]) == []


@pytest.mark.slow
def test_a_page_has_at_most_two_megabytes(make_mod: MakeMod, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = "l.j.k.h" * 40
    file = record(cellar_maker(make_mod)(), "--seed", "1", "--keys", keys, file=tmp_path / "run.rec")
    recording = read_recording(file)
    whole = make_page_of_recording(recording)
    assert len(whole) < share.MOST_BYTES
    monkeypatch.setattr(share, "MOST_BYTES", 15_000)
    assert len(make_page_of_recording(recording)) <= 15_000


def test_an_ending_that_is_no_page_is_refused(tmp_path: Path) -> None:
    result = run_command("share", "base", "-o", tmp_path / "d.png")
    assert result.exit_code == 1
    assert "its name must end in .html" in result.output


def test_the_library_writes_the_page_of_the_command(tmp_path: Path) -> None:
    words = ("base", "--set", "dungeon=tiny", "--seed", "7", "--light", "--theme", "cave")
    assert run_command("share", *words, "-o", tmp_path / "command.html").exit_code == 0
    made = Host(mods=["base"]).generate("base", seed=7, dungeon="tiny")
    made.share(tmp_path / "library.html", light=True, theme="cave")
    assert (tmp_path / "library.html").read_bytes() == (tmp_path / "command.html").read_bytes()
    with pytest.raises(RequestError, match=r"its name must end in \.html"):
        made.share(tmp_path / "d.png")
    with pytest.raises(RequestError, match="nowhere"):
        made.share(tmp_path / "nowhere" / "d.html")
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["command.html", "library.html"]
