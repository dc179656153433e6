"""Parts of pictures: flat shapes, sprites made of shapes, and layers of sprites.

All file formats share one drawing: `scene` creates it, and `png` and `svg` only write it. Lengths are
pixels; x grows to the right, y down.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from host.render import font
from host.render.font import Bitmap
from host.render.palette import VOID, Colour


class Rect(NamedTuple):
    """A rectangle between whole pixels."""

    x: int
    y: int
    width: int
    height: int
    colour: Colour


class Oval(NamedTuple):
    """An ellipse that fills a box."""

    x: float
    y: float
    width: float
    height: float
    colour: Colour


class Polygon(NamedTuple):
    """A surface with straight edges."""

    points: tuple[tuple[float, float], ...]
    colour: Colour


class Pixels(NamedTuple):
    """A bitmap whose top left corner is (x, y), each of its dots a square of `scale` pixels."""

    x: int
    y: int
    scale: int
    bitmap: Bitmap
    colour: Colour


class TextLine(NamedTuple):
    """A line of letters whose top left corner is (x, y), each of their dots a square of `scale` pixels."""

    x: int
    y: int
    scale: int
    words: str
    colour: Colour


Shape = Rect | Oval | Polygon | Pixels
# Shapes from the lowest to the highest, within a square whose corner is (0, 0).
Sprite = tuple[Shape, ...]


def moved(shape: Shape, dx: int, dy: int) -> Shape:
    """Return a shape that lies elsewhere."""
    match shape:
        case Polygon(points, _):
            return shape._replace(points=tuple((x + dx, y + dy) for x, y in points))
        case Oval(x, y):
            return shape._replace(x=x + dx, y=y + dy)
        case _:
            return shape._replace(x=shape.x + dx, y=shape.y + dy)


class Layer(NamedTuple):
    """A sprite for each square: (height, width) of their numbers, -1 for none."""

    name: str
    cells: npt.NDArray[np.int32]


# Layer -> (x, y) -> name of what is drawn there.
Names = Mapping[str, Mapping[tuple[int, int], str]]


class Picture(NamedTuple):
    """A drawing: layers from the lowest to the highest, and shapes above them."""

    # Of the whole picture, and of a square.
    width: int
    height: int
    size: int
    sprites: list[Sprite]
    layers: list[Layer]
    over: list[Shape | TextLine]
    # (layer, identity) -> sprite of each item and creature, also of those that others hide: an item is known by its
    # square, a creature by its uid, and an object of another dialect by -uid.
    objects: dict[tuple[str, int], int]
    # What is behind everything, and pixels of it above the squares, which begin at (0, 0).
    ground: Colour = VOID
    top: int = 0
    # Whether shapes have hard edges, without mixed colours.
    crisp: bool = False


def letters(line: TextLine) -> list[Shape]:
    """Return the letters of a line as shapes."""
    x, y, scale, words, colour = line
    return [
        Pixels(x + i * (font.WIDTH + 1) * scale, y, scale, font.letter(character), colour)
        for i, character in enumerate(words)
        if not character.isspace()
    ]


def share_sprites(pictures: Sequence[Picture]) -> tuple[list[Sprite], list[Picture]]:
    """Return the sprites of all pictures, each once, and the pictures with numbers of that list."""
    if len(pictures) == 1:
        return pictures[0].sprites, [*pictures]
    shared: dict[Sprite, int] = {}
    moved_pictures = []
    for picture in pictures:
        # The number -1, no sprite, stays -1: as an index it is the last one.
        numbers = np.array([*(shared.setdefault(sprite, len(shared)) for sprite in picture.sprites), -1], np.int32)
        layers = [layer._replace(cells=numbers[layer.cells]) for layer in picture.layers]
        objects = {key: int(numbers[sprite]) for key, sprite in picture.objects.items()}
        moved_pictures.append(picture._replace(layers=layers, objects=objects))
    sprites = [*shared]
    return sprites, [picture._replace(sprites=sprites) for picture in moved_pictures]
