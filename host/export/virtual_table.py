"""Universal VTT: a picture with what virtual tables need to hide what nobody sees: walls, doors and lights.

Sight over the lines is sight over squares (see `metrics.sight`): there, a wall hides like a cross in its square, and
sight passes its corners. So outlines of walls are cut at outer corners, from the middle of a side to that of the next.
"""

from __future__ import annotations

import json
import math
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from host.metrics.sight import clear_squares
from host.metrics.walkability import Mask, Means, door_squares, walkable
from host.model.game_map import GameMap
from host.render.light import AMBIENT, FLAME, LightSource
from host.render.palette import Colour
from host.render.scene import light_sources
from host.render.style import PictureStyle

FORMAT_VERSION = 0.3
_DAY, _BRIGHT = Colour(255, 255, 255), Colour(255, 255, 255)
# A bit more than half of a side is cut, so that a line which touches a corner passes in spite of rounding; with more,
# lines that are longer than 1 / (2 · this) would pass where squares hide. Lights in walls are so far before the wall.
_SLACK = 0.005
# Directions clockwise, and (x, y) of each; a wall is at the right of its outline.
_EAST, _SOUTH, _WEST, _NORTH = range(4)
_STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))
# Squares around a corner as bits of a number: northwest, northeast, southwest, southeast.
_NW, _NE, _SW, _SE = 1, 2, 4, 8
# Of each direction: the squares ahead of a corner, at the left and at the right.
_AHEAD = ((_NE, _SE), (_SE, _SW), (_SW, _NW), (_NW, _NE))
# Corners where an outline turns: those of one square, of three, and of two that touch there.
_TURNS = [code.bit_count() in (1, 3) or code in (_NW | _SE, _NE | _SW) for code in range(16)]

Point = tuple[float, float]


class Portal(NamedTuple):
    """A door, as a line from `start` to `end`, in squares."""

    start: Point
    end: Point
    is_closed: bool
    # Whether it stands without walls at its ends.
    stands_free: bool


def table_style(style: PictureStyle) -> PictureStyle:
    """Return a style without what makes a picture larger than its map, or lies over it."""
    return replace(style, title=False, legend=False, overlays=())


def virtual_table(game_map: GameMap, picture: bytes, style: PictureStyle) -> bytes:
    """Return the file of a map with its `picture`, a PNG in `style`. Equal maps give equal bytes."""
    clear, doors = clear_squares(game_map), door_squares(game_map)
    hides = ~(clear | doors)
    see_through = clear & ~doors & ~walkable(game_map, Means.DOORS)
    lights = [_light(x, y, source) for x, y, source in place_lights(light_sources(game_map), hides)]
    data = {
        "format": FORMAT_VERSION,
        "resolution": {
            "map_origin": _point((0, 0)),
            "map_size": _point((game_map.width, game_map.height)),
            "pixels_per_grid": style.tile_size,
        },
        "line_of_sight": [[*map(_point, line)] for line in outlines(hides)],
        # These lines hide, too, in virtual tables: what nobody walks through, but all see through, is not among them.
        "objects_line_of_sight": [],
        "see_through": [[*map(_point, line)] for line in outlines(see_through)],
        "portals": [_portal(portal) for portal in find_portals(hides, doors, clear)],
        "environment": {
            "baked_lighting": style.light,
            "ambient_light": _argb(AMBIENT if lights and not style.light else _BRIGHT),
        },
        "lights": lights,
        "image": b64encode(picture).decode(),
    }
    return json.dumps(data).encode() + b"\n"


# -- lines


def outlines(mask: Mask) -> list[list[Point]]:
    """Return the outlines of the squares of a mask as closed lines, by their first corner; outside of it all are of it.

    Each has the squares at its right. Its outer corners are cut.
    """
    around = np.pad(mask, 1, constant_values=True).astype(np.uint8)
    codes = around[:-1, :-1] * _NW + around[:-1, 1:] * _NE + around[1:, :-1] * _SW + around[1:, 1:] * _SE
    ys, xs = np.nonzero(np.array(_TURNS)[codes])
    return [*_Outlines(xs, ys, codes[ys, xs]).lines()]


class _Outlines:
    """Outlines that turn at corners. Along a row or column of corners, each leads to the next one."""

    def __init__(self, xs: npt.NDArray[np.int64], ys: npt.NDArray[np.int64], codes: npt.NDArray[np.uint8]) -> None:
        self._places: list[tuple[int, int]] = [*zip(xs.tolist(), ys.tolist(), strict=True)]
        self._codes: list[int] = codes.tolist()
        down = np.lexsort((ys, xs))
        place = np.empty_like(down)
        place[down] = np.arange(len(down))
        self._down: list[int] = down.tolist()
        self._place: list[int] = place.tolist()

    def lines(self) -> Iterator[list[Point]]:
        passed = [False] * len(self._codes)
        for first, code in enumerate(self._codes):
            # An outline goes to the east where there is a wall in the southeast and none in the northeast.
            if code & _SE and not code & _NE and not passed[first]:
                yield self._line(first, passed)

    def _line(self, first: int, passed: list[bool]) -> list[Point]:
        corners, turns, directions = [], [], []
        corner, direction = first, _EAST
        while True:
            if direction == _EAST:
                if passed[corner]:
                    break
                passed[corner] = True
            directions.append(direction)
            corner = self._next(corner, direction)
            _, right = _AHEAD[direction]
            is_outer = not self._codes[corner] & right
            direction = (direction + (1 if is_outer else -1)) % 4
            corners.append(self._places[corner])
            turns.append(is_outer)
        points: list[Point] = []
        for i, heading in enumerate(directions):
            points += _points_of_side(corners[i - 1], corners[i], heading, turns[i - 1], turns[i])
        return [*points, points[0]]

    def _next(self, corner: int, direction: int) -> int:
        if direction == _EAST:
            return corner + 1
        if direction == _WEST:
            return corner - 1
        return self._down[self._place[corner] + (1 if direction == _SOUTH else -1)]


def _points_of_side(
    start: tuple[int, int], end: tuple[int, int], heading: int, cuts_start: bool, cuts_end: bool
) -> Iterator[Point]:
    """Yield the points of a side of an outline: its end, and cuts of its corners."""
    (x, y), (right, bottom), (dx, dy) = start, end, _STEPS[heading]
    length = abs(right - x) + abs(bottom - y)
    cut = 0.5 + _SLACK
    if cuts_start and cuts_end and length == 1:
        # The cuts of both corners meet a bit within the wall, at its right.
        yield x + dx / 2 - dy * _SLACK, y + dy / 2 + dx * _SLACK
        return
    if cuts_start:
        yield x + dx * cut, y + dy * cut
    yield (right - dx * cut, bottom - dy * cut) if cuts_end else (right, bottom)


# -- doors


def find_portals(hides: Mask, doors: Mask, clear: Mask) -> Iterator[Portal]:
    """Yield the lines of doors, by row and column, each through the middle of its square, from wall to wall.

    A door that has no walls at two opposite sides has a line in each direction.
    """
    walls = np.pad(hides, 1, constant_values=True)
    closed = walls | np.pad(doors, 1)
    reach = 0.5 + _SLACK
    for y, x in np.argwhere(doors).tolist():
        across = along = stands_free = False
        for beside in (walls, closed):
            across = bool(beside[y + 1, x] and beside[y + 1, x + 2])
            along = bool(beside[y, x + 1] and beside[y + 2, x + 1]) and not across
            if across or along:
                break
        else:
            across = along = stands_free = True
        middle_x, middle_y = x + 0.5, y + 0.5
        is_closed = not bool(clear[y, x])
        if across:
            yield Portal((middle_x - reach, middle_y), (middle_x + reach, middle_y), is_closed, stands_free)
        if along:
            yield Portal((middle_x, middle_y - reach), (middle_x, middle_y + reach), is_closed, stands_free)


def _portal(portal: Portal) -> dict[str, Any]:
    (x, y), (right, bottom) = portal.start, portal.end
    return {
        "position": _point(((x + right) / 2, (y + bottom) / 2)),
        "bounds": [_point(portal.start), _point(portal.end)],
        "rotation": 0.0 if y == bottom else round(math.pi / 2, 6),
        "closed": portal.is_closed,
        "freestanding": portal.stands_free,
    }


# -- lights


def place_lights(
    sources: list[tuple[int, int, LightSource]], hides: Mask
) -> Iterator[tuple[float, float, LightSource]]:
    """Yield x and y of each light, in squares. What shines in a wall has a light before each open side of the wall."""
    height, width = hides.shape
    for x, y, source in dict.fromkeys(sources):
        if not hides[y, x]:
            yield x + 0.5, y + 0.5, source
            continue
        for dx, dy in _STEPS:
            if 0 <= x + dx < width and 0 <= y + dy < height and not hides[y + dy, x + dx]:
                yield x + 0.5 + dx * (0.5 + _SLACK), y + 0.5 + dy * (0.5 + _SLACK), source


def _light(x: float, y: float, source: LightSource) -> dict[str, Any]:
    return {
        "position": _point((x, y)),
        "range": float(source.reach),
        "intensity": 1.0,
        "color": _argb(_DAY if source.is_day else FLAME),
        "shadows": True,
    }


def _point(point: Point) -> dict[str, float]:
    x, y = point
    return {"x": round(float(x), 3), "y": round(float(y), 3)}


def _argb(colour: Colour) -> str:
    return f"{colour.a:02x}{colour.r:02x}{colour.g:02x}{colour.b:02x}"
