"""Maps as text: box characters for walls, a glyph for everything else, colours where the terminal has them.

Options: `--wide`.
"""

from __future__ import annotations

import sys
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from host.errors import visible
from host.model.game_map import GameMap
from host.model.tile import DOOR, HOME
from host.render.glyphs import Claim, Subject, assign_glyphs, subject_of
from host.render.looks import (
    WALL_GLYPH,
    Look,
    ansi,
    creature_look,
    is_floor,
    is_wall,
    item_look,
    object_look,
    player_colour,
    stack_look,
)

# Glyph by the sum of 1 for north, 2 for east, 4 for south and 8 for west.
_BOX = "□╵╶└╷│┌├╴┘─┴┐┤┬┼"
_NORTH, _EAST, _SOUTH, _WEST = 1, 2, 4, 8
# Glyphs that readers expect to be players and stairs.
_USUAL = ("@", "<", ">")
_LEGEND_COLUMNS = 3
# Blanks between columns of the legend.
_GAP = 3
# Columns of lines of the legend where no terminal limits them: in files.
_MOST_COLUMNS = 80

_SWAPPED, _NOT_SWAPPED = "\x1b[7m", "\x1b[27m"


class Style(NamedTuple):
    """How to draw: `colours` is 0, 16, 256 or 2**24; `wide` gives each square two columns."""

    colours: int = 0
    wide: bool = False
    legend: bool = True
    # Columns of the terminal, in which the legend must fit; None for any number.
    columns: int | None = None
    # Squares whose colours are swapped.
    marks: frozenset[tuple[int, int]] = frozenset()
    # Whether the legend says what the lines are: for readers who know no such maps.
    walls: bool = False


# Of files, which people paste into posts and mails.
OF_FILES = Style(columns=_MOST_COLUMNS, walls=True)


class DrawnSquare(NamedTuple):
    """A square of a picture: a character, and its colour (see `model.appearance`) or None."""

    glyph: str
    colour: str | None


class Window(NamedTuple):
    """A part of a map, in squares."""

    x: int
    y: int
    width: int
    height: int

    @classmethod
    def around(cls, game_map: GameMap, square: tuple[int, int] | None, columns: int, rows: int) -> Window:
        """Return the part of a map around a square, by default its middle, that fits in `columns` × `rows` squares."""
        x, y = square or (game_map.width // 2, game_map.height // 2)
        width, height = min(columns, game_map.width), min(rows, game_map.height)
        left = max(0, min(x - width // 2, game_map.width - width))
        return cls(left, max(0, min(y - height // 2, game_map.height - height)), width, height)


def draw(game_map: GameMap, style: Style = Style()) -> str:  # noqa: B008 - frozen
    """Return the map as lines of text, with a legend."""
    picture = TextPicture(game_map, style)
    return "\n".join([*picture.grid(), *(["", *picture.legend()] if style.legend else [])])


def plain(game_map: GameMap, marks: Mapping[tuple[int, int], str] = MappingProxyType({})) -> str:
    """Return the map as lines of text without legend or colours: one character per square, `#` for walls.

    Shape of `marks`: (x, y) -> character, drawn over the map.
    """
    return TextPicture(game_map, Style()).plain(marks)


class TextPicture:
    """A map as lines of text. `before` are the glyphs of the picture that this one follows (see `glyphs`)."""

    def __init__(self, game_map: GameMap, style: Style, before: Mapping[Subject, str] = MappingProxyType({})) -> None:
        self.map = game_map
        self.style = style
        # Looks on the map without walls, in the order of their first use: of tiles, items, creatures; with the
        # subject that each shows.
        self._tiles: dict[Look, Subject] = {}
        self._items: dict[Look, Subject] = {}
        self._creatures: dict[Look, Subject] = {}
        looks = {stack: stack_look(game_map.tileset.tiles_of(stack)) for stack in game_map.stacks_in_order()}
        self._looks = {stack: look for stack, look in looks.items() if look is not None}
        # Glyphs, or looks, of items, homes and creatures, which hide the tiles; and the numbers of looks.
        self._over: dict[tuple[int, int], tuple[str, str] | Look] = {}
        # The same without creatures.
        self._still: dict[tuple[int, int], tuple[str, str] | Look] = {}
        self._counts: Counter[Subject] = Counter()
        self._place_objects()
        self._count_tiles()
        # The glyph of each subject.
        self.glyphs = self._assign_glyphs(before)
        self._links = self._wall_links()
        self._door_pairs = self._adjacent_doors() if style.wide else frozenset()

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
        self._walls, self._openings = walls, joins & ~walls
        return links

    def _adjacent_doors(self) -> frozenset[tuple[int, int]]:
        """Return the squares of doors in a wall from west to east that have another door to the east."""
        pairs: set[tuple[int, int]] = set()
        doors = self._openings
        for y, first in np.argwhere(doors[:, 1:] & ~doors[:, :-1]).tolist():
            last = first + 1
            while doors[y, last + 1]:
                last += 1
            # Doors behind each other, in a passage from west to east, have floor on both sides.
            if last > first + 1 and (self._walls[y, first] or self._walls[y, last + 1]):
                pairs.update((x - 1, y - 1) for x in range(first + 1, last))
        return frozenset(pairs)

    def _wall(self, x: int, y: int) -> str:
        if not self._near[y + 1, x + 1]:
            return " "
        return _BOX[int(self._links[y + 1, x + 1])]

    # -- squares

    def grid(self, window: Window | None = None) -> list[str]:
        """Return the lines of the map, or of a part of it."""
        marks, lines = self.style.marks, []
        window = window or Window(0, 0, self.map.width, self.map.height)
        for y, row in enumerate(self.cells(window), window.y):
            pen = _Pen(self.style)
            for x, cell in enumerate(row, window.x):
                if marks and self.style.colours:
                    pen.swap(on=(x, y) in marks)
                pen.write(cell.glyph, cell.colour)
                if self.style.wide and x + 1 < window.x + len(row):
                    pen.write(self.between(x, y), "grey")
            lines.append(pen.line())
        return lines

    def cells(self, window: Window, *, creatures: bool = True) -> Iterator[list[DrawnSquare]]:
        """Yield the squares of a part of the map, row by row; without `creatures` what is below them."""
        left, top, width, height = window
        glyphs = {
            stack: DrawnSquare(self.glyphs.get(self._tiles.get(look, subject_of(look)), look.glyph), look.colour)
            for stack, (look, tile) in self._looks.items()
            if not is_wall(tile)
        }
        walls = {stack: look.colour for stack, (look, tile) in self._looks.items() if is_wall(tile)}
        shown = {place: self._shown(look) for place, look in (self._over if creatures else self._still).items()}
        for y, row in enumerate(self.map.stacks[top : top + height, left : left + width].tolist(), top):
            yield [
                shown[x, y]
                if (x, y) in shown
                else DrawnSquare(self._wall(x, y), walls[stack])
                if stack in walls
                else glyphs.get(stack, DrawnSquare(" ", None))
                for x, stack in enumerate(row, left)
            ]

    def _shown(self, look: tuple[str, str] | Look) -> DrawnSquare:
        if not isinstance(look, Look):
            return DrawnSquare(*look)
        subject = self._items.get(look) or self._creatures[look]
        return DrawnSquare(self.glyphs[subject], look.colour)

    def plain(self, marks: Mapping[tuple[int, int], str]) -> str:
        """Return the map as lines of text without legend or colours, with marks drawn over it."""
        over = {**{place: look[0] for place, look in self._over.items()}, **marks}
        glyphs = {stack: WALL_GLYPH if is_wall(tile) else look.glyph for stack, (look, tile) in self._looks.items()}
        rows = self.map.stacks.tolist()
        lines = (
            "".join(over.get((x, y)) or glyphs.get(s, " ") for x, s in enumerate(row)) for y, row in enumerate(rows)
        )
        # Keyboards have a full stop, but no middle dot, and people draw maps of this form.
        return "\n".join(line.rstrip() for line in lines).replace("·", ".")

    def between(self, x: int, y: int) -> str:
        """Return the second column of a square: a line if its wall continues to the east."""
        continues = self._links[y + 1, x + 1] & _EAST or self._links[y + 1, x + 2] & _WEST
        return "─" if continues or (x, y) in self._door_pairs else " "

    def _place_objects(self) -> None:
        """Find the looks of items, homes and creatures, and which of them are visible."""
        for square, stack in sorted(self.map.loose_items.items()):
            look = item_look(self.map, stack)
            self._add(self._items, look, self.map.position(square))
        for home in self.map.homes:
            if home.players:
                first = home.players[0]
                place = self.map.position(home.tile_square) if home.tile_square >= 0 else (home.x, home.y)
                digit = str(first + 1) if first < 9 else chr(ord("A") + first - 9)
                self._over[place] = digit, player_colour(first)
        self._still = dict(self._over)
        for creature in self.map.living_creatures:
            kind = "knight" if creature.monster is None else None
            self._add(self._creatures, creature_look(self.map, creature), (creature.x, creature.y), kind)
        # The sort is stable: of two objects on a square the later one is visible.
        for map_object in sorted(self.map.objects, key=lambda map_object: map_object.z):
            from host.metrics.contents import is_creature  # maps of kts have no objects

            look = object_look(map_object)
            self._add(self._creatures, look, (map_object.x, map_object.y))
            if not is_creature(map_object):
                self._still[map_object.x, map_object.y] = look

    def _add(self, looks: dict[Look, Subject], look: Look, place: tuple[int, int], kind: str | None = None) -> None:
        looks[look] = subject_of(look, kind)
        self._counts[looks[look]] += 1
        self._over[place] = look

    def _count_tiles(self) -> None:
        """Find the looks of visible tiles, and count them."""
        counts = np.bincount(self.map.stacks.ravel(), minlength=len(self.map.tileset.stacks))
        for x, y in self._over:
            if 0 <= x < self.map.width and 0 <= y < self.map.height:
                counts[self.map.stacks[y, x]] -= 1
        for stack, (look, tile) in self._looks.items():
            if counts[stack] > 0 and not is_wall(tile):
                self._tiles[look] = subject_of(look, "floor" if is_floor(tile) else None)
                self._counts[self._tiles[look]] += int(counts[stack])

    def _assign_glyphs(self, before: Mapping[Subject, str]) -> dict[Subject, str]:
        ranks: dict[Subject, int] = {}
        for rank, looks in enumerate((self._creatures, self._items, self._tiles)):
            for subject in looks.values():
                ranks.setdefault(subject, rank)
        usual = {subject for subject in self._creatures.values() if subject.glyph in _USUAL}
        usual |= {self._tiles[look] for look, tile in self._looks.values() if look in self._tiles and tile.kind == DOOR}
        claims = [Claim(subject, self._counts[subject], rank, subject in usual) for subject, rank in ranks.items()]
        homes = {shown[0] for shown in self._over.values() if not isinstance(shown, Look)}
        return assign_glyphs(claims, {*homes, *_BOX}, before)

    # -- legend

    def legend(self) -> list[str]:
        """Return lines with the glyphs and names of all looks on the map, in columns."""
        entries: list[tuple[str, str | None, str]] = []
        if self.style.walls and self._walls.any():
            entries.append(("─│", None, "walls"))
        players = [player for home in self.map.homes for player in home.players]
        if players:
            number, name = f"1-{max(players) + 1}", "homes of the players"
            if len(players) == 1:
                number, name = "1", "home of the player"
            entries.append((number, "bright_green", name))
        # A subject with several names, or with one that is wider than the terminal, takes lines of its own.
        long: list[tuple[str, str | None, str]] = []
        explained: set[Subject] = set()
        for group in (self._tiles, self._items, self._creatures):
            names: dict[Subject, dict[str, str | None]] = {}
            for look, subject in group.items():
                # A blank needs no explanation.
                if subject not in explained and not look.glyph.isspace():
                    names.setdefault(subject, {}).setdefault(look.name, look.colour)
            explained |= names.keys()
            for subject in sorted(names, key=lambda subject: (self.glyphs[subject], subject)):
                colours = dict(sorted(names[subject].items()))
                entry = (self.glyphs[subject], next(iter(colours.values())), ", ".join(map(visible, colours)))
                is_long = len(colours) > 1 or len(entry[0]) + 1 + len(entry[2]) > (self.style.columns or sys.maxsize)
                (long if is_long else entries).append(entry)
        return self._in_columns(entries) + self._in_lines(long)

    def _in_columns(self, entries: list[tuple[str, str | None, str]]) -> list[str]:
        rows, widths = _columns_of([len(glyph) + 1 + len(name) for glyph, _, name in entries], self.style.columns)
        lines = []
        for row in range(rows):
            pen = _Pen(self.style)
            cells = entries[row::rows]
            for i, (glyph, colour, name) in enumerate(cells):
                pen.write(glyph, colour)
                text = f" {name}"
                last = i + 1 == len(cells)
                pen.write(text if last else text.ljust(widths[i] + _GAP - len(glyph)), None)
            lines.append(pen.line())
        return lines

    def _in_lines(self, entries: list[tuple[str, str | None, str]]) -> list[str]:
        lines = []
        for glyph, colour, names in entries:
            width = max(1, (self.style.columns or _MOST_COLUMNS) - 2)
            first, *others = textwrap.wrap(names, width, break_long_words=False, break_on_hyphens=False) or [""]
            pen = _Pen(self.style)
            pen.write(glyph, colour)
            pen.write(f" {first}", None)
            lines += [pen.line(), *(f"  {other}" for other in others)]
        return lines


def _columns_of(widths: Sequence[int], most: int | None) -> tuple[int, list[int]]:
    """Return the number of rows, and the widths of columns that hold texts of these widths.

    The columns are as wide as each other, unless they fit in `most` columns of a terminal only without that.
    """
    widest = max(widths, default=0)
    for count in range(_LEGEND_COLUMNS, 0, -1):
        rows = -(-len(widths) // count)
        compact = [max(widths[i : i + rows]) for i in range(0, len(widths), rows or 1)]
        for candidate in ([widest] * len(compact), compact):
            if most is None or sum(candidate) + _GAP * (len(candidate) - 1) <= most:
                return rows, candidate
    return len(widths), [widest]


class _Pen:
    """Writes a line, with an escape sequence only where the colour changes."""

    def __init__(self, style: Style) -> None:
        self._style = style
        self._parts: list[str] = []
        self._colour: str | None = None
        self._is_swapped = False

    def swap(self, *, on: bool) -> None:
        """Swap the colours of glyph and background from here on, or no longer."""
        if on != self._is_swapped:
            self._parts.append(_SWAPPED if on else _NOT_SWAPPED)
            self._is_swapped = on

    def write(self, text: str, colour: str | None) -> None:
        if self._style.colours and colour != self._colour and not text.isspace():
            self._parts.append(ansi(colour, self._style.colours))
            if colour is None and self._is_swapped:
                # The code for no colour also ends swapped colours.
                self._parts.append(_SWAPPED)
            self._colour = colour
        self._parts.append(text)

    def line(self) -> str:
        self.swap(on=False)
        end = "\x1b[0m" if self._colour is not None else ""
        return "".join(self._parts).rstrip() + end
