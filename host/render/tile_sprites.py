"""Sprites of tiles, seen from above.

Floors have low contrast, and features on them high contrast. Walls have a bright top and a face towards the viewer.
Light comes from the north-west.
"""

from __future__ import annotations

from host.model.tile import APPROACH, BARREL, CHEST, CLEAR, HOME, MISSILES, PLAIN, WALKING, Tile
from host.render.brush import Brush
from host.render.looks import Look, is_bland, is_liquid, tile_look
from host.render.palette import INK, Colour, colour_of, darker, legible, lighter, mix
from host.render.shapes import Rect, Shape
from host.render.sprites.choices import GROUNDS, HOLES, HOME_KEY, STAIRS
from host.render.sprites.drawing import LETTER, Art, draw_art

# Neighbours of a square by bit: the four sides clockwise from north, and the corners clockwise from north-east.
NORTH, EAST, SOUTH, WEST, NORTHEAST, SOUTHEAST, SOUTHWEST, NORTHWEST = (1 << i for i in range(8))

# Locks as pictures show them.
KEY, PICK, SPECIAL = "key", "pick", "special"
_LOCK_COLOURS = {KEY: Colour(255, 206, 72), PICK: Colour(206, 214, 226), SPECIAL: Colour(236, 92, 92)}
_STONE = colour_of("grey")
_FACE = 6


def is_ground(tile: Tile, *, lowest: bool) -> bool:
    """Return whether a tile is ground, on which other tiles stand."""
    if is_liquid(tile):
        return True
    if tile.kind != PLAIN or tile.stairs is not None or tile.sprite is not None:
        return False
    opens = not tile.items_allowed and tile.glyph in (None, "^", *HOLES)
    return lowest and tile.access[WALKING] == CLEAR and not opens


def is_void(tile: Tile) -> bool:
    """Return whether a tile is not drawn, because it is invisible rock."""
    return tile.glyph is not None and tile.glyph.isspace()


def _top(wall: Colour) -> Colour:
    """Return the colour of the top of a wall."""
    return lighter(darker(wall, 0.16), 0.06)


# -- ground


def draw_ground(b: Brush, tile: Tile | None, *, is_bare: bool = False) -> list[Shape]:
    """Draw a floor; None draws the default floor, and a bare one has no mark, because its sprite stands on it."""
    if tile is None:
        return _floor(b, _STONE, "")
    look = tile_look(tile)
    if is_liquid(tile):
        return _liquid(b, colour_of(look.colour))
    return _floor(b, colour_of(look.colour), "" if is_bare or is_bland(tile) else look.glyph)


def _floor(b: Brush, colour: Colour, glyph: str) -> list[Shape]:
    fill = darker(colour, 0.4)
    mark = lighter(fill, 0.17)
    shapes: list[Shape] = [b.whole(fill)]
    line = darker(fill, 0.2)
    end = b.size - b.line
    shapes += [Rect(0, end, b.size, b.line, line), Rect(end, 0, b.line, b.size, line)]
    strong = legible(mix(colour, fill, 0.25), 90)
    if glyph in ("", ".", "·"):
        shapes.append(b.rect(7, 7, 2, 2, mark))
    elif glyph in (",", '"', "`"):
        for x, y in ((3, 4), (11, 3), (7, 9), (13, 11)):
            shapes += [b.rect(x, y, 1, 3, mark), b.rect(x - 1, y + 1, 1, 2, mark)]
    elif glyph == "-":
        shapes += [b.rect(0, 0, 16, 1, mark), b.rect(0, 14, 16, 1, mark), b.rect(7, 7, 2, 1, mark)]
    elif glyph == ":":
        shapes += [b.rect(0, 0, 8, 8, mark), b.rect(8, 8, 8, 8, mark)]
    elif glyph == "=":
        shapes += [b.rect(0, y, 15, 1, mark) for y in (3, 8, 13)]
    else:
        shapes.append(b.letter(glyph, strong, b.small))
    return shapes


def _liquid(b: Brush, colour: Colour) -> list[Shape]:
    fill = darker(colour, 0.42)
    wave = lighter(fill, 0.28)
    shapes: list[Shape] = [b.whole(fill)]
    for x, y in ((1, 4), (8, 9), (2, 13)):
        shapes += [b.rect(x, y, 3, 1, wave), b.rect(x + 2, y - 1, 3, 1, wave), b.rect(x + 4, y, 2, 1, wave)]
    return shapes


def draw_shade(b: Brush, walls: int) -> list[Shape]:
    """Draw the shadow of walls to the north and west."""
    dark = INK._replace(a=80)
    shapes: list[Shape] = []
    if walls & NORTH:
        shapes.append(b.rect(0, 0, 16, 3, dark))
    if walls & WEST:
        top = b.at(3) if walls & NORTH else 0
        shapes.append(Rect(0, top, max(1, b.at(2)), b.size - top, dark))
    elif walls & NORTHWEST and not walls & NORTH:
        shapes.append(b.rect(0, 0, 2, 3, dark))
    return shapes


# -- walls


def draw_wall(b: Brush, tile: Tile | None, near: int) -> list[Shape]:
    """Draw a wall. Its neighbours in `near` are visible squares; it connects to the others."""
    colour = colour_of(tile_look(tile).colour) if tile is not None else _STONE
    top, face = _top(colour), darker(colour, 0.64)
    light, dark = lighter(top, 0.24), darker(top, 0.45)
    shapes: list[Shape] = [b.whole(top)]
    s, line = b.size, b.line
    height = s
    if near & SOUTH:
        height = s - max(2, b.at(_FACE))
        shapes += [Rect(0, height, s, s - height, face), Rect(0, height, s, line, dark)]
        shapes.append(Rect(0, s - line, s, line, darker(face, 0.4)))
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
        shapes.append(Rect(0, s - max(2, b.at(_FACE)), line, max(2, b.at(_FACE)), light))
    if near & SOUTHEAST and not near & (SOUTH | EAST):
        shapes.append(Rect(s - line, s - max(2, b.at(_FACE)), line, max(2, b.at(_FACE)), dark))
    return shapes


# -- doors and homes


def draw_door(b: Brush, tile: Tile, *, across: bool, lock: str | None, trapped: bool) -> list[Shape]:
    """Draw a door; `across` for one in a wall from east to west."""
    colour = colour_of(tile_look(tile).colour)
    shapes = _door_across(b, tile, colour) if across else _door_along(b, tile, colour)
    if lock is not None and not tile.is_open:
        shapes += _padlock(b, lock, 8 if across else 10, 9)
    return shapes + (_warning(b) if trapped else [])


def _door_across(b: Brush, tile: Tile, colour: Colour) -> list[Shape]:
    top, frame = _top(_STONE), darker(colour, 0.6)
    shapes: list[Shape] = [b.rect(0, 0, 16, 4, top), Rect(0, 0, b.size, b.line, lighter(top, 0.24))]
    shapes += [b.rect(0, 4, 2, 12, frame), b.rect(14, 4, 2, 12, frame), b.rect(0, 3, 16, 2, frame)]
    if tile.is_open:
        return [*shapes, b.rect(2, 5, 12, 3, INK._replace(a=90)), *b.framed(2, 5, 3, 11, colour)]
    if tile.access[MISSILES] == CLEAR:
        shapes.append(b.rect(2, 5, 12, 11, INK._replace(a=150)))
        shapes += [b.rect(x, 5, 1, 11, lighter(colour, 0.2)) for x in (3, 6, 9, 12)]
        return [*shapes, b.rect(2, 9, 12, 1, colour)]
    shapes.append(b.rect(2, 5, 12, 11, colour))
    shapes += [b.rect(x, 5, 1, 11, darker(colour, 0.35)) for x in (5, 10)]
    return [*shapes, b.rect(2, 5, 12, 1, lighter(colour, 0.3)), b.rect(11.5, 10, 1.5, 1.5, lighter(colour, 0.7))]


def _door_along(b: Brush, tile: Tile, colour: Colour) -> list[Shape]:
    frame = darker(colour, 0.6)
    shapes: list[Shape] = [b.rect(4, 0, 8, 2, frame), b.rect(4, 14, 8, 2, frame)]
    if tile.is_open:
        return [*shapes, *b.framed(5, 1, 10, 3, colour)]
    if tile.access[MISSILES] == CLEAR:
        shapes.append(b.rect(5, 2, 6, 12, INK._replace(a=150)))
        shapes += [b.rect(5, y, 6, 1, lighter(colour, 0.2)) for y in (3, 6, 9, 12)]
        return [*shapes, b.rect(7.5, 2, 1, 12, colour)]
    shapes += b.framed(5, 1, 6, 14, colour)
    return [*shapes, b.rect(6, 2, 1, 12, lighter(colour, 0.3)), b.rect(8.5, 10, 1.5, 1.5, lighter(colour, 0.7))]


def _padlock(b: Brush, lock: str, x: float, y: float) -> list[Shape]:
    colour = _LOCK_COLOURS[lock]
    body = b.framed(x - 2.5, y, 5, 4.5, colour)
    if b.size < 12:
        return [b.rect(x - 1.5, y, 3, 3, colour)]
    hoop = [b.rect(x - 1.5, y - 2, 3, 1, colour), b.rect(x - 1.5, y - 2, 1, 2, colour)]
    return [*hoop, b.rect(x + 0.5, y - 2, 1, 2, colour), *body]


def _warning(b: Brush) -> list[Shape]:
    return [
        b.polygon(INK, (9, 6.5), (12.5, 0), (16, 6.5)),
        b.polygon(Colour(255, 92, 84), (10, 6), (12.5, 1.2), (15, 6)),
    ]


def draw_home(b: Brush, tile: Tile, facing: int = 0) -> list[Shape]:
    """Draw a bright archway; `facing` is the direction from the square in front of it to the home."""
    colour = colour_of(tile_look(tile).colour)
    stone = _top(_STONE)
    shapes: list[Shape] = [b.whole(stone), Rect(0, 0, b.size, b.line, lighter(stone, 0.24))]
    for inset, fill in ((2.0, colour), (3.5, darker(colour, 0.72))):
        box = (inset, 8.0, 16 - 2 * inset, 8.0 - (inset > 2))
        for _ in range(facing):
            box = 16 - box[1] - box[3], box[0], box[3], box[2]
        shapes += [b.oval(inset, inset, 16 - 2 * inset, 16 - 2 * inset, fill), b.rect(*box, fill)]
    return shapes


# -- features on floors


def draw_tile(b: Brush, tile: Tile, art: Art, *, lock: str | None = None, trapped: bool = False) -> list[Shape]:
    """Draw a tile above the ground of a square, except doors and walls."""
    look = tile_look(tile)
    if tile.kind == HOME and art.key == HOME_KEY:
        return draw_home(b, tile)
    if tile.kind == CHEST:
        return _container(b, tile, art, lock) + (_warning(b) if trapped else [])
    if tile.kind == BARREL and art.key == "barrel":
        return _barrel(b, tile)
    if art.key == STAIRS and art.drawn is None:
        return draw_steps(b, tile.stairs or ("north" if look.glyph == "<" else "south"), colour_of(look.colour))
    if art.key == LETTER:
        return _draw_letter(b, tile, look)
    return [] if art.key in GROUNDS and tile.sprite is None else [*draw_art(b, art)]


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


def _container(b: Brush, tile: Tile, art: Art, lock: str | None) -> list[Shape]:
    """Draw a chest, or a container that looks like something else."""
    if art.key == "chest":
        return _chest(b, tile, lock)
    opening = [b.rect(5, 4, 6, 8, INK._replace(a=200))] if tile.is_open else []
    return [*draw_art(b, art), *opening, *(_padlock(b, lock, 8, 9) if lock and not tile.is_open else [])]


def _chest(b: Brush, tile: Tile, lock: str | None) -> list[Shape]:
    colour = colour_of(tile_look(tile).colour)
    body, lid, band = darker(colour, 0.2), lighter(colour, 0.12), darker(colour, 0.6)
    if tile.is_open:
        shapes = [*b.framed(2, 2, 12, 4, darker(lid, 0.2)), *b.framed(2, 7, 12, 7, body)]
        return [*shapes, b.rect(3, 6, 10, 3, INK)]
    shapes = [*b.framed(1.5, 3, 13, 11, body), b.rect(2.5, 4, 11, 3, lid), b.rect(2, 7, 12, 1, band)]
    if b.size >= 12:
        shapes += [b.rect(4, 4, 1, 9, band), b.rect(11, 4, 1, 9, band)]
    clasp = _LOCK_COLOURS[lock] if lock else lighter(colour, 0.6)
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
