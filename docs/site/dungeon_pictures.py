"""Pictures that are drawn while the site is built.

They show each dungeon that a command of a page generates, each segment file of a page, and each generator of the host.
"""

from __future__ import annotations

import contextlib
import re
import shlex
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from click.testing import CliRunner

from host.cli.main import cli
from host.dialects.kts.functions.segments import read_tile_table, show_tile_table
from host.engine.engine import Engine
from host.export.pictures import image
from host.generate.plans.recipes import RECIPES
from host.model.game_map import GameMap
from host.model.request import Request
from host.model.segment_file import parse_segments
from host.model.tile_set import EMPTY
from host.render.style import PictureStyle

_FENCE = re.compile(r"^```(?P<language>\w+)[ ]*(?P<file>\S*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_PIXELS = 12
# The folder below the site's source that holds pictures, which are not in git.
FOLDER = Path("docs", "pictures", "made")


def draw_toolbox(folder: Path) -> None:
    """Draw a map of each of the host's own generators into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    host = Engine([], output=lambda _: None)
    for name in RECIPES:
        small = {"width": 61, "height": 31} if {"width", "height"} <= _options(host, name) else {}
        drawn = host.generate(Request(name, seed=3, options=small))
        (folder / f"{name}.svg").write_bytes(image(drawn, "svg", PictureStyle(tile_size=_PIXELS)))


def _options(host: Engine, generator: str) -> set[str]:
    return {option.id for known in host.generators() if known.id == generator for option in known.options}


def add_pictures(page: str, root: Path, document: str) -> str:
    """A page of Markdown with a picture after each block that generates a dungeon or shows segments."""
    if "dungeon-host generate" not in page and "\nsegment\n" not in page:
        return page
    (root / FOLDER).mkdir(parents=True, exist_ok=True)
    stem = document.replace("/", "-")
    up = "../" * document.count("/")
    pictures = 0

    def with_pictures(match: re.Match[str]) -> str:
        nonlocal pictures
        text = match[0]
        for caption, picture in _pictures_of(match["language"], match["file"], match["text"]):
            pictures += 1
            name = f"{stem}-{pictures}.svg"
            (root / FOLDER / name).write_bytes(picture)
            text += f"\n\n![{caption}]({up}{(FOLDER / name).as_posix()})"
        return text

    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for block in _FENCE.finditer(page):
            if block["file"]:
                Path(block["file"]).parent.mkdir(parents=True, exist_ok=True)
                Path(block["file"]).write_text(block["text"], "utf-8")
        return _FENCE.sub(with_pictures, page)


def _pictures_of(language: str, file: str, text: str) -> Iterator[tuple[str, bytes]]:
    """(caption, SVG) of each picture that goes with a block."""
    if language == "sh":
        for line in text.splitlines():
            words = shlex.split(line, comments=True)
            if words[:2] == ["dungeon-host", "new"]:
                # Later commands generate from the mod that this one writes.
                _run(words[1:])
            elif words[:2] == ["dungeon-host", "generate"] and not _makes_many(words):
                yield shlex.join(words), _generate(words[1:])
    elif text.startswith("segment\n"):
        yield f"The segments of {file}", _draw_segments(Path(file))


def _makes_many(words: list[str]) -> bool:
    """Return whether a generate command makes several maps, or text for programs."""
    return bool({"--format", "--seeds"} & {*words}) or any(word.endswith(".world") for word in words)


def _generate(words: list[str]) -> bytes:
    """Run a generate command, with a picture for its output."""
    with tempfile.TemporaryDirectory() as folder:
        picture = Path(folder, "map.svg")
        for option in ("-o", "--tile-size"):
            if option in words:
                at = words.index(option)
                words = words[:at] + words[at + 2 :]
        _run([*words, "-o", str(picture), "--tile-size", str(_PIXELS)])
        return picture.read_bytes()


def _run(words: list[str]) -> None:
    result = CliRunner().invoke(cli, words)
    if result.exit_code:
        raise RuntimeError(f"dungeon-host {shlex.join(words)}: {result.output}")


def _draw_segments(file: Path) -> bytes:
    """The segments of a file, side by side, with the tiles of the file's mod, or else those of base."""
    numbers, tiles = _tile_numbers(file.parts[0])
    segments = parse_segments(file.read_text("utf-8"), file.name)
    height = max(segment.height for segment in segments)
    width = sum(segment.width + 1 for segment in segments) - 1
    sheet = GameMap(width, height, tiles.tileset, tiles.registry)
    left = 0
    for segment in segments:
        # A number without a meaning is a square without tiles.
        stacks = [tiles.stacks[0, numbers.index(n)] if n in numbers else EMPTY for n in segment.layers[-1]]
        area = np.s_[: segment.height, left : left + segment.width]
        sheet.stacks[area] = np.reshape(stacks, (segment.height, segment.width))
        left += segment.width + 1
    return image(sheet, "svg", PictureStyle(tile_size=2 * _PIXELS))


def _tile_numbers(mod: str) -> tuple[list[int], GameMap]:
    engine = Engine([Path(mod), "base"], output=lambda _: None)
    table = read_tile_table(engine.lua, mod) or read_tile_table(engine.lua, "base")
    if table is None:
        raise RuntimeError("base has no tile table")
    return table.numbers, show_tile_table(engine.session, table)
