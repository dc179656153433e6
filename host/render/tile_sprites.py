"""Sprites of tiles, seen from above.

Floors have low contrast, and features on them high contrast. Walls have a bright top and a face towards the viewer.
Light comes from the north-west.
"""

from __future__ import annotations

from host.model.tile import APPROACH, BARREL, CHEST, CLEAR, HOME, WALKING, Tile
from host.render.brush import Brush
from host.render.looks import Look, tile_look
from host.render.palette import INK, Colour, colour_of, darker, legible, lighter, mix
from host.render.shapes import Rect, Shape
from host.render.sprites.choices import GROUNDS, HOME_KEY, STAIRS, WALL
from host.render.sprites.drawing import LETTER, Art, draw_art
from host.render.terrain.doors import Lock, draw_lock

_STONE = colour_of("grey")
# Stairs to another level, besides the directions in which stairs lead down.
UP, DOWN = "up", "down"


# -- homes


def draw_home(b: Brush, tile: Tile, facing: int = 0) -> list[Shape]:
    """Draw a bright archway; `facing` is the direction from the square in front of it to the home."""
    colour = colour_of(tile_look(tile).colour)
    stone = lighter(darker(_STONE, 0.16), 0.06)
    shapes: list[Shape] = [b.whole(stone), Rect(0, 0, b.size, b.line, lighter(stone, 0.24))]
    for inset, fill in ((2.0, colour), (3.5, darker(colour, 0.72))):
        box = (inset, 8.0, 16 - 2 * inset, 8.0 - (inset > 2))
        for _ in range(facing):
            box = 16 - box[1] - box[3], box[0], box[3], box[2]
        shapes += [b.oval(inset, inset, 16 - 2 * inset, 16 - 2 * inset, fill), b.rect(*box, fill)]
    return shapes


# -- features on floors


def draw_tile(b: Brush, tile: Tile, art: Art, *, lock: Lock | None = None) -> list[Shape]:
    """Draw a tile above the ground of a square, except doors in walls; nothing of grounds and walls."""
    look = tile_look(tile)
    if tile.kind == HOME and art.key == HOME_KEY:
        return draw_home(b, tile)
    if tile.kind == CHEST:
        return _container(b, tile, art, lock)
    if tile.kind == BARREL and art.key == "barrel":
        return _barrel(b, tile)
    if art.key == STAIRS and art.drawn is None:
        return draw_steps(b, tile.stairs or (UP if look.glyph == "<" else DOWN), colour_of(look.colour))
    if art.key == LETTER:
        return _draw_letter(b, tile, look)
    # Grounds and walls have layers of their own, and a mod may add them to any square.
    return [] if art.key in (*GROUNDS, WALL) and tile.sprite is None else [*draw_art(b, art)]


def _draw_letter(b: Brush, tile: Tile, look: Look) -> list[Shape]:
    colour = colour_of(look.colour)
    if tile.access[WALKING] == CLEAR:
        return [b.letter(look.glyph, legible(colour, 90), b.small)]
    return draw_board(b, look, tall=tile.access[WALKING] != APPROACH)


def draw_board(b: Brush, look: Look, *, tall: bool) -> list[Shape]:
    """Draw what blocks its square and has no sprite: a board with its glyph."""
    glyph, colour = look.glyph, colour_of(look.colour)
    if b.size < 12:
        return [b.rect(0, 0, 15, 15, darker(colour, 0.75)), b.letter(glyph, legible(colour), b.small)]
    fill = darker(colour, 0.28 if tall else 0.4)
    shapes = [*b.framed(1, 1, 14, 14, fill), b.rect(2, 2, 12, 1, lighter(fill, 0.25))]
    return [*shapes, b.on(glyph, fill, b.small)]


def draw_steps(b: Brush, direction: str, colour: Colour) -> list[Shape]:
    """Draw steps that lead down in a direction; the top of stairs is one flat step."""
    shapes: list[Shape] = [b.rect(1, 1, 14, 14, INK)]
    if direction in (UP, DOWN):
        return _flight(b, direction, colour)
    if direction == "special":
        return [*shapes, b.rect(2, 2, 12, 12, darker(colour, 0.25)), b.rect(4, 4, 8, 8, darker(colour, 0.45))]
    for i in range(4):
        tread = darker(colour, 0.1 + 0.2 * i)
        along = 2 + 3.0 * i
        x, y, w, h = {
            "north": (2, 11 - 3.0 * i, 12, 2.4),
            "east": (along, 2, 2.4, 12),
            "west": (11 - 3.0 * i, 2, 2.4, 12),
        }.get(direction, (2, along, 12, 2.4))
        shapes.append(b.rect(x, y, w, h, tread))
    return shapes


def _flight(b: Brush, direction: str, colour: Colour) -> list[Shape]:
    """Draw stairs to another level: up to the light between two posts, or down into a dark pit."""
    if direction == UP:
        shapes: list[Shape] = [b.polygon(INK, (0.5, 15.5), (3, 0.5), (13, 0.5), (15.5, 15.5))]
        for i in range(4):
            inset, y = 1.4 + 0.6 * i, 12.0 - 3.7 * i
            tread = mix(darker(colour, 0.3), lighter(colour, 0.55), i / 3)
            shapes += [
                b.rect(inset, y, 16 - 2 * inset, 2, tread),
                b.rect(inset, y + 2, 16 - 2 * inset, 1.1, darker(tread, 0.55)),
            ]
        return shapes
    rim = darker(colour, 0.35)
    shapes = [*b.framed(0.5, 0.5, 15, 15, rim), b.rect(1, 1, 14, 0.8, lighter(rim, 0.3)), b.rect(2, 2, 12, 12, INK)]
    for i in range(4):
        inset, y = 2.4 + 0.7 * i, 2.6 + 2.8 * i
        tread = darker(colour, 0.12 + 0.21 * i)
        shapes.append(b.rect(inset, y, 16 - 2 * inset, 1.7, tread))
    return shapes


def _container(b: Brush, tile: Tile, art: Art, lock: Lock | None) -> list[Shape]:
    """Draw a chest, or a container that looks like something else."""
    if art.key == "chest":
        return _chest(b, tile, lock)
    opening = [b.rect(5, 4, 6, 8, INK._replace(a=200))] if tile.is_open else []
    return [*draw_art(b, art), *opening, *(draw_lock(b, lock) if lock and not tile.is_open else [])]


def _chest(b: Brush, tile: Tile, lock: Lock | None) -> list[Shape]:
    colour = colour_of(tile_look(tile).colour)
    body, lid, band = darker(colour, 0.2), lighter(colour, 0.12), darker(colour, 0.6)
    if tile.is_open:
        shapes = [*b.framed(2, 2, 12, 4, darker(lid, 0.2)), *b.framed(2, 7, 12, 7, body)]
        return [*shapes, b.rect(3, 6, 10, 3, INK)]
    shapes = [*b.framed(1.5, 3, 13, 11, body), b.rect(2.5, 4, 11, 3, lid), b.rect(2, 7, 12, 1, band)]
    if b.size >= 12:
        shapes += [b.rect(4, 4, 1, 9, band), b.rect(11, 4, 1, 9, band)]
    clasp = lock.colour if lock else lighter(colour, 0.6)
    shapes += [b.rect(6.5, 6, 3, 4, band), b.rect(7, 6.5, 2, 3 if lock else 2, clasp)]
    return shapes


def _barrel(b: Brush, tile: Tile) -> list[Shape]:
    colour = colour_of(tile_look(tile).colour)
    hoop = darker(colour, 0.6)
    return [
        b.oval(3, 9, 10, 6, hoop),
        b.rect(3, 4.5, 10, 8, darker(colour, 0.18)),
        b.rect(3, 4.5, 3, 8, lighter(colour, 0.1)),
        b.rect(3, 7, 10, 1, hoop),
        b.rect(3, 11, 10, 1, hoop),
        b.oval(3, 1.5, 10, 6, hoop),
        b.oval(4, 2.3, 8, 4.2, lighter(colour, 0.22)),
    ]
