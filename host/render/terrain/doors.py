"""Doors as they stand in their wall, with their state: open, locked and with which key, barred, secret."""

from __future__ import annotations

from typing import NamedTuple

from host.model.tile import CLEAR, MISSILES, Tile
from host.render.brush import Brush
from host.render.font import HEIGHT, WIDTH
from host.render.looks import tile_look
from host.render.palette import INK, Colour, colour_of, darker, lighter
from host.render.shapes import Rect, Shape
from host.render.terrain.materials import Surface, words_of
from host.render.terrain.walls import draw_body, top_of

_WARNING = Colour(255, 92, 84)
_BLANK = Colour(250, 244, 226)
# Glyphs of doors in one direction: to the north, east, south and west.
ARROWS = "↑→↓←"


class Lock(NamedTuple):
    """What opens a lock: a kind, its colour in pictures, and on paper the letter of the key, which shows no colours."""

    kind: str
    colour: Colour
    letter: str = ""


# Kinds of locks: opened by a key, by lockpicks alone, by levers and the like.
KEY, PICK, SPECIAL = "key", "pick", "special"
PICKED, SPECIALLY = Lock(PICK, Colour(92, 100, 118)), Lock(SPECIAL, Colour(236, 92, 92))


def is_secret(tile: Tile) -> bool:
    """Return whether a door is secret, by its name or its id: players do not see it, and it is drawn as a wall."""
    return any(word.startswith("secret") for word in words_of(tile))


def draw_door(
    b: Brush, tile: Tile, wall: Surface, *, across: bool, lock: Lock | None = None, paper: bool = False
) -> list[Shape]:
    """Draw a door in a wall; `across` for a wall from east to west, and `paper` as on printed maps.

    A door whose glyph is an arrow leads that way alone, and has the arrow.
    """
    look = tile_look(tile)
    colour = colour_of(look.colour)
    if is_secret(tile) and not tile.is_open:
        shapes = _secret(b, wall, across=across)
    elif paper and not tile.is_open and tile.access[MISSILES] != CLEAR:
        # Black becomes its outline.
        shapes = [b.rect(1, 4, 14, 8, _BLANK) if across else b.rect(4, 1, 8, 14, _BLANK)]
    else:
        shapes = _across(b, tile, colour, wall) if across else _along(b, tile, colour, wall)
    if look.glyph in ARROWS and not tile.is_open:
        shapes += _arrow(b, ARROWS.index(look.glyph), across=across)
    if lock is not None and not tile.is_open:
        shapes += draw_lock(b, lock)
    return shapes


def _arrow(b: Brush, direction: int, *, across: bool) -> list[Shape]:
    """Draw an arrow to the north, east, south or west on a door."""
    x, y = 8, 10 if across else 8
    shapes: list[Shape] = []
    for reach, colour in ((5.0, INK), (3.2, _BLANK)):
        # To the north, and turned clockwise from there.
        ends = [(0.0, -reach), (reach, reach * 0.8), (-reach, reach * 0.8)]
        for _ in range(direction):
            ends = [(-dy, dx) for dx, dy in ends]
        shapes.append(b.polygon(colour, *((x + dx, y + dy) for dx, dy in ends)))
    return shapes


def _across(b: Brush, tile: Tile, colour: Colour, wall: Surface) -> list[Shape]:
    top, frame = top_of(wall.colour), darker(wall.colour, 0.72)
    shapes: list[Shape] = [b.rect(0, 0, 16, 4, top), Rect(0, 0, b.size, b.line, lighter(top, 0.26))]
    shapes += [b.rect(0, 4, 2, 12, frame), b.rect(14, 4, 2, 12, frame), b.rect(0, 3.4, 16, 1.6, frame)]
    shapes += [b.rect(x, 4.6, 0.9, 11, darker(wall.colour, 0.4)) for x in (0.6, 14.5)]
    if tile.is_open:
        return [*shapes, b.rect(2, 5, 12, 3, INK._replace(a=90)), *b.framed(2, 5, 3, 11, colour)]
    if tile.access[MISSILES] == CLEAR:
        shapes.append(b.rect(2, 5, 12, 11, INK._replace(a=170)))
        shapes += [b.rect(x, 5, 1.2, 11, lighter(colour, 0.25)) for x in (3, 6, 9, 12)]
        return [*shapes, b.rect(2, 8, 12, 1, colour), b.rect(2, 12, 12, 1, colour)]
    shapes.append(b.rect(2, 5, 12, 11, colour))
    shapes += [b.rect(x, 5, 0.8, 11, darker(colour, 0.42)) for x in (5, 8, 11)]
    iron = darker(colour, 0.58)
    shapes += [b.rect(2, 6.6, 12, 1.2, iron), b.rect(2, 13, 12, 1.2, iron)]
    return [*shapes, b.rect(2, 5, 12, 0.8, lighter(colour, 0.34)), b.oval(11, 9.4, 2, 2, lighter(colour, 0.72))]


def _along(b: Brush, tile: Tile, colour: Colour, wall: Surface) -> list[Shape]:
    frame = darker(wall.colour, 0.72)
    shapes: list[Shape] = [b.rect(3.4, 0, 9.2, 2, frame), b.rect(3.4, 14, 9.2, 2, frame)]
    if tile.is_open:
        return [*shapes, *b.framed(5, 1, 10, 3, colour)]
    if tile.access[MISSILES] == CLEAR:
        shapes.append(b.rect(5, 2, 6, 12, INK._replace(a=170)))
        shapes += [b.rect(5, y, 6, 1.2, lighter(colour, 0.25)) for y in (3, 6, 9, 12)]
        return [*shapes, b.rect(7.5, 2, 1, 12, colour)]
    shapes += b.framed(5, 1, 6, 14, colour)
    iron = darker(colour, 0.58)
    shapes += [b.rect(5.6, 3.6, 5, 1.2, iron), b.rect(5.6, 11.4, 5, 1.2, iron)]
    return [*shapes, b.rect(6, 2, 1, 12, lighter(colour, 0.34)), b.oval(8.4, 7.2, 1.8, 1.8, lighter(colour, 0.72))]


def _secret(b: Brush, wall: Surface, *, across: bool) -> list[Shape]:
    """Draw a part of the wall with a crack around the door."""
    crack = darker(wall.colour, 0.78)
    shapes = draw_body(b, wall, 2, across)
    frame = (3.0, 3.0, 10.0, 13.0) if across else (4.0, 2.0, 8.0, 12.0)
    x, y, w, h = frame
    steps = range(0, int(w), 3)
    shapes += [b.rect(x + i, y, 1.8, 0.9, crack) for i in steps]
    if not across:
        shapes += [b.rect(x + i, y + h, 1.8, 0.9, crack) for i in steps]
    return [*shapes, *(b.rect(at, y + i, 0.9, 1.8, crack) for at in (x, x + w) for i in range(0, int(h), 3))]


def draw_lock(b: Brush, lock: Lock) -> list[Shape]:
    """Draw a padlock in the colour of what opens it."""
    colour = lock.colour
    if lock.letter and b.size >= 12:
        return draw_tag(b, lock.letter)
    if b.size < 12:
        return [b.rect(6, 8, 5, 5, INK), b.rect(6.5, 9, 3, 3, colour)]
    shapes: list[Shape] = [b.rect(5.5, 6, 5, 4, INK), b.rect(6.4, 6.8, 3.2, 3, colour)]
    shapes += [b.rect(7.3, 7.7, 1.4, 2, INK), b.rect(4.7, 8.4, 6.6, 6, INK)]
    shapes += [b.rect(5.4, 9, 5.2, 4.6, colour), b.rect(5.4, 9, 5.2, 0.9, lighter(colour, 0.5))]
    mark = b.rect(7.5, 10.4, 1, 2.2, INK)
    return [*shapes, b.oval(7, 10, 2, 2, INK), mark] if lock.kind == KEY else [*shapes, mark]


def letter_of_key(number: int) -> str:
    """Return the letter of a key and of its locks on paper; an empty text for numbers without one."""
    return chr(ord("A") + number - 1) if 0 < number <= 26 else ""


def draw_tag(b: Brush, letter: str, shift: int = 0) -> list[Shape]:
    """Draw a letter on a dark plate, `shift` pixels below and to the right of the middle."""
    mark = b.letter(letter, _BLANK, b.small)
    mark = mark._replace(x=mark.x + shift, y=mark.y + shift)
    rim = 2 * b.small
    plate = Rect(mark.x - rim, mark.y - rim, b.small * WIDTH + 2 * rim, b.small * HEIGHT + 2 * rim, INK)
    return [plate, mark]


def draw_warning(b: Brush) -> list[Shape]:
    """Draw the mark of a trap."""
    return [b.polygon(INK, (9, 6.5), (12.5, 0), (16, 6.5)), b.polygon(_WARNING, (10, 6), (12.5, 1.2), (15, 6))]
