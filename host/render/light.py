"""Light (`--light`): how bright or dark each square is, by torches and all that burns, glows or lets the day in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from host.render.brush import Brush
from host.render.palette import Colour
from host.render.shapes import Layer, Shape
from host.render.sprite_book import SpriteBook
from host.render.terrain.sides import STEPS, Cells, Mask

# Layers above all others: darkness, and the colour of fires.
DARKNESS, GLOW = "darkness", "glow"


class LightSource(NamedTuple):
    """A thing that gives light: so many squares far, and whether it is the light of the day, which has no colour."""

    reach: float
    is_day: bool = False


# Keys of sprites (see `sprites.families`), and words of the names of tiles.
SOURCES = {
    **dict.fromkeys(("torch", "fire"), LightSource(7)),
    "hearth": LightSource(8),
    "wisp": LightSource(4),
    **dict.fromkeys(("lava", "magma"), LightSource(4.5)),
    **dict.fromkeys(("window", "windows"), LightSource(7, is_day=True)),
}
# Where players come in.
ENTRANCE = LightSource(5, is_day=True)

# Squares from a source to where its light is half as bright as beside it, at the most.
_FULL = 7.0
# Steps of brightness at a corner of a square.
_LEVELS = 12
# Opacity where no light comes, and beside a fire.
_DARK, _WARM = 150, 58
_NIGHT, FLAME = Colour(8, 10, 34), Colour(255, 148, 44)
# What is left of white where no light comes.
AMBIENT = Colour(*(round(255 + (part - 255) * _DARK / 255) for part in _NIGHT[:3]))
# Parts of a square, each way, with one brightness.
_PARTS = 4

Brightness = npt.NDArray[np.float64]
# x, y and what shines there.
LightSources = Sequence[tuple[int, int, LightSource]]


def light_layers(sources: LightSources, opaque: Mask, book: SpriteBook) -> list[Layer]:
    """Return the layers that darken a picture except near sources.

    `opaque` squares, with a border around the map, are lit, and light ends there. It goes around corners a little.
    """
    fire = _spread([source for source in sources if not source[2].is_day], opaque)
    day = _spread([source for source in sources if source[2].is_day], opaque)
    return [
        Layer(DARKNESS, _by_corners(np.maximum(fire, day), book, draw_darkness)),
        Layer(GLOW, _by_corners(fire, book, draw_glow)),
    ]


def _spread(sources: LightSources, opaque: Mask) -> Brightness:
    """Return the brightness of each square, 0 … 1, with a border around the map."""
    left = np.zeros(opaque.shape)
    closed = opaque.copy()
    for x, y, source in sources:
        left[y + 1, x + 1] = max(left[y + 1, x + 1], source.reach)
        # A torch on a wall shines.
        closed[y + 1, x + 1] = False
    for _ in range(int(left.max(initial=0))):
        passing = np.where(closed, 0.0, left)
        for dy, dx in STEPS.values():
            length = 1.0 if dy == 0 or dx == 0 else 1.414
            left = np.maximum(left, np.roll(passing, (dy, dx), axis=(0, 1)) - length)
    brightness: Brightness = np.clip(left / _FULL, 0.0, 1.0) ** 0.8
    return brightness


def _by_corners(brightness: Brightness, book: SpriteBook, draw: Callable[[Brush, int], list[Shape]]) -> Cells:
    """Return the sprites of squares by the brightness at their corners, so that it changes smoothly."""
    corners = (brightness[:-1, :-1] + brightness[1:, :-1] + brightness[:-1, 1:] + brightness[1:, 1:]) / 4
    levels = np.rint(corners * (_LEVELS - 1)).astype(np.int32)
    codes = levels[:-1, :-1]
    for more in (levels[:-1, 1:], levels[1:, :-1], levels[1:, 1:]):
        codes = codes * np.int32(_LEVELS) + more
    kinds, numbers = np.unique(codes, return_inverse=True)
    sprites = np.array([book.shared(draw, int(kind)) for kind in kinds], dtype=np.int32)
    cells: Cells = sprites[numbers.reshape(codes.shape)]
    return cells


def draw_darkness(b: Brush, code: int) -> list[Shape]:
    """Draw the darkness of a square; `code` has the levels of its corners, row by row."""
    return _draw(b, code, _NIGHT, lambda bright: _DARK * (1 - bright))


def draw_glow(b: Brush, code: int) -> list[Shape]:
    """Draw the light of fires on a square; `code` has the levels of its corners, row by row."""
    return _draw(b, code, FLAME, lambda bright: _WARM * bright**1.5)


def _draw(b: Brush, code: int, colour: Colour, opacity: Callable[[float], float]) -> list[Shape]:
    levels = []
    for _ in range(4):
        code, level = divmod(code, _LEVELS)
        levels.append(level / (_LEVELS - 1))
    southeast, southwest, northeast, northwest = levels
    if len(set(levels)) == 1:
        alpha = round(opacity(northwest))
        return [b.whole(colour._replace(a=alpha))] if alpha else []
    shapes: list[Shape] = []
    step = 16 / _PARTS
    for j in range(_PARTS):
        v = (j + 0.5) / _PARTS
        west, east = northwest + (southwest - northwest) * v, northeast + (southeast - northeast) * v
        for i in range(_PARTS):
            alpha = round(opacity(west + (east - west) * (i + 0.5) / _PARTS))
            if alpha and b.at(i * step + step) > b.at(i * step) and b.at(j * step + step) > b.at(j * step):
                shapes.append(b.rect(i * step, j * step, step, step, colour._replace(a=alpha)))
    return shapes
