"""Segments as a map for the Tiled editor.

The segments of a file lie side by side on one sheet, and a rectangle says where each is: so that all are seen at once,
and parts of one can be copied into another. (In groups of layers, or a map each, one would see them one at a time.)
The tile with the number n is the tile n of the tileset, and 0 is no tile.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from host.errors import GivenError
from host.export.tiled import Json, TiledMap, Tileset, columns_for
from host.model.map import Map
from host.model.segment_columns import Columns
from host.model.segment_file import SegmentFile, SegmentText
from host.render.brush import Brush
from host.render.looks import stack_look
from host.render.overlays import digits, digits_width
from host.render.palette import INK, PAPER, Colour, hue
from host.render.png import write_sheet
from host.render.scene import draw_alone
from host.render.shapes import Rect, Shape, Sprite

# Words that Tiled shows, and that `segments_from_tiled` looks for.
SEGMENT, ROOM, SWITCH = "segment", "room", "switch"
COMMENTS, COLUMNS, LAYERS, CALLS, BOX = "comments", "columns", "layers", "calls", "box"
NUMBERED, NUMBER = "numbered", "number"

# Squares between segments: rooms reach one beyond them on each side.
GAP = 3
# Numbers below are tiles of their own number; others come after them.
_OWN_NUMBERS = 1024
_MOST_SQUARES = 4_000_000
_GREY = Colour(74, 76, 86)


class OrientedSegment(NamedTuple):
    """A segment and the square of the sheet where its first lies."""

    segment: SegmentText
    x: int
    y: int


def segment_files(
    file: SegmentFile, path: Path, size: int, looks: tuple[list[int], Map] | None = None
) -> dict[Path, bytes]:
    """The sheet that is written to `path`, and the picture of its tiles beside it. `looks` are tile numbers and a map
    that shows them, one after the other. Raises GivenError."""
    image = path.with_suffix(".tiles.png")
    text, sprites = segment_sheet(file, image.name, size, looks)
    return {image: write_sheet(sprites, size, columns_for(len(sprites))), path: text.encode()}


def segment_sheet(
    file: SegmentFile, image: str, size: int, looks: tuple[list[int], Map] | None = None
) -> tuple[str, list[Sprite]]:
    """The text of the sheet whose tiles are in the file `image`, and what these look like. Raises GivenError."""
    numbers, shown = looks if looks is not None else ([], None)
    tiles = _Tiles(file, numbers, shown, size)
    return _sheet(file, tiles, size, image).dumps(), tiles.sprites


class _Tiles:
    """The tiles of the sheet: what each looks like, and the one for each number."""

    def __init__(self, file: SegmentFile, numbers: list[int], shown: Map | None, size: int) -> None:
        used = {number for segment in file.segments for layer in segment.layers for number in layer}
        known = dict(zip(numbers, draw_alone(shown, size), strict=True)) if shown is not None else {}
        names = dict(zip(numbers, _names(shown), strict=True)) if shown is not None else {}
        every = sorted({*used, *numbers, 1} - {0})
        own = [number for number in every if number < _OWN_NUMBERS]
        # Tile -> number.
        listed = [*range(max(own, default=0) + 1), *(number for number in every if number >= _OWN_NUMBERS)]
        # Number -> tile.
        self.tile = {number: tile for tile, number in enumerate(listed)}
        self.sprites: list[Sprite] = [_numbered(known.get(number, ()), number, size) for number in listed]
        self.known: dict[int, tuple[str, Mapping[str, Any]]] = {}
        for tile, number in enumerate(listed):
            more = {} if tile == number else {NUMBER: str(number)}
            if more or number in names:
                self.known[tile] = names.get(number, ""), more


def _names(shown: Map) -> Iterator[str]:
    """What the squares of a map one square high show."""
    things = {square: shown.registry.get("item", stack.item).fields for square, stack in shown.items.items()}
    things |= {c.x: shown.registry.get("monster", c.monster).fields for c in shown.creatures if c.monster is not None}
    for x, stack in enumerate(shown.stacks[0].tolist()):
        look = stack_look(shown.tileset.tiles_of(stack))
        thing = things.get(x)
        yield (thing.name or thing.prototype.id) if thing is not None else look[0].name if look is not None else ""


def _numbered(shapes: Sprite, number: int, size: int) -> Sprite:
    """A tile with its number in a corner; one that is not known is its number."""
    if number == 0:
        return ()
    scale = max(1, size // 32)
    width, height = digits_width(number, scale), 5 * scale
    plain: list[Shape] = [] if shapes else [*Brush(size).framed(0, 0, 16, 16, _GREY)]
    if not shapes:
        x, y = max((size - width) // 2, 0), (size - height) // 2
        return (*plain, *digits(number, x, y, scale, PAPER))
    if size < 24:
        return shapes
    plate = Rect(0, 0, width + 2 * scale, height + 2 * scale, INK._replace(a=170))
    return (*shapes, plate, *digits(number, scale, scale, scale, PAPER))


def _sheet(file: SegmentFile, tiles: _Tiles, size: int, image: str) -> TiledMap:
    placed, width, height = _placed(file.segments)
    comments = "\n".join(file.comments) or None
    columns = file.columns.to_text() if file.columns != Columns() else None
    tiled = TiledMap(width, height, size, {COMMENTS: comments, COLUMNS: columns})
    count = len(tiles.sprites)
    first = tiled.add_tileset(Tileset("segment tiles", image, count, columns_for(count), tiles.known, {NUMBERED: True}))
    for level in range(max((len(segment.layers) for segment in file.segments), default=1)):
        cells = np.zeros((height, width), dtype=np.int64)
        for segment, x, y in placed:
            if level < len(segment.layers):
                gids = [first + tiles.tile[number] if number else 0 for number in segment.layers[level]]
                cells[y : y + segment.height, x : x + segment.width] = np.reshape(gids, (segment.height, segment.width))
        tiled.add_tiles("data" if level == 0 else f"data {level + 1}", cells)
    tiled.add_objects("segments", (_segment(tiled, *one) for one in placed), hue(0), opacity=0.5)
    tiled.add_objects("rooms", (room for one in placed for room in _rooms(tiled, *one)), hue(2), opacity=0.5)
    tiled.add_objects("switches", (switch for one in placed for switch in _switches(tiled, *one)), hue(4))
    return tiled


def _placed(segments: list[SegmentText]) -> tuple[list[OrientedSegment], int, int]:
    """Segments in rows, about as wide as high in all; width and height of the sheet. Raises GivenError."""
    area = sum((segment.width + GAP) * (segment.height + GAP) for segment in segments)
    widest = max((segment.width for segment in segments), default=1)
    wanted = max(widest + 2 * GAP, int((1.3 * area) ** 0.5) + GAP)
    placed = []
    x = y = GAP
    row = width = 0
    for segment in segments:
        if x > GAP and x + segment.width + GAP > wanted:
            x, y, row = GAP, y + row + GAP, 0
        placed.append(OrientedSegment(segment, x, y))
        x += segment.width + GAP
        row, width = max(row, segment.height), max(width, x)
    width, height = max(width, 2 * GAP), y + row + GAP
    if width * height > _MOST_SQUARES:
        raise GivenError(
            f"the segments would need a map of {width} × {height} squares: it may have at most {_MOST_SQUARES}"
        )
    return placed, width, height


def _segment(tiled: TiledMap, segment: SegmentText, x: int, y: int) -> Json:
    layers = len(segment.layers) if len(segment.layers) > 1 else None
    known = {COMMENTS: "\n".join(segment.comments) or None, LAYERS: layers}
    return tiled.rectangle(segment.title or "", SEGMENT, (x, y, segment.width, segment.height), known)


def _rooms(tiled: TiledMap, segment: SegmentText, x: int, y: int) -> Iterator[Json]:
    for left, top, width, height in segment.rooms:
        inside = 0 <= 2 * left + width < 2 * segment.width and 0 <= 2 * top + height < 2 * segment.height
        if inside and width > 0 and height > 0:
            yield tiled.rectangle("", ROOM, (x + left, y + top, width, height), {})
        else:
            # No rectangle that one can draw, or none that could be told to be this segment's.
            yield tiled.point("", ROOM, x, y, {BOX: f"{left + 1} {top + 1} {width} {height}"})


def _switches(tiled: TiledMap, segment: SegmentText, x: int, y: int) -> Iterator[Json]:
    for switch in segment.switches:
        calls = "\n".join(" ".join([name, *map(str, arguments)]) for name, arguments in switch.calls)
        yield tiled.rectangle(switch.calls[0][0], SWITCH, (x + switch.x, y + switch.y, 1, 1), {CALLS: calls})
