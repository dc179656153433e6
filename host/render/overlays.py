"""Overlays of pictures (`--overlay`): segments, rooms, distances, homes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
import numpy.typing as npt

from host.model.game_map import GameMap
from host.render import font
from host.render.brush import Brush
from host.render.font import text_width
from host.render.formats import DISTANCE, HOMES, ROOMS, SEGMENTS
from host.render.looks import player_colour
from host.render.palette import INK, PAPER, VOID, Colour, brightness, colour_of, heat, hue
from host.render.shapes import Picture, Pixels, Rect, Shape, TextLine
from host.render.style import PictureStyle

# Steps to each square, shape (height, width), -1 for squares that are not reached.
Distances = npt.NDArray[np.int32]

# Height of the legend of colours below a picture.
_STRIP = 22
_GAP = 4
# The least size of squares with numbers.
_NUMBERS_FROM = 14
_TITLES_FROM = 12
_MARKED = Colour(255, 64, 160, 96)


def lay_over(picture: Picture, game_map: GameMap, style: PictureStyle, distances: Distances | None = None) -> Picture:
    """Return the picture with the overlays of its style; "distance" requires `distances`."""
    which = style.overlays
    pen = _Pen(picture.size)
    height = picture.height
    shapes: list[Shape | TextLine] = []
    if DISTANCE in which and distances is not None:
        shapes += pen.distances(distances)
        shapes += pen.strip(int(distances.max(initial=0)), picture.width, height)
        height += _STRIP
    if ROOMS in which:
        shapes += pen.rooms(game_map, veiled=DISTANCE not in which)
    if SEGMENTS in which:
        shapes += pen.segments(game_map)
    if HOMES in which:
        shapes += pen.homes(game_map)
    return picture._replace(height=height, over=[*picture.over, *shapes])


def mark_squares(picture: Picture, squares: Iterable[tuple[int, int]]) -> Picture:
    """Return the picture with a veil on some squares, (x, y): those that differ from another map."""
    size = picture.size
    veils = [Rect(x * size, y * size, size, size, _MARKED) for x, y in sorted(squares)]
    return picture._replace(over=[*picture.over, *veils])


def digits(number: int, x: int, y: int, scale: int, colour: Colour) -> Iterator[Shape]:
    """Return the shapes of a number in small digits."""
    for i, digit in enumerate(str(number)):
        yield Pixels(x + i * (font.DIGIT_WIDTH + 1) * scale, y, scale, font.digit(int(digit)), colour)


def digits_width(number: int, scale: int) -> int:
    """Return the width of a number in small digits."""
    return len(str(number)) * (font.DIGIT_WIDTH + 1) * scale - scale


class _Pen:
    def __init__(self, size: int) -> None:
        self.size = size
        self.brush = Brush(size)

    # -- distances

    def distances(self, distances: Distances) -> Iterator[Shape]:
        """Cover each reached square with a transparent colour, and write the number of steps."""
        s = self.size
        most = max(int(distances.max(initial=0)), 1)
        for y, x in np.argwhere(distances >= 0).tolist():
            far = int(distances[y, x])
            colour = heat(far / most)
            yield Rect(x * s, y * s, s, s, colour._replace(a=150))
            if s >= _NUMBERS_FROM:
                scale = max(1, s // 20)
                ink = INK if brightness(colour) > 115 else PAPER
                dx = (s - digits_width(far, scale)) // 2
                yield from digits(far, x * s + dx, y * s + (s - font.DIGIT_HEIGHT * scale) // 2, scale, ink)

    def strip(self, most: int, width: int, top: int) -> Iterator[Shape | TextLine]:
        """Draw the legend of colours from near to far, as wide as the picture allows."""
        yield Rect(0, top, width, _STRIP, VOID)
        y = top + (_STRIP - font.HEIGHT) // 2
        words = "steps from the entrance"
        ends = text_width("0", 1) + text_width(str(most), 1) + 4 * _GAP
        with_words = width - ends - text_width(words, 1) - 2 * _GAP
        bar = max(min(with_words if with_words >= 60 else width - ends, 240), 8)
        x = _GAP
        yield TextLine(x, y, 1, "0", PAPER)
        x += text_width("0", 1) + _GAP
        for i in range(bar):
            yield Rect(x + i, top + 5, 1, _STRIP - 10, heat(i / (bar - 1)))
        x += bar + _GAP
        yield TextLine(x, y, 1, str(most), PAPER)
        if with_words >= 60:
            yield TextLine(x + text_width(str(most), 1) + 3 * _GAP, y, 1, words, PAPER)

    # -- rectangles

    def rooms(self, game_map: GameMap, *, veiled: bool) -> Iterator[Shape | TextLine]:
        """Draw each room: the middle of its walls, a transparent colour inside, and its number, from 1."""
        s, half = self.size, self.size // 2
        line = max(1, s // 8)
        for i, (x, y, w, h) in enumerate(game_map.rooms.tolist()):
            colour = hue(i)
            left, top, width, height = x * s + half, y * s + half, (w - 1) * s, (h - 1) * s
            if width <= 0 or height <= 0:
                continue
            if veiled:
                yield Rect(left, top, width, height, colour._replace(a=44))
            yield from _frame(left - line // 2, top - line // 2, width + line, height + line, line, colour)
            if s >= _NUMBERS_FROM:
                yield from self._label(str(i + 1), (x + 1) * s, (y + 1) * s, colour, (w - 2) * s)

    def segments(self, game_map: GameMap) -> Iterator[Shape | TextLine]:
        """Draw the outline and the name of each segment."""
        s = self.size
        line = max(2, s // 6)
        for i, zone in enumerate(game_map.zones):
            colour = hue(i)
            left, top, width, height = zone.x * s, zone.y * s, zone.width * s, zone.height * s
            yield from _frame(left, top, width, height, line, colour)
            title = game_map.registry.get("segment", zone.segment).fields.title
            if title and s >= _TITLES_FROM:
                yield from self._label(title, left + line, top + line, colour, width - 2 * line)

    def _label(self, words: str, x: int, y: int, colour: Colour, room: int) -> Iterator[Shape | TextLine]:
        """Draw a text on a dark plate, cut to fit into `room` pixels."""
        scale = max(1, self.size // 20)
        most = (room - 3 * scale) // ((font.WIDTH + 1) * scale)
        if most < 1:
            return
        if len(words) > most:
            words = words[: max(most - 2, 1)].rstrip() + ".." if most > 3 else words[:most]
        width = text_width(words, scale) + 4 * scale
        yield Rect(x, y, width, (font.HEIGHT + 4) * scale, INK._replace(a=215))
        yield TextLine(x + 2 * scale, y + 2 * scale, scale, words, colour)

    # -- homes

    def homes(self, game_map: GameMap) -> Iterator[Shape]:
        """Draw a frame around the tile of each home, and an arrow in the direction in which the player enters."""
        s = self.size
        for home in game_map.homes:
            colour = Colour(255, 216, 84) if home.special else PAPER
            if home.players:
                colour = colour_of(player_colour(home.players[0]))
            if home.tile_square >= 0:
                x, y = game_map.position(home.tile_square)
                yield from _frame(x * s, y * s, s, s, max(1, s // 8), colour)
            for shade, points in ((INK, _ARROW), (colour, _ARROW_INSIDE)):
                turned = ((home.x * 16 + px, home.y * 16 + py) for px, py in _turned(points, home.facing))
                yield self.brush.polygon(shade, *turned)


# To the north, in sixteenths.
_ARROW = ((8.0, 0.5), (15.0, 9.5), (11.0, 9.5), (11.0, 15.5), (5.0, 15.5), (5.0, 9.5), (1.0, 9.5))
_ARROW_INSIDE = ((8.0, 2.2), (12.8, 8.5), (9.8, 8.5), (9.8, 14.3), (6.2, 14.3), (6.2, 8.5), (3.2, 8.5))


def _turned(points: tuple[tuple[float, float], ...], facing: int) -> Iterator[tuple[float, float]]:
    for x, y in points:
        for _ in range(facing):
            x, y = 16 - y, x
        yield x, y


def _frame(x: int, y: int, width: int, height: int, line: int, colour: Colour) -> Iterator[Shape]:
    """Return the inner border of a rectangle."""
    yield Rect(x, y, width, line, colour)
    yield Rect(x, y + height - line, width, line, colour)
    yield Rect(x, y + line, line, height - 2 * line, colour)
    yield Rect(x + width - line, y + line, line, height - 2 * line, colour)
