"""Films of games: moving pictures (.gif, .webp), and recordings of a terminal (.cast)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from host.errors import RequestError, listing, shorten, visible
from host.errors.spelling import did_you_mean
from host.model.game_map import GameMap
from host.render.formats import DEFAULT_SIZE, LEAST_SIZE
from host.render.glyphs import Subject
from host.render.png import draw_pixels, pillow
from host.render.scene import draw_scene
from host.render.style import PictureStyle
from host.render.text import Style, TextPicture

GIF, WEBP, CAST = FORMATS = (".gif", ".webp", ".cast")
# Turns that a film shows at most: of a longer game each second or third one, and the last.
MOST_SHOTS = {GIF: 400, WEBP: 400, CAST: 5000}
# Pixels of the longer side of a picture, and of all pictures of a film.
MOST_SIDE, MOST_PIXELS = 1280, 250_000_000
# Milliseconds of a turn, and of the last one.
_TURN, _LAST = 150, 2000
# Columns of the widest map that has two for each square; lines of messages below the map, and columns of text.
_WIDEST, _LINES, _COLUMNS = 100, 4, 80

Pixels = npt.NDArray[np.uint8]


class Shot(NamedTuple):
    """A turn of a game: what is known of its map, a line about it, and what was read."""

    turn: int
    map: GameMap
    line: str
    messages: Sequence[str] = ()


def film_format(path: Path) -> str:
    """Return the ending of a file name. Raises RequestError for one that no film has."""
    suffix = path.suffix.lower()
    if suffix not in FORMATS:
        problem = f"ends in {suffix}" if suffix else "has no ending"
        raise RequestError(
            f'"{path}" {problem}: a film of a game ends in {listing(FORMATS, "or")}',
            hint=did_you_mean(suffix, FORMATS) if suffix else None,
        )
    if suffix != CAST:
        pillow()
    return suffix


def turns_to_show(turns: int, most: int) -> list[int]:
    """Return the turns of a game from 0 to `turns` that a film or a page of at most so many shows."""
    step = -(-(turns + 1) // most)
    return [*range(0, turns, step), turns]


def write_film(shots: Iterable[Shot], form: str, title: str) -> bytes:
    """Return a film, a picture for each shot. Raises RequestError."""
    if form == CAST:
        return _write_cast(shots, title)
    return _write_pictures(list(shots), form)


# -- pictures


def _tile_size(width: int, height: int, pictures: int) -> int:
    """Return the pixels of a square, so that pictures are not too large."""
    longer, squares = max(width, height, 1), max(1, width * height * pictures)
    size = min(DEFAULT_SIZE, MOST_SIDE // longer, int((MOST_PIXELS / squares) ** 0.5))
    if size < LEAST_SIZE:
        raise RequestError(f"the map of {width} × {height} squares is too large for a film: .cast has no pictures")
    return size


def _write_pictures(shots: list[Shot], form: str) -> bytes:
    width, height = (max(side) for side in zip(*((shot.map.width, shot.map.height) for shot in shots), strict=True))
    size = _tile_size(width, height, len(shots))
    style, pil = PictureStyle(tile_size=size), pillow()
    images, durations, before = [], list[int](), None
    for shot in shots:
        pixels = np.zeros((height * size, width * size, 3), dtype=np.uint8)
        drawn = draw_pixels(draw_scene(shot.map, style))
        pixels[: drawn.shape[0], : drawn.shape[1]] = drawn
        if before is not None and np.array_equal(before, pixels):
            durations[-1] += _TURN
            continue
        images.append(pil.fromarray(pixels))
        durations.append(_TURN)
        before = pixels
    durations[-1] += _LAST
    if form == GIF:
        # One palette for all, so that a colour is the same in each picture.
        few = images[:: max(1, len(images) // 8)]
        sheet = pil.new("RGB", (images[0].width, images[0].height * len(few)))
        for number, image in enumerate(few):
            sheet.paste(image, (0, number * image.height))
        palette = sheet.quantize(256, method=pil.Quantize.MEDIANCUT)
        images = [image.quantize(palette=palette, dither=pil.Dither.NONE) for image in images]
    file, first = BytesIO(), images[0]
    options = {"disposal": 1} if form == GIF else {"lossless": True, "quality": 50, "method": 2}
    first.save(file, form[1:], save_all=True, append_images=images[1:], duration=durations, loop=0, **options)
    return file.getvalue()


# -- terminals


def _write_cast(shots: Iterable[Shot], title: str) -> bytes:
    """Return an asciicast (https://docs.asciinema.org/manual/asciicast/v2/); only lines that change are written."""
    events: list[str] = []
    columns = rows = 0
    before: list[str] = []
    glyphs: dict[Subject, str] = {}
    for number, shot in enumerate(shots):
        picture = TextPicture(shot.map, Style(colours=16, wide=2 * shot.map.width - 1 <= _WIDEST), glyphs)
        glyphs = {**glyphs, **picture.glyphs}
        messages = [shorten(visible(text.replace("\n", " ")), _COLUMNS) for text in shot.messages][-_LINES:]
        grid = picture.grid()
        lines = [visible(f"turn {shot.turn}  {shot.line}"), *grid, *messages, *[""] * (_LINES - len(messages))]
        width = 2 * shot.map.width - 1 if picture.style.wide else shot.map.width
        columns, rows = max(columns, width, _COLUMNS), max(rows, len(lines))
        data = "" if before else "\x1b[2J\x1b[?25l"
        for row in range(max(len(lines), len(before))):
            line = lines[row] if row < len(lines) else ""
            if row >= len(before) or before[row] != line:
                data += f"\x1b[{row + 1};1H{line}\x1b[0m\x1b[K"
        before = lines
        events.append(json.dumps([round(number * _TURN / 1000, 3), "o", data]))
    end = round(((len(events) - 1) * _TURN + _LAST) / 1000, 3)
    events.append(json.dumps([end, "o", f"\x1b[{rows};1H\r\n\x1b[?25h"]))
    header = {"version": 2, "width": columns, "height": rows + 1, "title": visible(title)}
    return ("\n".join([json.dumps(header), *events]) + "\n").encode()
