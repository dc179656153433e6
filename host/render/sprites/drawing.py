"""The sprite of a thing: which one it is, and its shapes."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from host.model.appearance import SpriteArt
from host.model.registry import Registry
from host.render.brush import Brush
from host.render.looks import Look
from host.render.palette import Colour
from host.render.shapes import Rect, Shape, Sprite
from host.render.sprites.families import FAMILIES
from host.render.sprites.pen import Group, draw_groups, main_colour
from host.render.sprites.suggestions import suggest

# The key of what no family suits: its glyph is drawn.
LETTER = "letter"
# Sprites whose shapes are cached.
_MOST_CACHED = 4096


class Art(NamedTuple):
    """How a thing is drawn: the key of its sprite, its colour (see `model.appearance`) and its material."""

    key: str
    colour: str | None = None
    material: str | None = None
    # A sprite that a mod draws.
    drawn: SpriteArt | None = None


def choose_art(
    registry: Registry,
    role: str,
    look: Look,
    identity: str,
    sprite: str | None = None,
    colour: str | None = None,
    material: str | None = None,
) -> Art:
    """Return how a thing is drawn: as it says, else by the family that its name and its look suggest."""
    prototype = registry.find("sprite", sprite) if sprite is not None else None
    if prototype is not None and sprite is not None:
        return Art(sprite, colour, material, prototype.fields)
    key = sprite if sprite in FAMILIES else suggest(role, look.name, identity, look.glyph)
    return Art(key or LETTER, colour, material)


def draw_art(b: Brush, art: Art) -> Sprite:
    """Return the shapes of a sprite, which is no letter."""
    return _shapes(b.size, art)


@lru_cache(_MOST_CACHED)
def _shapes(size: int, art: Art) -> Sprite:
    b = Brush(size)
    if art.drawn is None:
        family = FAMILIES[art.key]
        return tuple(draw_groups(b, family.groups, main_colour(family.tone, art.colour, art.material)))
    if art.drawn.size:
        return tuple(_draw_pixels(size, art.drawn))
    parts = (Group(art.drawn.parts, is_outlined=False),)
    return tuple(draw_groups(b, parts, main_colour("stone", art.colour, art.material)))


def _draw_pixels(size: int, art: SpriteArt) -> list[Shape]:
    """Return the pixels of a sprite as runs of the same colour; a smaller square shows fewer of them."""
    places = (np.arange(size) * 2 + 1) * art.size // (2 * size)
    pixels = np.frombuffer(art.pixels, dtype=np.uint8).reshape(art.size, art.size, 4)[places][:, places]
    shapes: list[Shape] = []
    for y, row in enumerate(pixels.tolist()):
        start = 0
        for x in range(1, size + 1):
            if x == size or row[x] != row[start]:
                if row[start][3]:
                    shapes.append(Rect(start, y, x - start, 1, Colour(*row[start])))
                start = x
    return shapes
