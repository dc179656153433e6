"""Walls, seen from above: a top, and a face towards the viewer where open squares are to the south."""

from __future__ import annotations

from collections.abc import Callable

from host.render.brush import Brush
from host.render.palette import Colour, darker, lighter
from host.render.shapes import Rect, Shape
from host.render.terrain import materials as m
from host.render.terrain.chance import spots
from host.render.terrain.materials import Surface
from host.render.terrain.sides import EAST, NORTH, NORTHEAST, NORTHWEST, SOUTH, SOUTHEAST, SOUTHWEST, WEST

VARIANTS = 6
# Squares of rock behind a wall that are drawn.
ROCK = 3
# Height of a face, in sixteenths.
FACE = 6.0
_DETAILS_FROM = 8
# Materials with an edge that is not straight; it covers a part of the floor.
GROWN = (m.HEDGE, m.CAVE)
_CORNERS = (
    (NORTH, WEST, NORTHWEST), (NORTH, EAST, NORTHEAST), (SOUTH, EAST, SOUTHEAST), (SOUTH, WEST, SOUTHWEST)
)  # fmt: skip


def top_of(colour: Colour) -> Colour:
    """Return the colour of the top of a wall."""
    return darker(colour, 0.2)


def _face_of(colour: Colour) -> Colour:
    return darker(colour, 0.52)


def draw_body(b: Brush, surface: Surface, variant: int, has_face: bool) -> list[Shape]:
    """Draw the inside of a wall, which continues on all sides, with its face when it has one."""
    shapes: list[Shape] = [b.whole(top_of(surface.colour))]
    detailed = b.size >= _DETAILS_FROM
    if detailed:
        shapes += _TOPS[surface.kind](b, top_of(surface.colour), variant)
    if has_face:
        face = _face_of(surface.colour)
        top = b.size - face_height(b)
        shapes.append(Rect(0, top, b.size, face_height(b), face))
        if detailed:
            shapes += _FACES[surface.kind](b, face, variant)
        shapes.append(Rect(0, b.size - b.line, b.size, b.line, darker(face, 0.45)))
    return shapes


def face_height(b: Brush) -> int:
    """Return the pixels of the height of a face."""
    return max(2, b.at(FACE))


def draw_rock(b: Brush, surface: Surface, variant: int, depth: int) -> list[Shape]:
    """Draw the rock behind a wall, which is darker the deeper it lies, 1 … ROCK."""
    fill = darker(surface.colour, 0.76 + 0.22 * depth / (ROCK + 1))
    shapes: list[Shape] = [b.whole(fill)]
    if b.size >= _DETAILS_FROM:
        shapes += _TOPS[m.HEDGE if surface.kind == m.HEDGE else m.CAVE](b, fill, variant)
    return shapes


def draw_edges(b: Brush, surface: Surface, near: int) -> list[Shape]:
    """Draw the edges of a wall; `near` are the open squares around it."""
    top = top_of(surface.colour)
    light, dark = lighter(top, 0.26), darker(top, 0.45)
    s, line, face = b.size, b.line, face_height(b)
    height = s - face if near & SOUTH else s
    shapes: list[Shape] = []
    if near & SOUTH:
        shapes.append(Rect(0, height, s, line, lighter(top, 0.1)))
    if near & NORTH:
        shapes.append(Rect(0, 0, s, line, light))
    if near & WEST:
        shapes.append(Rect(0, 0, line, height, light))
    if near & EAST:
        shapes.append(Rect(s - line, 0, line, height, dark))
    # Where a wall turns, only a corner is open.
    if near & NORTHWEST and not near & (NORTH | WEST):
        shapes.append(Rect(0, 0, line, line, light))
    if near & NORTHEAST and not near & (NORTH | EAST):
        shapes.append(Rect(s - line, 0, line, line, light))
    # This wall continues to the south, next to the face of a neighbour: its side is visible there.
    if near & SOUTHWEST and not near & (SOUTH | WEST):
        shapes.append(Rect(0, s - face, line, face, light))
    if near & SOUTHEAST and not near & (SOUTH | EAST):
        shapes.append(Rect(s - line, s - face, line, face, dark))
    return shapes


def draw_growth(b: Brush, surface: Surface, walls: int, variant: int) -> list[Shape]:
    """Draw on an open square what grows into it from walls whose edge is not straight, in `walls`."""
    top, face = top_of(surface.colour), _face_of(surface.colour)
    light = lighter(top, 0.2)
    shapes: list[Shape] = []
    if surface.kind == m.HEDGE:
        leaves = (darker(surface.colour, 0.32), top)
        for side, x, y in ((NORTH, None, 0.2), (SOUTH, None, 15.6), (WEST, 0.2, None), (EAST, 15.8, None)):
            if walls & side:
                colours = (darker(face, 0.2), face) if side == NORTH else leaves
                for i in range(4):
                    along = 2 + 4 * i + (variant + i) % 3 - 1
                    left, top_edge = (along if x is None else x) - 2, (along if y is None else y) - 1.7
                    shapes.append(b.oval(left, top_edge, 4, 3.4, colours[i % 2]))
        return shapes
    depth = (1.6, 2.6, 1.2, 2.2, 3.0, 1.8)
    one, two, three = (depth[(variant + i) % 6] for i in (0, 2, 4))
    if walls & NORTH:
        rim = ((0, one * 0.5), (5, two * 0.6), (11, three * 0.7), (16, one * 0.5))
        shapes.append(b.polygon(darker(face, 0.12), (0, 0), *rim, (16, 0)))
    if walls & SOUTH:
        rim = ((0, 16 - one), (5, 16 - two), (11, 16 - three), (16, 16 - one))
        shapes.append(b.polygon(light, *((x, y - 0.8) for x, y in rim), (16, 16), (0, 16)))
        shapes.append(b.polygon(top, *rim, (16, 16), (0, 16)))
    if walls & WEST:
        shapes.append(b.polygon(top, (0, 0), (one, 0), (two, 5), (three, 11), (one, 16), (0, 16)))
    if walls & EAST:
        shapes.append(b.polygon(top, (16, 0), (16 - one, 0), (16 - three, 5), (16 - two, 11), (16 - one, 16), (16, 16)))
    for vertical, horizontal, _ in _CORNERS:
        if walls & vertical and walls & horizontal:
            x, y = (0 if horizontal == WEST else 16), (0 if vertical == NORTH else 16)
            dx, dy = (1 if horizontal == WEST else -1), (1 if vertical == NORTH else -1)
            colour = top if vertical == SOUTH else darker(face, 0.12)
            bent = ((x + dx * 11, y), (x + dx * 5.6, y + dy * 4.6), (x, y + dy * 10))
            shapes.append(b.polygon(colour, (x, y), *bent))
    return shapes


def draw_worn(b: Brush, ground: Surface, near: int) -> list[Shape]:
    """Draw the corners of a wall that wear has rounded: the ground is visible there."""
    fill = darker(ground.colour, 0.42)
    shapes: list[Shape] = []
    for vertical, horizontal, corner in _CORNERS:
        if near & vertical and near & horizontal and near & corner:
            x, y = (0 if horizontal == WEST else 16), (0 if vertical == NORTH else 16)
            dx, dy = (1 if horizontal == WEST else -1), (1 if vertical == NORTH else -1)
            shapes.append(b.polygon(fill, (x, y), (x + dx * 6, y), (x + dx * 2.2, y + dy * 2), (x, y + dy * 5)))
    return shapes


# -- tops


def _stone_top(b: Brush, top: Colour, variant: int) -> list[Shape]:
    joint, other = darker(top, 0.1), lighter(top, 0.05)
    x = 3 + variant * 2
    shapes: list[Shape] = [b.rect(0, 0, x, 7.6, other)] if variant % 2 else [b.rect(x, 8, 16 - x, 8, other)]
    shapes += [b.rect(0, 7.6, 16, 0.7, joint), b.rect(x, 0, 0.7, 7.6, joint)]
    return [*shapes, b.rect((x + 7) % 15, 8, 0.7, 8, joint)]


def _brick_top(b: Brush, top: Colour, variant: int) -> list[Shape]:
    joint = darker(top, 0.18)
    shapes: list[Shape] = []
    for row in range(4):
        shift = 4 if row % 2 else 0
        x = shift + 8 * ((variant + row) % 2)
        if (variant + row) % 3 == 0:
            shapes.append(b.rect(x, 4 * row, min(8, 16 - x), 4, lighter(top, 0.07)))
        shapes += [b.rect(0, 4 * row, 16, 0.6, joint), b.rect(shift, 4 * row, 0.6, 4, joint)]
        shapes.append(b.rect(shift + 8, 4 * row, 0.6, 4, joint))
    return shapes


def _wood_top(b: Brush, top: Colour, variant: int) -> list[Shape]:
    joint, grain = darker(top, 0.3), darker(top, 0.12)
    shapes: list[Shape] = []
    for i in range(4):
        x = 4 * i
        shapes.append(b.rect(x, 0, 4, 16, lighter(top, 0.06) if (variant + i) % 3 == 0 else top))
        shapes += [b.rect(x, 0, 0.6, 16, joint), b.rect(x + 2, (variant * 3 + i * 5) % 10, 0.6, 5, grain)]
    return shapes


def _hedge_top(b: Brush, top: Colour, variant: int) -> list[Shape]:
    dark, light = darker(top, 0.26), lighter(top, 0.12)
    shapes: list[Shape] = [b.oval(x - 2, y - 2, 4.6, 4.2, dark) for x, y in spots(variant, 5, 2, 14)]
    return [*shapes, *(b.oval(x - 1.4, y - 1.6, 3, 2.6, light) for x, y in spots(variant + 20, 5, 1.5, 14))]


def _cave_top(b: Brush, top: Colour, variant: int) -> list[Shape]:
    dark, light = darker(top, 0.1), lighter(top, 0.06)
    shapes: list[Shape] = []
    for i, (x, y) in enumerate(spots(variant, 3, 3, 13)):
        points = ((x - 3, y - 1), (x, y - 3), (x + 3, y - 1.4), (x + 2, y + 2.4), (x - 2, y + 2))
        shapes.append(b.polygon(light if i % 2 else dark, *points))
    return shapes


def _ice_top(b: Brush, top: Colour, variant: int) -> list[Shape]:
    light, dark = lighter(top, 0.4), darker(top, 0.1)
    x = 1 + variant * 2
    shapes: list[Shape] = [b.polygon(dark, (x, 16), (x + 5, 16), (16, x + 3), (16, x))]
    return [*shapes, b.polygon(light, (x - 1, 9), (x + 6, 2), (x + 7, 2), (x, 9))]


# -- faces, below the top


def _courses(b: Brush, face: Colour, variant: int, width: float) -> list[Shape]:
    """Draw two courses of blocks."""
    joint, other = darker(face, 0.4), lighter(face, 0.12)
    shapes: list[Shape] = []
    for row, y in enumerate((10.0, 13.0)):
        shift = width / 2 if row else 0.0
        for i in range(int(16 / width)):
            x = shift + i * width
            if (variant * 5 + row * 3 + i * 2) % 4 == 0:
                shapes.append(b.rect(x, y, min(width, 16 - x), 3, other))
        shapes += [b.rect(shift + i * width, y, 0.6, 3, joint) for i in range(int(16 / width))]
        shapes.append(b.rect(0, y, 16, 0.6, joint))
    return shapes


def _stone_face(b: Brush, face: Colour, variant: int) -> list[Shape]:
    return _courses(b, face, variant, 8)


def _brick_face(b: Brush, face: Colour, variant: int) -> list[Shape]:
    return _courses(b, face, variant, 4)


def _wood_face(b: Brush, face: Colour, _: int) -> list[Shape]:
    return [
        shape
        for i in range(4)
        for shape in (
            b.rect(4 * i + 1, 10, 1.4, 6, lighter(face, 0.14)),
            b.rect(4 * i, 10, 0.8, 6, darker(face, 0.45)),
        )
    ]


def _hedge_face(b: Brush, face: Colour, variant: int) -> list[Shape]:
    dark, light = darker(face, 0.3), lighter(face, 0.12)
    shapes: list[Shape] = []
    for i in range(5):
        x = 1 + 3.2 * i
        y = 11 + (variant + i * 2) % 3
        shapes += [b.oval(x - 1.6, y - 1, 3.6, 3.2, dark), b.oval(x - 1, y - 1.4, 2.4, 2, light)]
    return shapes


def _cave_face(b: Brush, face: Colour, variant: int) -> list[Shape]:
    shapes: list[Shape] = []
    for x, y in spots(variant + 60, 3, 1, 14):
        down = 11 + y / 6
        shapes.append(b.polygon(lighter(face, 0.13), (x - 2, down), (x + 1, 10.4), (x + 2, down + 1), (x, down + 2)))
    x = 3 + variant * 2
    return [*shapes, b.polygon(darker(face, 0.3), (x, 10), (x + 1.2, 10), (x + 2, 13), (x + 0.6, 16), (x + 0.2, 13))]


def _ice_face(b: Brush, face: Colour, variant: int) -> list[Shape]:
    return [
        b.polygon(lighter(face, 0.26), (x, 10), (x + 2.2, 10), (x + 1.1, 10 + 3 + (variant + i) % 3))
        for i, x in enumerate((0.5, 4.0, 8.0, 12.5))
    ]


_Draw = Callable[[Brush, Colour, int], list[Shape]]
_TOPS: dict[str, _Draw] = {
    m.STONE: _stone_top, m.BRICK: _brick_top, m.WOOD: _wood_top, m.HEDGE: _hedge_top, m.CAVE: _cave_top,
    m.ICE: _ice_top,
}  # fmt: skip
_FACES: dict[str, _Draw] = {
    m.STONE: _stone_face, m.BRICK: _brick_face, m.WOOD: _wood_face, m.HEDGE: _hedge_face, m.CAVE: _cave_face,
    m.ICE: _ice_face,
}  # fmt: skip
