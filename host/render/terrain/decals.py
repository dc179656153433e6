"""Decals: what lies flat on a floor and is in nobody's way."""

from __future__ import annotations

from collections.abc import Callable

from host.model.tile import CLEAR, PLAIN, WALKING, Tile
from host.render.brush import Brush
from host.render.looks import tile_look
from host.render.palette import Colour, colour_of, darker
from host.render.shapes import Shape
from host.render.terrain.chance import spots
from host.render.terrain.materials import words_of

VARIANTS = 6


def decal_of(tile: Tile) -> str | None:
    """Return the word of the decal that shows a tile, or None."""
    if tile.kind != PLAIN or tile.stairs is not None or tile.access[WALKING] != CLEAR:
        return None
    return next((word for word in words_of(tile) if word in _DECALS), None)


def draw_decal(b: Brush, word: str, tile: Tile, variant: int) -> list[Shape]:
    """Draw one of the variants of a decal."""
    return _DECALS[word](b, colour_of(tile_look(tile).colour), variant)


def _blood(b: Brush, colour: Colour, variant: int) -> list[Shape]:
    dark, wet = darker(colour, 0.35), darker(colour, 0.12)
    ((x, y),) = spots(variant, 1, 5, 9)
    shapes: list[Shape] = [b.oval(x - 3.4, y - 2.4, 8, 6, dark), b.oval(x - 1, y - 3.4, 4.6, 4, dark)]
    shapes += [b.oval(x - 2.4, y - 1.6, 5.4, 3.8, wet)]
    return [*shapes, *(b.oval(at, down, 1.5, 1.5, dark) for at, down in spots(variant + 9, 5, 1, 14))]


_DECALS: dict[str, Callable[[Brush, Colour, int], list[Shape]]] = {"blood": _blood, "gore": _blood}
