"""Sprites of items and creatures on a square, and what stands for those that no family suits.

Letters are the last resort: an item is a chip with its glyph, a creature a disc.
"""

from __future__ import annotations

from host.render.brush import Brush
from host.render.looks import Look
from host.render.palette import INK, Colour, colour_of, darker, legible, lighter
from host.render.shapes import Shape
from host.render.sprites.drawing import LETTER, Art, draw_art


def draw_creature(b: Brush, look: Look, art: Art) -> list[Shape]:
    """Draw a monster or an object with its shadow; without a sprite, its glyph on a disc."""
    if art.key != LETTER:
        return [b.oval(2.5, 12.6, 11, 3.2, INK._replace(a=90)), *draw_art(b, art)]
    colour = legible(colour_of(look.colour), 80)
    shapes: list[Shape] = [
        b.oval(1, 1.5, 14.5, 14.5, INK._replace(a=150)),
        b.oval(0.8, 0.8, 14.4, 14.4, darker(colour, 0.55)),
        b.oval(1.8, 1.8, 12.4, 12.4, colour),
    ]
    return [*shapes, b.on(look.glyph, colour, b.small)]


def draw_player(b: Brush, look: Look, art: Art) -> list[Shape]:
    """Draw a knight in the colour of its player, with a bright ring around the feet."""
    ground = darker(colour_of(look.colour), 0.5)
    return [
        b.oval(0, 8.4, 16, 7.6, INK),
        b.oval(0.6, 9, 14.8, 6.4, Colour(255, 255, 255)),
        b.oval(1.8, 10, 12.4, 4.6, ground),
        *draw_art(b, art),
    ]


def draw_number(b: Brush, text: str, colour: str) -> list[Shape]:
    """Draw the number of a player on the home where they start."""
    ground = colour_of(colour)
    return [
        b.oval(1.5, 1.5, 13, 13, INK),
        b.oval(2.3, 2.3, 11.4, 11.4, ground),
        b.on(text, ground, b.small),
    ]


def draw_item(b: Brush, look: Look, art: Art) -> list[Shape]:
    """Draw an item; without a sprite, a dark chip with its glyph."""
    if art.key != LETTER:
        return [*draw_art(b, art)]
    colour = legible(colour_of(look.colour), 110)
    if b.size < 12:
        return [b.rect(1, 0, 14, 16, INK._replace(a=170)), b.letter(look.glyph, colour, b.small)]
    rim = [b.oval(1, 1, 14, 14, colour), b.oval(2.2, 2.2, 11.6, 11.6, INK)]
    return [*rim, b.letter(look.glyph, colour, b.small)]


def draw_block(b: Brush, look: Look) -> list[Shape]:
    """Draw an object of a dialect that is a wall."""
    colour = legible(colour_of(look.colour), 100)
    return [*b.framed(0.5, 0.5, 15, 15, darker(colour, 0.25)), b.rect(1.5, 1.5, 13, 1.5, lighter(colour, 0.1))]


def draw_mark(b: Brush, look: Look) -> list[Shape]:
    """Draw the glyph of an object of a dialect that is a part of the map."""
    return b.outlined(look.glyph, legible(colour_of(look.colour), 100), b.large)
