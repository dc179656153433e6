"""Pages of dungeons: `dungeon-host generate --seeds A..B -o site`, and `Host.save_gallery`."""

from __future__ import annotations

import io
import re
import shlex
from html.parser import HTMLParser
from pathlib import Path

import pytest
from PIL import Image

from host import Host, HostError
from tests.helpers import MakeMod, run_command

CAVE = """
    require("host.generators").register_generator {
      id = "hall",
      generate = function()
        if math.random(4) == 1 then error("a bad day") end
        return require("host.toolbox").caves({ width = 20, height = 9 }):map()
      end,
    }
"""
HOSTILE = '<script>a(1)</script><img src=x onerror=a()>" --></code>'
HOSTILE_MOD = f"""
    require("host.generators").register_room_kind {{ name = [=[{HOSTILE}]=], furniture = {{}} }}
    require("host.generators").register_generator {{
      id = "hall",
      options = {{ {{ id = "word", default = "a", choices = {{ "a", [=[{HOSTILE}]=] }} }} }},
      generate = function()
        return require("host.toolbox").caves({{ width = 20, height = 9 }}):map()
      end,
    }}
"""


class Page(HTMLParser):
    """The tags of a page, the attributes of its pictures, and the texts of its commands."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.pictures: list[dict[str, str | None]] = []
        self.commands: list[str] = []
        self.text = ""
        self._in_code = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        if tag == "img":
            self.pictures.append(dict(attrs))
        if tag == "code":
            self.commands.append("")
            self._in_code = True

    def handle_endtag(self, tag: str) -> None:
        self._in_code &= tag != "code"

    def handle_data(self, data: str) -> None:
        self.text += data
        if self._in_code:
            self.commands[-1] += data


def page_of(folder: Path) -> Page:
    return Page((folder / "index.html").read_text("utf-8"))


def test_each_picture_has_a_text_and_the_command_that_makes_it(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "site"
    words = ("--set", "width=30", "--set", "height=20", "--set", "rooms=3", "--theme", "garden", "--tile-size", "8")
    result = run_command("generate", "rooms", *words, "--seeds", "3..5", "-o", f"{folder}/")
    assert result.exit_code == 0, result.output
    assert "--seeds 3..5" in result.stdout.splitlines()[-1]
    page = page_of(folder)
    assert sorted(path.name for path in folder.iterdir()) == ["3.png", "4.png", "5.png", "index.html"]
    assert [picture["src"] for picture in page.pictures] == ["3.png", "4.png", "5.png"]
    assert [picture["alt"] for picture in page.pictures] == ["rooms, seed 3", "rooms, seed 4", "rooms, seed 5"]
    assert page.text.count("3 rooms") == 3
    command = page.commands[1]
    assert "\n" not in command
    assert "--seed 4" in command
    # The command draws the picture above it.
    again = tmp_path / "again.png"
    assert run_command(*shlex.split(command)[1:-1], again).exit_code == 0
    assert again.read_bytes() == (folder / "4.png").read_bytes()


def test_svg_and_overlays_are_for_pages_too(tmp_path: Path) -> None:
    words = ("--set", "width=20", "--set", "height=12", "--format", "svg", "--overlay", "distance")
    assert run_command("generate", "caves", *words, "--seeds", "1..2", "-o", tmp_path / "s").exit_code == 0
    assert sorted(path.name for path in (tmp_path / "s").iterdir()) == ["1.svg", "2.svg", "index.html"]


def test_texts_of_mods_are_no_markup(make_mod: MakeMod, tmp_path: Path) -> None:
    mod = make_mod("m", HOSTILE_MOD)
    result = run_command("generate", mod, "--set", f"word={HOSTILE}", "--seeds", "1..2", "-o", tmp_path / "site")
    assert result.exit_code == 0, result.output
    page = page_of(tmp_path / "site")
    assert "script" not in page.tags
    assert len(page.pictures) == 2
    assert not any("onerror" in picture for picture in page.pictures)
    assert page.text.count(HOSTILE) == 2
    assert all("--seed" in command and "<script>" in command for command in page.commands)
    assert "script-src 'none'" in (tmp_path / "site" / "index.html").read_text()
    rooms = ("--mods", mod, "--seeds", "1..2", "-o", tmp_path / "rooms")
    assert run_command("generate", "rooms", *rooms).exit_code == 0
    page = page_of(tmp_path / "rooms")
    assert HOSTILE in page.text
    assert "script" not in page.tags


def test_a_page_is_written_whole_or_not_at_all(make_mod: MakeMod, tmp_path: Path) -> None:
    mod, folder = make_mod("m", CAVE), tmp_path / "site"
    result = run_command("generate", mod, "--seeds", "1..20", "-o", folder)
    assert result.exit_code == 1
    assert re.search(r"m/init.lua:4: seed \d+: a bad day; no page was written", result.stderr)
    assert not folder.exists()
    # A page of before stays as it was.
    folder.mkdir()
    (folder / "index.html").write_text("before")
    assert run_command("generate", mod, "--seeds", "1..20", "-o", folder).exit_code == 1
    assert [path.read_text() for path in folder.iterdir()] == ["before"]


def test_commands_of_a_page_name_mods_as_a_visitor_has_them(make_mod: MakeMod, tmp_path: Path) -> None:
    mod = make_mod("m", CAVE.replace("if math", "if false and math"))
    assert run_command("generate", mod, "--seeds", "1..2", "-o", tmp_path / "site").exit_code == 0
    assert page_of(tmp_path / "site").commands[0] == "dungeon-host generate m.hall --mods ./m --seed 1 -o 1.png"
    Host([mod], output=lambda _: None).save_gallery(tmp_path / "b", "m.hall", seeds=range(1, 2))
    assert page_of(tmp_path / "b").commands == ["dungeon-host generate m.hall --mods ./m --seed 1"]


def test_pictures_of_an_earlier_page_are_named(tmp_path: Path) -> None:
    words = ("generate", "caves", "--set", "width=20", "--set", "height=9", "-o", tmp_path / "site")
    assert "earlier page" not in run_command(*words, "--seeds", "1..3").output
    result = run_command(*words, "--seeds", "1..2")
    assert "of an earlier page: 3.png" in result.stdout
    assert (tmp_path / "site" / "3.png").is_file()


def test_a_page_needs_a_folder_not_a_file(tmp_path: Path) -> None:
    (tmp_path / "site").write_text("mine")
    for option in ("--seeds=1..2", "--count=2"):
        result = run_command("generate", "caves", option, "-o", tmp_path / "site")
        assert result.exit_code == 1
        assert f'-o is "{tmp_path / "site"}", which is a file: must name a folder' in result.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--seeds", "1..2"), "--seeds writes a file for each dungeon: -o must name a folder, such as -o site"),
        (("--seeds", "1..2", "-o", "a.png"), "-o must name a folder"),
        (("--seeds", "1..100000", "-o", "a"), "a gallery of 100000 seeds is too large: must be at most 400"),
        (("--seeds", "5..1", "-o", "a"), "the first seed must not be above the last"),
        (("--seeds", "1-4", "-o", "a"), "'1-4' is not a range of seeds, such as 1..24"),
        (("--seeds", "1..2", "--seed", "3", "-o", "a"), "--seeds says which seeds: leave out --seed and --count"),
        (("--seeds", "1..2", "--count", "3", "-o", "a"), "--seeds says which seeds: leave out --seed and --count"),
        (("--seeds", "1..2", "--watch", "-o", "a"), "--watch shows one dungeon: leave out --seeds"),
        (("--seeds", "1..2", "--events", "-o", "a"), "--events is about one dungeon: leave out"),
        (("--seeds", "1..2", "--format", "json", "-o", "a"), "a gallery has pictures, and the format is json"),
    ],
)
def test_wrong_options_of_pages_are_refused(words: tuple[str, ...], message: str, tmp_path: Path) -> None:
    words = tuple(str(tmp_path / word) if word == "a" else word for word in words)
    result = run_command("generate", "caves", "--set", "width=20", "--set", "height=9", *words)
    assert result.exit_code != 0
    assert message in result.stderr
    assert not (tmp_path / "a").exists()


def test_programs_write_the_same_page(tmp_path: Path) -> None:
    host = Host([], output=lambda _: None)
    host.save_gallery(tmp_path / "a", "caves", seeds=range(1, 3), width=20, height=9, style={"theme": "ice"})
    page = page_of(tmp_path / "a")
    assert page.commands[0] == "dungeon-host generate caves --set width=20 --set height=9 --seed 1"
    assert Image.open(io.BytesIO((tmp_path / "a" / "2.png").read_bytes())).size == (320, 144)
    with pytest.raises(HostError, match="a gallery needs a seed"):
        host.save_gallery(tmp_path / "b", "caves", seeds=range(0))
