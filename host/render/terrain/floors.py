"""Floors and liquids, drawn with low contrast: objects on them are easy to see."""

from __future__ import annotations

from collections.abc import Callable

from host.render.brush import Brush
from host.render.palette import INK, Colour, darker, legible, lighter, mix
from host.render.shapes import Rect, Shape
from host.render.terrain import materials as m
from host.render.terrain.chance import spots
from host.render.terrain.materials import Surface
from host.render.terrain.sides import EAST, NORTH, NORTHWEST, SOUTH, WEST

# Variants of each floor.
VARIANTS = 12
# Floors of pieces as large as a square, each with its own tone.
_CUT = (m.SLABS, m.TILES, m.MARBLE)
# The least size of squares with details.
_DETAILS_FROM = 8


def draw_floor(b: Brush, surface: Surface, variant: int) -> list[Shape]:
    """Draw one of the variants of a floor or a liquid."""
    if surface.kind in m.LIQUID_KINDS:
        return _liquid(b, surface, variant)
    fill = darker(surface.colour, 0.42)
    shapes: list[Shape] = [b.whole(_toned(fill, variant) if surface.kind in _CUT else fill)]
    if b.size >= _DETAILS_FROM:
        shapes += _FLOORS[surface.kind](b, fill, variant)
    if surface.glyph:
        shapes.append(b.letter(surface.glyph, legible(mix(surface.colour, fill, 0.25), 90), b.small))
    return shapes


def _toned(colour: Colour, variant: int, strength: float = 0.045) -> Colour:
    """Return a colour that is a little lighter or darker, by variant."""
    step = (variant * 7 % VARIANTS) / (VARIANTS - 1) * 2 - 1
    return lighter(colour, step * strength) if step > 0 else darker(colour, -step * strength * 1.6)


def _slabs(b: Brush, fill: Colour, variant: int) -> list[Shape]:
    joint, glint = darker(fill, 0.24), lighter(fill, 0.07)
    end = b.size - b.line
    shapes: list[Shape] = [Rect(0, 0, b.size, b.line, glint), Rect(0, 0, b.line, b.size, glint)]
    other = _toned(fill, variant + 5)
    if variant in (2, 7):
        # Two slabs side by side, or one above the other.
        shapes += [b.rect(8, 0, 8, 16, other), b.rect(7.5, 0, 0.6, 16, joint)]
    elif variant in (4, 9):
        shapes += [b.rect(0, 8, 16, 8, other), b.rect(0, 7.5, 16, 0.6, joint)]
    elif variant == 11:
        shapes += [b.rect(8, 0, 8, 8, other), b.rect(0, 8, 8, 8, other)]
        shapes += [b.rect(7.5, 0, 0.6, 16, joint), b.rect(0, 7.5, 16, 0.6, joint)]
    elif variant == 5:
        shapes += [b.polygon(joint, (3, 16), (6, 10), (5, 6), (6, 6), (7.2, 10), (4.2, 16))]
    elif variant == 0:
        shapes += [b.rect(x, y, 1, 1, joint) for x, y in spots(variant, 3, 3, 12)]
    return [*shapes, Rect(0, end, b.size, b.line, joint), Rect(end, 0, b.line, b.size, joint)]


def _tiles(b: Brush, fill: Colour, variant: int) -> list[Shape]:
    joint = darker(fill, 0.2)
    shapes: list[Shape] = []
    for i, (x, y) in enumerate(((0, 0), (8, 0), (0, 8), (8, 8))):
        shapes.append(b.rect(x, y, 8, 8, _toned(fill, (variant * 5 + i * 3) % VARIANTS, 0.07)))
    lines = (0.0, 8.0)
    shapes += [b.rect(at, 0, 0.6, 16, joint) for at in lines]
    return [*shapes, *(b.rect(0, at, 16, 0.6, joint) for at in lines)]


def _boards(b: Brush, fill: Colour, variant: int) -> list[Shape]:
    joint, grain = darker(fill, 0.32), darker(fill, 0.12)
    shapes: list[Shape] = []
    for i in range(4):
        shapes.append(b.rect(0, 4 * i, 16, 4, _toned(fill, (variant * 5 + i * 7) % VARIANTS, 0.09)))
        shapes.append(b.rect((variant * 3 + i * 5) % 11, 4 * i + 2, 4, 0.6, grain))
    shapes += [b.rect(0, 4 * i, 16, 0.6, joint) for i in range(4)]
    # The end of a board.
    row = variant % 4
    return [*shapes, b.rect(2 + variant, 4 * row, 0.6, 4, joint)]


def _earth(b: Brush, fill: Colour, variant: int) -> list[Shape]:
    dark, light = darker(fill, 0.2), lighter(fill, 0.12)
    shapes: list[Shape] = [b.oval(x - 2, y - 1.3, 4.5, 3, darker(fill, 0.09)) for x, y in spots(variant, 3, 2, 14)]
    shapes += [b.rect(x, y, 1, 1, dark) for x, y in spots(variant + 50, 5, 0, 15)]
    shapes += [b.rect(x, y, 1, 1, light) for x, y in spots(variant + 90, 4, 0, 15)]
    if variant % 4 == 1:
        ((x, y),) = spots(variant + 7, 1, 3, 11)
        shapes += [b.oval(x, y, 3, 2.4, dark), b.oval(x, y - 0.4, 2.6, 2, light)]
    return shapes


def _grass(b: Brush, fill: Colour, variant: int) -> list[Shape]:
    dark, light = darker(fill, 0.24), lighter(fill, 0.16)
    shapes: list[Shape] = [b.oval(x - 3, y - 2, 6, 4.5, darker(fill, 0.08)) for x, y in spots(variant + 3, 2, 3, 13)]
    for i, (x, y) in enumerate(spots(variant, 6, 1, 14)):
        blade = light if i % 2 else dark
        shapes += [b.polygon(blade, (x, y - 2), (x + 0.9, y + 1.2), (x - 0.4, y + 1.2))]
        shapes += [b.polygon(blade, (x + 2, y - 1.2), (x + 1.6, y + 1.2), (x + 0.6, y + 1.2))]
    return shapes


def _marble(b: Brush, fill: Colour, variant: int) -> list[Shape]:
    joint, vein = darker(fill, 0.16), lighter(fill, 0.13)
    x = 2 + variant % 9
    end = b.size - b.line
    shapes: list[Shape] = []
    if variant % 3:
        shapes.append(b.polygon(vein, (x, 0), (x + 0.8, 0), (x + 3.2, 8), (x + 1.2, 16), (x + 0.6, 16), (x + 2.2, 8)))
    shapes += [Rect(0, 0, b.size, b.line, vein), Rect(0, end, b.size, b.line, joint)]
    return [*shapes, Rect(end, 0, b.line, b.size, joint)]


def _mosaic(b: Brush, fill: Colour, variant: int) -> list[Shape]:
    shapes: list[Shape] = []
    for i in range(16):
        x, y = i % 4 * 4, i // 4 * 4
        tone = lighter(fill, 0.14) if (i % 4 + i // 4) % 2 else darker(fill, 0.06)
        shapes.append(b.rect(x, y, 3.4, 3.4, _toned(tone, (variant + i * 5) % VARIANTS, 0.1)))
    return shapes


def _rug(b: Brush, fill: Colour, _: int) -> list[Shape]:
    weave = darker(fill, 0.1)
    shapes: list[Shape] = [b.whole(fill), *(b.rect(0, y, 16, 1, weave) for y in (1, 5, 9, 13))]
    mark = lighter(fill, 0.16)
    return [*shapes, b.polygon(mark, (8, 5.6), (10.4, 8), (8, 10.4), (5.6, 8))]


def _rough(b: Brush, fill: Colour, variant: int) -> list[Shape]:
    dark, light = darker(fill, 0.14), lighter(fill, 0.07)
    shapes: list[Shape] = []
    if variant % 3 == 0:
        shapes.append(b.oval(1 + variant % 5, 2 + variant % 4, 10, 8, darker(fill, 0.05)))
    for x, y in spots(variant, variant % 3, 3, 12):
        stone = ((x - 3, y), (x, y - 2.4), (x + 3.4, y - 0.6), (x + 1.4, y + 2.4), (x - 2, y + 2))
        shapes.append(b.polygon(light, *stone))
    for x, y in spots(variant + 31, 1 + variant % 2, 2, 13):
        shapes.append(b.polygon(dark, (x - 2, y), (x + 1.6, y - 1), (x + 2.2, y), (x - 1, y + 1)))
    return shapes


def _frozen(b: Brush, fill: Colour, variant: int) -> list[Shape]:
    light = lighter(fill, 0.22)
    shapes: list[Shape] = []
    for x, y in spots(variant, 1 + variant % 2, 1, 11):
        shapes.append(b.polygon(light, (x, y + 3.4), (x + 3.6, y), (x + 4.4, y), (x + 0.8, y + 3.4)))
    if variant % 5 == 2:
        shapes.append(b.polygon(darker(fill, 0.18), (2, 3), (7, 7), (6, 12), (5.4, 12), (6.2, 7.2), (1.8, 3.6)))
    return shapes


_FLOORS: dict[str, Callable[[Brush, Colour, int], list[Shape]]] = {
    m.SLABS: _slabs, m.TILES: _tiles, m.BOARDS: _boards, m.EARTH: _earth, m.GRASS: _grass, m.MARBLE: _marble,
    m.MOSAIC: _mosaic, m.RUG: _rug, m.ROUGH: _rough, m.FROZEN: _frozen,
}  # fmt: skip


def _liquid(b: Brush, surface: Surface, variant: int) -> list[Shape]:
    if surface.kind == m.CHASM:
        return [b.whole(darker(surface.colour, 0.93))]
    fill = darker(surface.colour, 0.2 if surface.kind == m.LAVA else 0.4)
    shapes: list[Shape] = [b.whole(fill)]
    if b.size < _DETAILS_FROM:
        return shapes
    bright = lighter(fill, 0.3) if surface.kind == m.LIQUID else mix(fill, Colour(255, 214, 92), 0.55)
    shapes += [b.oval(x - 3, y - 1.5, 6, 3.4, darker(fill, 0.12)) for x, y in spots(variant, 2, 3, 13)]
    for x, y in spots(variant + 17, 2, 1, 10):
        shapes += [b.rect(x, y, 2.6, 0.8, bright), b.rect(x + 2, y - 0.8, 2.4, 0.8, bright)]
        shapes.append(b.rect(x + 4, y, 1.6, 0.8, bright))
    return shapes


# -- where a ground ends


def draw_shore(b: Brush, surface: Surface, land: int) -> list[Shape]:
    """Draw the edge of a liquid or a chasm; `land` are the neighbours that are not of it."""
    if surface.kind == m.CHASM:
        return _brink(b, surface, land)
    fill = darker(surface.colour, 0.4)
    wet, foam = darker(fill, 0.3)._replace(a=150), lighter(fill, 0.42)._replace(a=190)
    shapes: list[Shape] = []
    # The bank to the north stands above the liquid, which is darker there.
    if land & NORTH:
        shapes += [b.rect(0, 0, 16, 2.6, wet), b.rect(0, 2.6, 16, 0.7, foam)]
    if land & SOUTH:
        shapes.append(b.rect(0, 15, 16, 0.9, foam))
    if land & WEST:
        shapes += [b.rect(0, 0, 1.2, 16, wet), b.rect(1.2, 0, 0.7, 16, foam)]
    if land & EAST:
        shapes.append(b.rect(15.1, 0, 0.9, 16, foam))
    return shapes


def _brink(b: Brush, surface: Surface, land: int) -> list[Shape]:
    rock = darker(surface.colour, 0.35)
    shapes: list[Shape] = []
    if land & NORTH:
        shapes += [b.rect(0, 0, 16, 5, darker(rock, 0.4)), b.rect(0, 5, 16, 3, darker(rock, 0.7))]
        shapes += [b.rect(x, 1, 1, 4 + x % 3, darker(rock, 0.62)) for x in (2, 6, 11, 14)]
    if land & WEST:
        shapes.append(b.rect(0, 0, 2, 16, darker(rock, 0.5)))
    if land & EAST:
        shapes.append(b.rect(14.4, 0, 1.6, 16, darker(rock, 0.2)))
    if land & SOUTH:
        shapes.append(b.rect(0, 14.6, 16, 1.4, darker(rock, 0.1)))
    return shapes


def draw_hem(b: Brush, surface: Surface, outside: int) -> list[Shape]:
    """Draw the hem of a rug; `outside` are the neighbours that are not of it."""
    fill = darker(surface.colour, 0.42)
    hem, line = lighter(surface.colour, 0.12), darker(fill, 0.42)
    shapes: list[Shape] = []
    for side, edge, seam in ((NORTH, 0.0, 1.6), (SOUTH, 15.2, 13.4)):
        if outside & side:
            shapes += [b.rect(0, seam, 16, 1, hem), b.rect(0, edge, 16, 0.8, line)]
    for side, edge, seam in ((WEST, 0.0, 1.6), (EAST, 15.2, 13.4)):
        if outside & side:
            shapes += [b.rect(seam, 0, 1, 16, hem), b.rect(edge, 0, 0.8, 16, line)]
    return shapes


def draw_shade(b: Brush, walls: int, stands: bool) -> list[Shape]:
    """Draw the shadow of walls to the north and west, and of what stands there. Light comes from the north-west."""
    dark, faint = INK._replace(a=84), INK._replace(a=40)
    shapes: list[Shape] = []
    if walls & NORTH:
        shapes += [b.rect(0, 0, 16, 2.6, dark), b.rect(0, 2.6, 16, 2, faint)]
    if walls & WEST:
        top = b.at(4.6) if walls & NORTH else 0
        width = max(1, b.at(1.8))
        shapes.append(Rect(0, top, width, b.size - top, dark))
        shapes.append(Rect(width, top, max(1, b.at(1.4)), b.size - top, faint))
    elif walls & NORTHWEST and not walls & NORTH:
        shapes.append(b.rect(0, 0, 2, 3, faint))
    if stands:
        shapes += [b.oval(1.4, 6.5, 14.8, 9.6, INK._replace(a=64)), b.oval(2.6, 8, 12.4, 7.2, INK._replace(a=54))]
    return shapes


def draw_grid(b: Brush, in_ink: bool) -> list[Shape]:
    """Draw the line to the next squares: dots in ink, or a veil."""
    wide = b.line
    end = b.size - wide
    if in_ink:
        step = max(2, b.at(4))
        dots = range(0, b.size, step)
        return [*(Rect(x, end, wide, wide, INK) for x in dots), *(Rect(end, y, wide, wide, INK) for y in dots)]
    veil = Colour(244, 242, 234, 46)
    return [Rect(0, end, b.size, wide, veil), Rect(end, 0, wide, end, veil)]
