"""Pictures in black on parchment (`--paper`), for printing: two colours and nothing between them."""

from __future__ import annotations

from host.render.brush import Brush
from host.render.palette import INK, Colour, brightness
from host.render.shapes import Oval, Pixels, Polygon, Rect, Shape, Sprite
from host.render.terrain.chance import spots
from host.render.terrain.materials import LIQUID_KINDS, Surface
from host.render.terrain.sides import EAST, NORTH, NORTHEAST, NORTHWEST, SOUTH, SOUTHEAST, SOUTHWEST, WEST

_CORNERS = (
    (NORTHEAST, NORTH, EAST), (SOUTHEAST, SOUTH, EAST), (SOUTHWEST, SOUTH, WEST), (NORTHWEST, NORTH, WEST)
)  # fmt: skip
PARCHMENT = Colour(243, 233, 208)


def draw_ground(b: Brush, surface: Surface, variant: int) -> list[Shape]:
    """Draw a ground: parchment, and waves on liquids."""
    shapes: list[Shape] = [b.whole(PARCHMENT)]
    if surface.kind in LIQUID_KINDS:
        for x, y in spots(variant, 3, 1, 11):
            shapes += [
                b.rect(x, y, 2.4, 0.8, INK),
                b.rect(x + 2, y - 1, 2, 0.8, INK),
                b.rect(x + 3.6, y, 1.6, 0.8, INK),
            ]
    return shapes


def draw_rock(b: Brush, variant: int) -> list[Shape]:
    """Draw the hatches of the rock around rooms."""
    shapes: list[Shape] = [b.whole(PARCHMENT)]
    flip = variant % 2
    width = max(0.9, 16 / b.size)
    for i in range(3):
        start = 1 + 5.2 * i + variant % 3 * 0.6
        for j in range(2):
            x, y = start, 1.2 + 8 * j + (variant + i) % 3 * 0.4
            ends = ((x, y + 5.4), (x + 3.6, y)) if (flip + i + j) % 2 else ((x, y), (x + 3.6, y + 5.4))
            (x1, y1), (x2, y2) = ends
            shapes.append(b.polygon(INK, (x1, y1), (x1 + width, y1), (x2 + width, y2), (x2, y2)))
    return shapes


def draw_outline(b: Brush, near: int) -> list[Shape]:
    """Draw the line of a wall along the open squares in `near`, and in the corners between them."""
    thick = max(2, b.at(2.4))
    s = b.size
    shapes = _lines(s, thick, near)
    for bit, vertical, horizontal in _CORNERS:
        if near & bit and not near & (vertical | horizontal):
            x, y = (0 if horizontal == WEST else s - thick), (0 if vertical == NORTH else s - thick)
            shapes.append(Rect(x, y, thick, thick, INK))
    return shapes


def draw_shore(b: Brush, land: int) -> list[Shape]:
    """Draw the line of a shore; `land` are the neighbours that are not of the liquid."""
    return _lines(b.size, b.line, land)


def _lines(size: int, thick: int, sides: int) -> list[Shape]:
    """Return a line along each side of a square."""
    end = size - thick
    boxes = {
        NORTH: (0, 0, size, thick), SOUTH: (0, end, size, thick), WEST: (0, 0, thick, size), EAST: (end, 0, thick, size)
    }  # fmt: skip
    return [Rect(*box, INK) for side, box in boxes.items() if sides & side]


def to_ink(sprite: Sprite, size: int) -> Sprite:
    """Return a sprite in two colours: its silhouette in ink, and in it what is bright as parchment."""
    solid = [shape for shape in sprite if shape.colour.a >= 128]
    if not solid:
        return ()
    lights = [brightness(shape.colour) for shape in solid]
    middle = min(max((min(lights) + max(lights)) / 2, 60.0), 150.0)
    rim = max(1.0, size / 24)
    inside = tuple(
        shape._replace(colour=INK if light < middle else PARCHMENT) for shape, light in zip(solid, lights, strict=True)
    )
    return (*(_grown(shape, rim) for shape in solid), *inside)


def _grown(shape: Shape, rim: float) -> Shape:
    """Return the silhouette of a shape, which is larger by a rim."""
    match shape:
        case Rect(x, y, width, height, _):
            r = round(rim)
            return Rect(x - r, y - r, width + 2 * r, height + 2 * r, INK)
        case Oval(x, y, width, height, _):
            return Oval(x - rim, y - rim, width + 2 * rim, height + 2 * rim, INK)
        case Polygon(points, _):
            mx, my = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
            grown = []
            for x, y in points:
                far = max(((x - mx) ** 2 + (y - my) ** 2) ** 0.5, 0.01)
                grown.append((x + (x - mx) / far * rim, y + (y - my) / far * rim))
            return Polygon(tuple(grown), INK)
        case Pixels():
            return shape._replace(colour=INK)
