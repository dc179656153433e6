"""A page that shows a dungeon, or the turns of a game: one file, which asks no server for anything.

All texts of mods are text there. The squares of all turns are cut from the pictures that `render` draws: those that
look alike are one tile of a sheet, and each turn has the squares that change.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from host.errors import RequestError, shorten
from host.export.films import Shot
from host.metrics.walkability import Mask
from host.render.formats import DEFAULT_SIZE, LEAST_SIZE
from host.render.markup import to_markup
from host.render.png import draw_pixels, write_pixels
from host.render.scene import draw_scene
from host.render.style import PLAIN_STYLE, PictureStyle

# Ending of its name.
PAGE = ".html"
# Bytes of a page; turns that one shows at most: of a longer game each second or third one, and the last.
MOST_BYTES, MOST_TURNS = 2_000_000, 2000
# Tiles in a row of the sheet, and letters of a message.
_COLUMNS, _MOST_LETTERS = 32, 300
_PARTS = Path(__file__).parent / "page"


class About(NamedTuple):
    """What a page says of a dungeon or a game. Texts may come from mods."""

    title: str
    # Lines below the title: the seed, options.
    lines: Sequence[str]
    # Id, version and hash of each mod.
    mods: Sequence[Sequence[str]]
    # Command lines that show the same, each after what it does.
    commands: Sequence[tuple[str, str]]


class SharedTurn(NamedTuple):
    """A turn on a page."""

    shot: Shot
    # Squares that are remembered and not seen, (height, width); None for a map that is seen whole.
    dim: Mask | None = None


def check_page(path: Path) -> None:
    """Raise RequestError for the name of a file that is no page."""
    if path.suffix.lower() != PAGE:
        raise RequestError(f'"{path}" is to be a page: its name must end in {PAGE}')


def write_page(turns: Sequence[SharedTurn], about: About, style: PictureStyle = PLAIN_STYLE) -> bytes:
    """Return a page of turns, at least one. Raises RequestError for a map that is too large.

    Of the style, the light and the theme count.
    """
    step = -(-len(turns) // MOST_TURNS)
    size = DEFAULT_SIZE
    while True:
        shown = [*turns[:-1:step], turns[-1]]
        page = _page(*_pack(shown, replace(style, tile_size=size)), about)
        if len(page) <= MOST_BYTES:
            return page
        # Smaller squares before fewer turns, and fewer turns before unreadable squares.
        if size > DEFAULT_SIZE // 2:
            size //= 2
        elif step < len(turns) - 1:
            step *= 2
        elif size > LEAST_SIZE:
            size //= 2
        else:
            raise RequestError(f"the page would have {len(page)} bytes: must be at most {MOST_BYTES}")


def _pack(turns: Sequence[SharedTurn], style: PictureStyle) -> tuple[bytes, bytes]:
    """Return the data of a page, packed, and the picture of all tiles."""
    size, last = style.tile_size, turns[-1].shot.turn
    # The pixels of a tile -> its number.
    numbers: dict[bytes, int] = {}
    before: npt.NDArray[np.uint8] | None = None
    dim_before: Mask | None = None
    extent = (0, 0)
    rows: list[dict[str, Any]] = []
    for shot, dim in turns:
        pixels = draw_pixels(draw_scene(shot.map, style))
        height, width = shot.map.height, shot.map.width
        squares = np.ascontiguousarray(
            pixels[: height * size, : width * size].reshape(height, size, width, size, 3).swapaxes(1, 2)
        ).reshape(height * width, -1)
        is_dim = np.zeros(height * width, dtype=np.bool_) if dim is None else dim.reshape(-1)
        row: dict[str, Any] = {"turn": shot.turn, "line": _shown(shot.line), "read": [*map(_shown, shot.messages)]}
        if before is None or extent != (width, height) or dim_before is None:
            row["size"] = extent = width, height
            changed, toggled = np.arange(height * width), np.flatnonzero(is_dim)
        else:
            changed = np.flatnonzero((squares != before).any(axis=1))
            toggled = np.flatnonzero(is_dim != dim_before)
        row["squares"] = [
            number
            for square in changed.tolist()
            for number in (square, numbers.setdefault(squares[square].tobytes(), len(numbers)))
        ]
        row["dim"] = toggled.tolist()
        before, dim_before = squares, is_dim
        rows.append(row)
    sheet = np.zeros((-(-len(numbers) // _COLUMNS), size, _COLUMNS, size, 3), dtype=np.uint8)
    for tile, number in numbers.items():
        sheet[number // _COLUMNS, :, number % _COLUMNS] = np.frombuffer(tile, dtype=np.uint8).reshape(size, size, 3)
    data = {"size": size, "columns": _COLUMNS, "turns": rows, "last": last}
    pixels = sheet.reshape(sheet.shape[0] * size, _COLUMNS * size, 3)
    return zlib.compress(json.dumps(data, separators=(",", ":")).encode(), 9), write_pixels(pixels)


def _shown(text: str) -> str:
    return shorten(text, _MOST_LETTERS)


def _page(data: bytes, tiles: bytes, about: About) -> bytes:
    style, script = ((_PARTS / name).read_text(encoding="utf-8") for name in ("share.css", "share.js"))
    rules = (
        "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; "
        f"style-src '{_hash(style)}'; script-src '{_hash(script)}'"
    )
    lines = "".join(f"<p>{to_markup(line)}</p>\n" for line in about.lines)
    mods = "".join(
        f"<li>{to_markup(mod)} {to_markup(version)} <small>{to_markup(digest)}</small></li>\n"
        for mod, version, digest in about.mods
    )
    commands = "".join(f"<p>{to_markup(what)}</p>\n<pre>{to_markup(line)}</pre>\n" for what, line in about.commands)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{rules}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>{to_markup(about.title)}</title>
<style>{style}</style>
</head>
<body>
<h1>{to_markup(about.title)}</h1>
{lines}<div id="view"><canvas id="map" role="img" aria-label="Map" width="1" height="1"></canvas></div>
<div id="steps" hidden>
<input id="slider" type="range" min="0" max="0" value="0" aria-label="Turn">
<button id="first">First</button>
<button id="back">Back</button>
<button id="play">Play</button>
<button id="next">Next</button>
<button id="last">Last</button>
</div>
<p><button id="large" aria-pressed="false">Larger</button></p>
<div id="state" hidden>
<p><strong id="turn" role="status"></strong> <span id="line"></span></p>
<div id="read"></div>
</div>
<h2>Mods</h2>
<ul>
{mods}</ul>
<h2>How to get it</h2>
{commands}<noscript><p>The map is drawn by a script, which this browser does not run.</p></noscript>
<script type="text/plain" id="tiles">{b64encode(tiles).decode()}</script>
<script type="text/plain" id="data">{b64encode(data).decode()}</script>
<script>{script}</script>
</body>
</html>
""".encode()


def _hash(text: str) -> str:
    """Return what allows a script or a style in the rules of a page."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
