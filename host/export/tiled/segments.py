"""Segments as a map for the Tiled editor.

All segments of a file are on one sheet, each with a rectangle around it, so that all are visible at once and parts can
be copied from one to another. (Groups of layers, or a map for each segment, would show one at a time.)
The number n is the tile n of the tileset, and 0 is an empty square.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from host.errors import RequestError
from host.export.drawn import write_calls
from host.export.tiled.maps import Json, TiledMap, Tileset
from host.model.game_map import GameMap
from host.model.segment_file import SegmentFile, SegmentText
from host.render.brush import Brush
from host.render.looks import stack_look
from host.render.overlays import digits, digits_width
from host.render.palette import INK, PAPER, Colour, hue
from host.render.png import columns_for, write_sheet
from host.render.scene import draw_alone
from host.render.shapes import Rect, Shape, Sprite

# Names in the Tiled file, which `segments_from_tiled` reads.
SEGMENT, ROOM, SWITCH = "segment", "room", "switch"
COMMENTS, LAYERS, CALLS, BOX = "comments", "layers", "calls", "box"
NUMBERED, NUMBER = "numbered", "number"

# Squares between segments: rooms are one square larger than segments on each side.
GAP = 3
# A number below this limit is the number of its tile; tiles of larger numbers follow.
_DIRECT_NUMBERS = 1024
_MOST_SQUARES = 4_000_000
_GREY = Colour(74, 76, 86)


class PlacedSegment(NamedTuple):
    """A segment, and the square of the sheet for its top left square."""

    segment: SegmentText
    x: int
    y: int


def segment_files(
    file: SegmentFile, path: Path, size: int, looks: tuple[list[int], GameMap] | None = None
) -> dict[Path, bytes]:
    """Return the sheet for `path`, and the picture of its tiles for a file next to it. Raises RequestError.

    `looks` are tile numbers, and a map with one square for each of them.
    """
    image = path.with_suffix(".tiles.png")
    text, sprites = segment_sheet(file, image.name, size, looks)
    return {image: write_sheet(sprites, size), path: text.encode("utf-8", "replace")}


def segment_sheet(
    file: SegmentFile, image: str, size: int, looks: tuple[list[int], GameMap] | None = None
) -> tuple[str, list[Sprite]]:
    """Return the text of the sheet, whose tiles are in the file `image`, and their sprites. Raises RequestError."""
    numbers, shown = looks if looks is not None else ([], None)
    tiles = SegmentTiles(file, numbers, shown, size)
    return _sheet(file, tiles, size, image).dumps(), tiles.sprites


class SegmentTiles:
    """The tiles of segments: their sprites, and the tile of each number."""

    def __init__(self, file: SegmentFile, numbers: list[int], shown: GameMap | None, size: int) -> None:
        used = {number for segment in file.segments for layer in segment.layers for number in layer}
        drawn = dict(zip(numbers, draw_alone(shown, size), strict=True)) if shown is not None else {}
        names = dict(zip(numbers, _names(shown), strict=True)) if shown is not None else {}
        every = sorted({*used, *numbers, 1} - {0})
        direct = [number for number in every if number < _DIRECT_NUMBERS]
        # Tile -> number.
        listed = [*range(max(direct, default=0) + 1), *(number for number in every if number >= _DIRECT_NUMBERS)]
        # Number -> tile.
        self.tile = {number: tile for tile, number in enumerate(listed)}
        self.sprites: list[Sprite] = [_numbered(drawn.get(number, ()), number, size) for number in listed]
        # Tile -> (name, properties).
        self.described: dict[int, tuple[str, Mapping[str, Any]]] = {}
        for tile, number in enumerate(listed):
            more = {} if tile == number else {NUMBER: str(number)}
            if more or number in names:
                self.described[tile] = names.get(number, ""), more


def _names(shown: GameMap) -> Iterator[str]:
    """Yield the name of each square of a map with one row."""
    objects = {square: shown.registry.get("item", stack.item).fields for square, stack in shown.loose_items.items()}
    objects |= {
        c.x: shown.registry.get("monster", c.monster).fields for c in shown.living_creatures if c.monster is not None
    }
    for x, stack in enumerate(shown.stacks[0].tolist()):
        look = stack_look(shown.tileset.tiles_of(stack))
        kind = objects.get(x)
        yield (kind.name or kind.prototype.id) if kind is not None else look[0].name if look is not None else ""


def _numbered(shapes: Sprite, number: int, size: int) -> Sprite:
    """Draw a tile with its number in a corner, or only the number when there is no picture."""
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


def _sheet(file: SegmentFile, tiles: SegmentTiles, size: int, image: str) -> TiledMap:
    placed, width, height = place_segments(file.segments)
    comments = "\n".join(file.comments) or None
    tiled = TiledMap(width, height, size, {COMMENTS: comments})
    count = len(tiles.sprites)
    first = tiled.add_tileset(
        Tileset("segment tiles", image, count, columns_for(count), tiles.described, {NUMBERED: True})
    )
    for level in range(max((len(segment.layers) for segment in file.segments), default=1)):
        cells = np.zeros((height, width), dtype=np.int64)
        for segment, x, y in placed:
            if level < len(segment.layers):
                gids = [first + tiles.tile[number] if number else 0 for number in segment.layers[level]]
                cells[y : y + segment.height, x : x + segment.width] = np.reshape(gids, (segment.height, segment.width))
        tiled.add_tiles("data" if level == 0 else f"data {level + 1}", cells)
    tiled.add_objects("segments", (_segment(tiled, *segment) for segment in placed), hue(0), opacity=0.5)
    tiled.add_objects("rooms", (room for segment in placed for room in _rooms(tiled, *segment)), hue(2), opacity=0.5)
    tiled.add_objects("switches", (switch for segment in placed for switch in _switches(tiled, *segment)), hue(4))
    return tiled


def place_segments(segments: list[SegmentText]) -> tuple[list[PlacedSegment], int, int]:
    """Place segments in rows, in about a square; return them, and width and height of the sheet.

    Raises RequestError when the sheet would be too large.
    """
    area = sum((segment.width + GAP) * (segment.height + GAP) for segment in segments)
    widest = max((segment.width for segment in segments), default=1)
    wanted = max(widest + 2 * GAP, int((1.3 * area) ** 0.5) + GAP)
    placed = []
    x = y = GAP
    row = width = 0
    for segment in segments:
        if x > GAP and x + segment.width + GAP > wanted:
            x, y, row = GAP, y + row + GAP, 0
        placed.append(PlacedSegment(segment, x, y))
        x += segment.width + GAP
        row, width = max(row, segment.height), max(width, x)
    width, height = max(width, 2 * GAP), y + row + GAP
    if width * height > _MOST_SQUARES:
        raise RequestError(
            f"the segments would need a map of {width} × {height} squares: it may have at most {_MOST_SQUARES}"
        )
    return placed, width, height


def _segment(tiled: TiledMap, segment: SegmentText, x: int, y: int) -> Json:
    layers = len(segment.layers) if len(segment.layers) > 1 else None
    properties = {COMMENTS: "\n".join(segment.comments) or None, LAYERS: layers}
    return tiled.rectangle(segment.title or "", SEGMENT, (x, y, segment.width, segment.height), properties)


def _rooms(tiled: TiledMap, segment: SegmentText, x: int, y: int) -> Iterator[Json]:
    for left, top, width, height in segment.rooms:
        inside = 0 <= 2 * left + width < 2 * segment.width and 0 <= 2 * top + height < 2 * segment.height
        if inside and width > 0 and height > 0:
            yield tiled.rectangle("", ROOM, (x + left, y + top, width, height), {})
        else:
            # This room cannot be drawn as a rectangle, or its middle is outside the segment.
            yield tiled.point("", ROOM, x, y, {BOX: f"{left + 1} {top + 1} {width} {height}"})


def _switches(tiled: TiledMap, segment: SegmentText, x: int, y: int) -> Iterator[Json]:
    for switch in segment.switches:
        calls = {CALLS: write_calls(switch.calls)}
        yield tiled.rectangle(switch.calls[0][0], SWITCH, (x + switch.x, y + switch.y, 1, 1), calls)
