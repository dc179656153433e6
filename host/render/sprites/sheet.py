"""Contact sheets (`show --sprites`): many sprites side by side, each at several sizes and with its name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from host.model.registry import Prototype
from host.model.themes import PLAIN
from host.model.tile import BLOCKED, CLEAR, Tile
from host.render import font
from host.render.brush import Brush
from host.render.looks import Look
from host.render.object_sprites import draw_creature, draw_item, draw_player
from host.render.palette import PAPER, Colour
from host.render.shapes import Layer, Picture, Rect, Shape, TextLine, moved
from host.render.sprites.choices import FLOOR, PLAYER, WALL
from host.render.sprites.drawing import LETTER, Art, draw_art
from host.render.sprites.suggestions import CREATURE, ITEM
from host.render.terrain.floors import draw_floor
from host.render.terrain.materials import floor_surface, wall_surface
from host.render.terrain.walls import draw_body
from host.render.tile_sprites import draw_board

# Sizes at which each sprite is shown, and the left top corner of each in its cell.
_PLACES = ((64, 4, 4), (32, 72, 4), (16, 108, 4))
_WIDTH, _HEIGHT = 128, 84
_MOST_COLUMNS = 10
# Two grounds, so that cells differ.
_GROUNDS = (Colour(84, 82, 80), Colour(74, 74, 82))
_MOST_LETTERS = (_WIDTH - 8) // (font.WIDTH + 1)


class SheetCell(NamedTuple):
    """What a cell of a sheet shows."""

    title: str
    role: str
    look: Look
    art: Art


def draw_sheet(entries: Sequence[SheetCell]) -> Picture:
    """Return a sheet of sprites in reading order."""
    columns = min(max(len(entries), 1), _MOST_COLUMNS)
    rows = -(-len(entries) // columns) or 1
    shapes: list[Shape | TextLine] = []
    for i, entry in enumerate(entries):
        column, row = i % columns, i // columns
        left, top = column * _WIDTH, row * _HEIGHT
        shapes.append(Rect(left, top, _WIDTH, _HEIGHT, _GROUNDS[(column + row) % 2]))
        for size, x, y in _PLACES:
            sprite = _draw(Brush(size), entry)
            shapes += [moved(shape, left + x, top + y) for shape in sprite]
        title = entry.title if len(entry.title) <= _MOST_LETTERS else entry.title[: _MOST_LETTERS - 2] + ".."
        shapes.append(TextLine(left + 4, top + 72, 1, title, PAPER))
    nothing = Layer("sheet", np.full((1, 1), -1, dtype=np.int32))
    return Picture(columns * _WIDTH, rows * _HEIGHT, _PLACES[0][0], [], [nothing], shapes, {})


def _draw(b: Brush, entry: SheetCell) -> Sequence[Shape]:
    _, role, look, art = entry
    if art.drawn is None and art.key in (FLOOR, WALL):
        tile = _tile(look, art, is_open=art.key == FLOOR)
        if art.key == FLOOR:
            return draw_floor(b, floor_surface(tile, PLAIN), 1)
        return draw_body(b, wall_surface(tile, PLAIN), 0, True)
    if role in (CREATURE, PLAYER):
        return draw_creature(b, look, art) if role == CREATURE else draw_player(b, look, art)
    if role == ITEM:
        return draw_item(b, look, art)
    return draw_board(b, look, tall=True) if art.key == LETTER else draw_art(b, art)


def _tile(look: Look, art: Art, *, is_open: bool) -> Tile:
    level = CLEAR if is_open else BLOCKED
    prototype = Prototype("tile", "sheet.tile", "sheet", "", 0, 0)
    glyph = look.glyph if is_open else None
    return Tile(prototype, access=(level, level, level), name=look.name, glyph=glyph, colour=art.colour)._replace(
        material=art.material
    )
