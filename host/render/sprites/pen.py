"""Pen: turns the parts of which sprites are described, in sixteenths of a square, into shapes of pictures.

A description is a tuple of groups. The parts of a solid group get one dark outline around all of them together, so that
a sprite has a clear silhouette; details have none. A colour is a tone: `main`, which the colour and the material of a
thing decide, the name of a colour of the palette, or #rrggbb; each `+` after it makes it lighter, each `-` darker.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from host.model.appearance import LINE, OVAL, POLYGON, RECT, Part
from host.render.brush import Brush
from host.render.palette import INK, TONES, Colour, brightness, colour_of, darker, lighter, mix
from host.render.shapes import Rect, Shape

# Share of paper or ink that a step of a tone adds.
_LIGHTER, _DARKER = 0.36, 0.34
# A main colour that is darker would be lost on dark floors.
_LEAST_BRIGHTNESS = 56.0
# Share of the material in the main colour of a thing that has a colour, too.
_MATERIAL_SHARE = 0.35
# How far a corner of an outline may lie from its corner, in widths of the outline.
_LONGEST_CORNER = 1.8

Points = Sequence[tuple[float, float]]


class Group(NamedTuple):
    """Parts, from the lowest to the highest, with one outline around them or with none."""

    parts: tuple[Part, ...]
    is_outlined: bool


Groups = tuple[Group, ...]


class Family(NamedTuple):
    """A sprite of the host: its main tone when a thing has neither colour nor material, and what is drawn."""

    tone: str
    groups: Groups


def solid(*parts: Part) -> Group:
    """Return parts with an outline."""
    return Group(parts, is_outlined=True)


def detail(*parts: Part) -> Group:
    """Return parts without an outline."""
    return Group(parts, is_outlined=False)


def rect(tone: str, x: float, y: float, width: float, height: float) -> Part:
    """Return a rectangle, whose edges lie between pixels."""
    return Part(RECT, tone, (x, y, width, height))


def oval(tone: str, x: float, y: float, width: float, height: float) -> Part:
    """Return an oval that fills a box."""
    return Part(OVAL, tone, (x, y, width, height))


def poly(tone: str, *numbers: float) -> Part:
    """Return a polygon: x and y of each corner."""
    return Part(POLYGON, tone, numbers)


def line(tone: str, width: float, *numbers: float) -> Part:
    """Return a line with round ends: x and y of each point."""
    return Part(LINE, tone, (width, *numbers))


def main_colour(tone: str, colour: str | None, material: str | None) -> Colour:
    """Return the main colour of a thing; `tone` is the tone of its family."""
    if colour is None:
        return TONES[material or tone]
    chosen = colour_of(colour)
    if material is not None:
        chosen = mix(chosen, TONES[material], _MATERIAL_SHARE)
    light = brightness(chosen)
    if light < _LEAST_BRIGHTNESS:
        return lighter(chosen, (_LEAST_BRIGHTNESS - light) / (242.0 - light))
    return chosen


def draw_groups(b: Brush, groups: Iterable[Group], main: Colour) -> list[Shape]:
    """Return the shapes of groups."""
    rim = 16 * b.line / b.size
    shapes: list[Shape] = []
    for group in groups:
        if group.is_outlined:
            shapes += [shape for part in group.parts for shape in _shapes(b, part, INK, rim)]
        shapes += [shape for part in group.parts for shape in _shapes(b, part, _tone(part.tone, main), 0)]
    return shapes


def _tone(tone: str, main: Colour) -> Colour:
    name = tone.rstrip("+-")
    colour = main if name == "main" else TONES[name] if name in TONES else colour_of(name)
    for step in tone[len(name) :]:
        colour = lighter(colour, _LIGHTER) if step == "+" else darker(colour, _DARKER)
    return colour


def _shapes(b: Brush, part: Part, colour: Colour, rim: float) -> list[Shape]:
    """Return the shapes of a part, grown by `rim` on all sides."""
    numbers = part.numbers
    match part.kind:
        case "rect":
            x, y, width, height = numbers
            inner = b.rect(x, y, width, height, colour)
            by = b.line if rim else 0
            return [Rect(inner.x - by, inner.y - by, inner.width + 2 * by, inner.height + 2 * by, colour)]
        case "circle":
            x, y, radius = numbers
            return [b.oval(x - radius - rim, y - radius - rim, 2 * (radius + rim), 2 * (radius + rim), colour)]
        case "oval":
            x, y, width, height = numbers
            return [b.oval(x - rim, y - rim, width + 2 * rim, height + 2 * rim, colour)]
        case "polygon":
            return [b.polygon(colour, *_grown(_pairs(numbers), rim))]
        case _:
            return _stroke(b, colour, numbers[0] + 2 * rim, _pairs(numbers[1:]))


def _pairs(numbers: Sequence[float]) -> list[tuple[float, float]]:
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def _stroke(b: Brush, colour: Colour, width: float, points: Points) -> list[Shape]:
    half = width / 2
    shapes: list[Shape] = [b.oval(x - half, y - half, width, width, colour) for x, y in points]
    for (x1, y1), (x2, y2) in pairwise(points):
        length = hypot(x2 - x1, y2 - y1) or 1.0
        dx, dy = (y2 - y1) / length * half, (x1 - x2) / length * half
        corners = ((x1 + dx, y1 + dy), (x2 + dx, y2 + dy), (x2 - dx, y2 - dy), (x1 - dx, y1 - dy))
        shapes.append(b.polygon(colour, *corners))
    return shapes


def _grown(points: Points, by: float) -> Points:
    """Return a polygon whose edges are moved outwards."""
    if not by:
        return points
    following = [*points[1:], points[0]]
    area = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(points, following, strict=True))
    turn = 1 if area > 0 else -1
    normals = []
    for (x1, y1), (x2, y2) in zip(points, following, strict=True):
        length = hypot(x2 - x1, y2 - y1) or 1.0
        normals.append((turn * (y2 - y1) / length, turn * (x1 - x2) / length))
    grown = []
    for (x, y), (ax, ay), (bx, by_) in zip(points, [normals[-1], *normals[:-1]], normals, strict=True):
        # The corner lies on the sum of the normals of its edges.
        sx, sy = ax + bx, ay + by_
        far = min(2 / max(sx * sx + sy * sy, 1e-9), _LONGEST_CORNER)
        grown.append((x + sx * far * by, y + sy * far * by))
    return grown
