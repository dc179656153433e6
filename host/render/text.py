"""Maps as text: box characters for walls, a glyph for everything else, colours where the terminal has them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from host.errors import visible
from host.model.colour import COLOURS
from host.model.map import Map
from host.model.tile import DOOR, HOME, distinct_stacks
from host.render.looks import (
    WALL_GLYPH,
    Look,
    creature_look,
    is_wall,
    item_look,
    object_look,
    player_colour,
    stack_look,
)

# Glyph by the sum of 1 for north, 2 for east, 4 for south and 8 for west.
_BOX = "□╵╶└╷│┌├╴┘─┴┐┤┬┼"
_NORTH, _EAST, _SOUTH, _WEST = 1, 2, 4, 8
_LEGEND_COLUMNS = 3

# Six levels of the 256-colour cube, and the usual values of the sixteen colours of terminals.
_CUBE = (0, 95, 135, 175, 215, 255)
_SIXTEEN = (
    *((0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229)),
    *((127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0)),
    *((92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255)),
)


class Style(NamedTuple):
    """How to draw: `colours` is 0, 16, 256 or 2**24; `wide` gives each square two columns."""

    colours: int = 0
    wide: bool = False
    legend: bool = True


def draw(game_map: Map, style: Style = Style()) -> str:  # noqa: B008 - frozen
    """Return the map as lines of text, with a legend."""
    picture = _Picture(game_map, style)
    parts = [picture.grid()]
    if style.legend:
        parts += ["", picture.legend()]
    return "\n".join(parts)


def plain(game_map: Map, marks: Mapping[tuple[int, int], str] = MappingProxyType({})) -> str:
    """Return the map as lines of text without legend or colours: one character per square, `#` for walls.

    Shape of `marks`: (x, y) -> character, drawn over the map.
    """
    return _Picture(game_map, Style()).plain(marks)


class _Picture:
    def __init__(self, game_map: Map, style: Style) -> None:
        self.map = game_map
        self.style = style
        # Looks on the map except those of walls, in the order of their first use: of tiles, items, creatures.
        self._tiles: dict[Look, None] = {}
        self._items: dict[Look, None] = {}
        self._creatures: dict[Look, None] = {}
        looks = {stack: stack_look(game_map.tileset.tiles_of(stack)) for stack in distinct_stacks(game_map.stacks)}
        self._looks = {stack: look for stack, look in looks.items() if look is not None}
        self._links = self._wall_links()

    # -- walls

    def _marked(self, stacks: Iterable[int]) -> npt.NDArray[np.bool_]:
        """Return the squares whose stack is one of `stacks`, with an empty border around the map."""
        grid = np.zeros((self.map.height + 2, self.map.width + 2), dtype=np.bool_)
        chosen = np.zeros(len(self.map.tileset.stacks), dtype=np.bool_)
        chosen[list(stacks)] = True
        grid[1:-1, 1:-1] = chosen[self.map.stacks]
        return grid

    def _wall_links(self) -> npt.NDArray[Any]:
        """Return for each square the directions in which its wall continues; 0 without open squares next to it."""
        walls = self._marked(stack for stack, (_, tile) in self._looks.items() if is_wall(tile))
        # A wall continues into doors and homes, which are part of walls.
        joins = walls | self._marked(s for s, (_, tile) in self._looks.items() if tile.kind in (DOOR, HOME))
        inside = np.zeros_like(walls)
        inside[1:-1, 1:-1] = True
        # Squares of the map without walls: where two walls touch, the line follows only these.
        open_squares = ~walls & inside
        links = np.zeros(walls.shape, dtype=np.int64)

        def along(dy: int, dx: int) -> npt.NDArray[np.bool_]:
            return np.roll(open_squares, (-dy, -dx), axis=(0, 1))

        for bit, (dy, dx) in {_NORTH: (-1, 0), _EAST: (0, 1), _SOUTH: (1, 0), _WEST: (0, -1)}.items():
            following = np.roll(joins, (-dy, -dx), axis=(0, 1))
            side = along(dx, dy) | along(-dx, -dy) | along(dy + dx, dx + dy) | along(dy - dx, dx - dy)
            links[walls & following & side] |= bit
        self._near = np.zeros_like(walls)
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                self._near |= along(dy, dx)
        self._joins = joins
        return links

    def _wall(self, x: int, y: int) -> str:
        if not self._near[y + 1, x + 1]:
            return " "
        return _BOX[int(self._links[y + 1, x + 1])]

    # -- squares

    def grid(self) -> str:
        over = self._objects()
        lines = []
        for y, row in enumerate(self.map.stacks.tolist()):
            pen = _Pen(self.style)
            for x, stack in enumerate(row):
                glyph, colour = over.get((x, y)) or self._tile(x, y, stack)
                pen.write(glyph, colour)
                if self.style.wide and x + 1 < self.map.width:
                    pen.write(self._between(x, y), "grey")
            lines.append(pen.line())
        return "\n".join(lines)

    def plain(self, marks: Mapping[tuple[int, int], str]) -> str:
        over = {**{place: glyph for place, (glyph, _) in self._objects().items()}, **marks}
        glyphs = {stack: WALL_GLYPH if is_wall(tile) else look.glyph for stack, (look, tile) in self._looks.items()}
        rows = self.map.stacks.tolist()
        lines = (
            "".join(over.get((x, y)) or glyphs.get(s, " ") for x, s in enumerate(row)) for y, row in enumerate(rows)
        )
        # Keyboards have a full stop, but no middle dot, and people draw maps of this form.
        return "\n".join(line.rstrip() for line in lines).replace("·", ".")

    def _tile(self, x: int, y: int, stack: int) -> tuple[str, str | None]:
        entry = self._looks.get(stack)
        if entry is None:
            return " ", None
        look, tile = entry
        if is_wall(tile):
            return self._wall(x, y), look.colour
        self._tiles[look] = None
        return look.glyph, look.colour

    def _between(self, x: int, y: int) -> str:
        """Return the second column of a square: a line if its wall continues to the east."""
        continues = self._links[y + 1, x + 1] & _EAST or self._links[y + 1, x + 2] & _WEST
        return "─" if continues else " "

    def _objects(self) -> dict[tuple[int, int], tuple[str, str | None]]:
        """Return glyphs and colours of items, homes and creatures, which hide the tiles."""
        over: dict[tuple[int, int], tuple[str, str | None]] = {}
        for square, stack in sorted(self.map.items.items()):
            look = item_look(self.map, stack)
            self._items[look] = None
            over[self.map.position(square)] = look.glyph, look.colour
        for home in self.map.homes:
            if home.players:
                first = home.players[0]
                place = self.map.position(home.tile_square) if home.tile_square >= 0 else (home.x, home.y)
                digit = str(first + 1) if first < 9 else chr(ord("A") + first - 9)
                over[place] = digit, player_colour(first)
        for creature in self.map.creatures:
            look = creature_look(self.map, creature)
            self._creatures[look] = None
            over[creature.x, creature.y] = look.glyph, look.colour
        # The sort is stable: of two objects on a square the later one is visible.
        for map_object in sorted(self.map.objects, key=lambda map_object: map_object.z):
            look = object_look(map_object)
            self._creatures[look] = None
            over[map_object.x, map_object.y] = look.glyph, look.colour
        return over

    # -- legend

    def legend(self) -> str:
        """Return glyphs and names of all looks on the map, in columns; call after `grid`."""
        entries: list[tuple[str, str | None, str]] = []
        players = [player for home in self.map.homes for player in home.players]
        if players:
            entries.append(
                (
                    "1" if len(players) == 1 else f"1-{max(players) + 1}",
                    "bright_green",
                    "home of the player" if len(players) == 1 else "homes of the players",
                )
            )
        for group in (self._tiles, self._items, self._creatures):
            entries += sorted((look.glyph, look.colour, look.name) for look in group)
        texts = [(glyph, colour, visible(name)) for glyph, colour, name in entries]
        rows = -(-len(texts) // _LEGEND_COLUMNS)
        width = max((len(glyph) + 1 + len(name) for glyph, _, name in texts), default=0) + 3
        lines = []
        for row in range(rows):
            pen = _Pen(self.style)
            cells = texts[row::rows]
            for i, (glyph, colour, name) in enumerate(cells):
                pen.write(glyph, colour)
                text = f" {name}"
                last = i + 1 == len(cells)
                pen.write(text if last else text.ljust(width - len(glyph)), None)
            lines.append(pen.line())
        return "\n".join(lines)


class _Pen:
    """Writes a line, with an escape sequence only where the colour changes."""

    def __init__(self, style: Style) -> None:
        self._style = style
        self._parts: list[str] = []
        self._colour: str | None = None

    def write(self, text: str, colour: str | None) -> None:
        if self._style.colours and colour != self._colour and not text.isspace():
            self._parts.append(_ansi(colour, self._style.colours))
            self._colour = colour
        self._parts.append(text)

    def line(self) -> str:
        end = "\x1b[0m" if self._colour is not None else ""
        return "".join(self._parts).rstrip() + end


def _ansi(colour: str | None, colours: int) -> str:
    """Return the escape sequence for a colour, or for the nearest one of the terminal."""
    if colour is None:
        return "\x1b[0m"
    if colour.startswith("#"):
        levels = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
        if colours > 256:
            return "\x1b[38;2;{};{};{}m".format(*levels)
        if colours == 256:
            r, g, b = (min(range(6), key=lambda i: abs(_CUBE[i] - level)) for level in levels)
            return f"\x1b[38;5;{16 + 36 * r + 6 * g + b}m"
        number = min(range(16), key=lambda i: math.dist(_SIXTEEN[i], levels))
    else:
        number = COLOURS.index(colour)
    return f"\x1b[{30 + number if number < 8 else 82 + number}m"
