"""Pictures of dungeons for pages and sheets (`--sheet`)."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from host.errors import HostError
from host.model.game_map import GameMap
from host.render.overlays import mark_squares
from host.render.png import pillow, write_png
from host.render.scene import draw_scene
from host.render.style import PictureStyle
from host.survey.survey import Survey

# Pixels: of a square on a sheet and in a page, between pictures, and of a line of text.
SHEET_TILE, PAGE_TILE, _GAP, _LINE = 6, 3, 10, 14
# Dungeons on a sheet, and in a row of it.
_ON_SHEET, _IN_ROW = 24, 6


def draw_map(game_map: GameMap, tile: int, changed: npt.NDArray[np.bool_] | None = None) -> bytes:
    """Return a PNG of a map with `tile` pixels per square; a colour covers the squares of the mask `changed`."""
    picture = draw_scene(game_map, PictureStyle(tile_size=tile))
    if changed is not None:
        squares = np.argwhere(changed[: game_map.height, : game_map.width]).tolist()
        picture = mark_squares(picture, [(x, y) for y, x in squares])
    return write_png(picture)


def picture_url(png: bytes) -> str:
    """Return a PNG as a URL that holds it, for pages that need no network."""
    return f"data:image/png;base64,{base64.b64encode(png).decode()}"


def draw_sheet(pictures: Iterable[tuple[str, bytes]], in_row: int = _IN_ROW) -> bytes:
    """Return a PNG with pictures side by side, each with its title below. Raises RequestError without Pillow."""
    pil = pillow()
    from PIL import Image, ImageDraw

    images = [(title, Image.open(io.BytesIO(png))) for title, png in pictures]
    if not images:
        raise HostError("there is no dungeon to draw: all of them failed, or none differs")
    width = max(image.width for _, image in images) + _GAP
    height = max(image.height for _, image in images) + _GAP + _LINE
    rows = -(-len(images) // in_row)
    sheet = pil.new("RGB", (_GAP + width * min(in_row, len(images)), _GAP + height * rows), (24, 24, 28))
    writer = ImageDraw.Draw(sheet)
    for i, (title, image) in enumerate(images):
        x, y = _GAP + i % in_row * width, _GAP + i // in_row * height
        sheet.paste(image, (x, y))
        writer.text((x, y + image.height + 2), title, fill=(220, 220, 220))
    packed = io.BytesIO()
    sheet.save(packed, "PNG")
    return packed.getvalue()


def choose_for_sheet(survey: Survey) -> list[int]:
    """Return the numbers of the dungeons of a sheet."""
    return survey.sample(_ON_SHEET)
