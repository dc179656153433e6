"""Sprites of items and creatures.

Items are small shapes with a dark rim, creatures round tokens, and players have a bright ring.
"""

from __future__ import annotations

from host.render.brush import Brush
from host.render.looks import Look
from host.render.palette import INK, Colour, colour_of, darker, legible, lighter
from host.render.shapes import Shape


def draw_creature(b: Brush, look: Look) -> list[Shape]:
    """Draw a monster or an object as its glyph on a disc."""
    colour = legible(colour_of(look.colour), 80)
    shapes: list[Shape] = [
        b.oval(1, 1.5, 14.5, 14.5, INK._replace(a=150)),
        b.oval(0.8, 0.8, 14.4, 14.4, darker(colour, 0.55)),
        b.oval(1.8, 1.8, 12.4, 12.4, colour),
    ]
    return [*shapes, b.on(look.glyph, colour, b.small)]


def draw_player(b: Brush, look: Look) -> list[Shape]:
    """Draw a knight on a disc in the colour of its player."""
    colour = colour_of(look.colour)
    ground = darker(colour, 0.62)
    return [
        b.oval(0, 0, 16, 16, INK),
        b.oval(0.5, 0.5, 15, 15, Colour(255, 255, 255)),
        b.oval(2, 2, 12, 12, ground),
        b.letter(look.glyph, lighter(colour, 0.5), b.small),
    ]


def draw_number(b: Brush, text: str, colour: str) -> list[Shape]:
    """Draw the number of a player on the home where they start."""
    ground = colour_of(colour)
    return [
        b.oval(1.5, 1.5, 13, 13, INK),
        b.oval(2.3, 2.3, 11.4, 11.4, ground),
        b.on(text, ground, b.small),
    ]


def draw_item(b: Brush, look: Look) -> list[Shape]:
    """Draw an item by its glyph."""
    colour = legible(colour_of(look.colour), 110)
    draw = _DRAWINGS.get(look.glyph)
    return draw(b, colour) if draw is not None and b.size >= 12 else _chip(b, look.glyph, colour)


def _chip(b: Brush, glyph: str, colour: Colour) -> list[Shape]:
    """Draw a dark chip with a bright letter."""
    if b.size < 12:
        return [b.rect(1, 0, 14, 16, INK._replace(a=170)), b.letter(glyph, colour, b.small)]
    rim = [b.oval(1, 1, 14, 14, colour), b.oval(2.2, 2.2, 11.6, 11.6, INK)]
    return [*rim, b.letter(glyph, colour, b.small)]


def draw_place(b: Brush, look: Look) -> list[Shape]:
    """Draw an object of a dialect that is a part of the map, such as an entrance or a lever."""
    colour = legible(colour_of(look.colour), 100)
    if look.glyph == "∩":
        return [
            b.oval(2, 1, 12, 13, colour),
            b.rect(2, 8, 12, 7, colour),
            b.oval(4, 3.5, 8, 9, INK),
            b.rect(4, 8, 8, 7, INK),
        ]
    if look.glyph == "#":
        return [*b.framed(0.5, 0.5, 15, 15, darker(colour, 0.25)), b.rect(1.5, 1.5, 13, 1.5, lighter(colour, 0.1))]
    return b.outlined(look.glyph, colour, b.large)


# -- items, in sixteenths; dark below, so that they stand out on any floor


def _blade(b: Brush, colour: Colour) -> list[Shape]:
    return [
        b.polygon(INK, (1.5, 12.5), (10.5, 2), (15, 1), (14, 5.5), (4, 15)),
        b.polygon(colour, (5.2, 10), (11.2, 3), (14, 2), (13, 4.8), (6.4, 11.2)),
        b.polygon(Colour(122, 84, 52), (2.6, 12.6), (4.6, 10.4), (6.2, 12), (4, 14)),
        b.polygon(lighter(colour, 0.4), (3, 8.8), (4.2, 7.8), (8.6, 12.2), (7.6, 13.4)),
    ]


def _wand(b: Brush, colour: Colour) -> list[Shape]:
    return [
        b.polygon(INK, (2, 12.4), (11.4, 2.6), (14, 5), (4.4, 14.8)),
        b.polygon(darker(colour, 0.3), (3.2, 12.6), (11.4, 4), (12.6, 5), (4.4, 13.6)),
        b.oval(9.5, 1.5, 5, 5, lighter(colour, 0.5)),
    ]


def _flask(b: Brush, colour: Colour) -> list[Shape]:
    return [
        b.oval(2.5, 5, 11, 10, INK),
        b.rect(5.5, 1, 5, 6, INK),
        b.rect(6.5, 2, 3, 5, Colour(206, 214, 222)),
        b.oval(3.6, 6, 8.8, 8, colour),
        b.oval(5, 7.4, 2.6, 2.6, lighter(colour, 0.6)),
    ]


def _scroll(b: Brush, colour: Colour) -> list[Shape]:
    paper = lighter(colour, 0.55)
    return [
        b.rect(3, 1, 10, 14, INK),
        b.rect(4, 2, 8, 12, paper),
        b.rect(4, 2, 8, 2, colour),
        b.rect(4, 12, 8, 2, colour),
        *(b.rect(5, y, 6, 1, darker(colour, 0.45)) for y in (6, 8, 10)),
    ]


def _coins(b: Brush, colour: Colour) -> list[Shape]:
    shapes: list[Shape] = []
    for x, y in ((2, 7.5), (7.5, 7.5), (4.7, 3)):
        shapes += [b.oval(x, y, 7, 7, INK), b.oval(x + 0.8, y + 0.8, 5.4, 5.4, colour)]
        shapes.append(b.oval(x + 2, y + 1.8, 2.4, 2.4, lighter(colour, 0.6)))
    return shapes


def _gem(b: Brush, colour: Colour) -> list[Shape]:
    return [
        b.polygon(INK, (8, 1), (14.5, 7), (8, 15), (1.5, 7)),
        b.polygon(colour, (8, 2.4), (13, 7), (8, 13.4), (3, 7)),
        b.polygon(lighter(colour, 0.5), (8, 2.4), (8, 7), (3, 7)),
        b.polygon(darker(colour, 0.35), (8, 13.4), (8, 7), (13, 7)),
    ]


def _shield(b: Brush, colour: Colour) -> list[Shape]:
    return [
        b.polygon(INK, (2, 1.5), (14, 1.5), (14, 8), (8, 15.2), (2, 8)),
        b.polygon(colour, (3, 2.6), (8, 2.6), (8, 13.6), (3, 7.6)),
        b.polygon(darker(colour, 0.3), (13, 2.6), (8, 2.6), (8, 13.6), (13, 7.6)),
    ]


def _ring(b: Brush, colour: Colour) -> list[Shape]:
    return [
        b.oval(2, 3, 12, 12, INK),
        b.oval(3, 4, 10, 10, colour),
        b.oval(5, 6, 6, 6, INK),
        b.polygon(lighter(colour, 0.6), (8, 0.8), (10.2, 3.4), (8, 6), (5.8, 3.4)),
    ]


def _food(b: Brush, colour: Colour) -> list[Shape]:
    cut = darker(colour, 0.5)
    return [
        b.oval(1, 4.5, 14, 9.5, INK),
        b.oval(2, 5.5, 12, 7.5, colour),
        b.oval(3.5, 6, 8, 3, lighter(colour, 0.4)),
        *(b.polygon(cut, (x, 11), (x + 1.6, 6.4), (x + 2.6, 6.4), (x + 1, 11)) for x in (4, 7.2, 10.4)),
    ]


def _key(b: Brush, colour: Colour) -> list[Shape]:
    return [
        b.oval(1, 4, 8, 8, INK),
        b.rect(7, 6.5, 8.5, 3, INK),
        b.rect(10, 9, 5, 3.5, INK),
        b.oval(2, 5, 6, 6, colour),
        b.oval(3.8, 6.8, 2.4, 2.4, INK),
        b.rect(7.5, 7, 7, 2, colour),
        b.rect(11, 9, 1.2, 2.4, colour),
        b.rect(13, 9, 1.2, 2.4, colour),
    ]


def _pick(b: Brush, colour: Colour) -> list[Shape]:
    return [
        b.rect(1, 6.5, 14.5, 3, INK),
        b.rect(11.5, 3.5, 3.5, 4, INK),
        b.rect(2, 7, 12.5, 2, colour),
        b.rect(12.5, 4.5, 1.6, 3, colour),
        b.rect(2, 7, 5, 2, darker(colour, 0.4)),
    ]


# Glyph -> what draws an item with it.
_DRAWINGS = {
    ")": _blade, "/": _wand, "!": _flask, "?": _scroll, "$": _coins, "*": _gem, "[": _shield, "=": _ring, "%": _food,
    "ʺ": _key, "ʼ": _pick,
}  # fmt: skip
