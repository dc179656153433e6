"""Maps as text, such as snapshots, as pictures, and the squares in which two of them differ."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from itertools import islice, zip_longest
from typing import Any

import numpy as np

from host.model.themes import PLAIN
from host.render.brush import Brush
from host.render.looks import WALL_GLYPH
from host.render.palette import hue
from host.render.shapes import Layer, Picture, Sprite
from host.render.terrain.floors import draw_floor
from host.render.terrain.materials import floor_surface, wall_surface
from host.render.terrain.walls import draw_body
from host.studio.drawing import SIZE, describe_drawing

# Squares of a text that is drawn, different characters in it, and squares that are said to differ.
_MOST_SQUARES, _MOST_CHARACTERS, _MOST_DIFFERING = 250_000, 500, 20_000
# Characters that are floor alone.
_FLOOR = frozenset(".·")


def describe_texts(expected: str, actual: str) -> dict[str, Any] | None:
    """Return two maps as pictures of one size, and the squares [x, y] that differ; None when they are too large."""
    left, right = expected.rstrip("\n").split("\n"), actual.rstrip("\n").split("\n")
    width, height = max(map(len, (*left, *right))), max(len(left), len(right))
    characters = sorted({*expected, *actual} - {" ", "\n"})
    if not width or width * height > _MOST_SQUARES or len(characters) > _MOST_CHARACTERS:
        return None
    numbers = {character: number for number, character in enumerate(characters, 1)}
    # The first one is the face of a wall.
    sprites = [_draw(WALL_GLYPH, is_front=True), *map(_draw, characters)]
    return {
        "expected": _picture(left, width, height, sprites, numbers),
        "actual": _picture(right, width, height, sprites, numbers),
        "differing": list(islice(_list_differing(left, right), _MOST_DIFFERING)),
    }


def describe_text(text: str) -> dict[str, Any] | None:
    """Return a map as a picture; None when it is too large."""
    pictures = describe_texts(text, text)
    return pictures and pictures["actual"]


def _list_differing(left: list[str], right: list[str]) -> Iterator[list[int]]:
    for y, (row, other_row) in enumerate(zip_longest(left, right, fillvalue="")):
        for x, (character, other) in enumerate(zip_longest(row, other_row, fillvalue=" ")):
            if character != other:
                yield [x, y]


def _draw(character: str, *, is_front: bool = False) -> Sprite:
    """Draw the sprite of a character: walls and floors as on maps, anything else as a letter on the floor."""
    brush = Brush(SIZE)
    if character == WALL_GLYPH:
        return tuple(draw_body(brush, wall_surface(None, PLAIN), 0, is_front))
    floor = draw_floor(brush, floor_surface(None, PLAIN), 1)
    if character in _FLOOR:
        return tuple(floor)
    # The same character has the same colour in all pictures.
    colour = hue(zlib.crc32(character.encode("utf-8", "replace")))
    return (*floor, *brush.outlined(character, colour, max(1, SIZE // 10)))


def _picture(
    rows: list[str], width: int, height: int, sprites: list[Sprite], numbers: dict[str, int]
) -> dict[str, Any]:
    cells = np.full((height, width), -1, dtype=np.int32)
    for y, row in enumerate(rows):
        cells[y, : len(row)] = [numbers.get(character, -1) for character in row]
    walls = cells == numbers.get(WALL_GLYPH, -2)
    # The faces of walls are visible from the floor to the south.
    is_open = (cells >= 0) & ~walls
    cells[:-1][walls[:-1] & is_open[1:]] = 0
    picture = Picture(width * SIZE, height * SIZE, SIZE, sprites, [Layer("text", cells)], [], {})
    return describe_drawing(picture, width, height)
