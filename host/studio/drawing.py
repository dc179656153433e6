"""A map as data for the page: what the canvas draws, and what can be asked about each square."""

from __future__ import annotations

import base64
from typing import Any

import numpy as np
import numpy.typing as npt

from host.errors import GenerationError, RequestError
from host.metrics.entrances import entrance_distances, entrances
from host.metrics.walkability import Mask, Means, walkable
from host.model.document_reader import from_document
from host.model.game_map import GameMap
from host.model.request import fields_of
from host.model.tile import APPROACH
from host.render import font
from host.render.captions import add_captions
from host.render.descriptions import describe_counts, describe_event, quest_lines
from host.render.font import text_width
from host.render.looks import creature_look, item_look, object_look, tile_look
from host.render.palette import Colour
from host.render.scene import draw_scene
from host.render.shapes import Oval, Picture, Pixels, Polygon, Rect, Shape, Sprite, TextLine
from host.render.style import PictureStyle
from host.serving.documents import decode_document

# Pixels of a square for which sprites are drawn; the page scales their shapes.
SIZE = 32
STYLE = PictureStyle(tile_size=SIZE)
# Squares of the largest map that is shown.
MOST_SQUARES = 1_000_000

# Events of a map that the page gets.
_MOST_EVENTS = 1000
# Lists of a document that the page gets as they are.
_LISTS = ("homes", "rooms", "doors", "chests", "stored", "segments")


def read_map(encoded: bytes) -> tuple[GameMap, dict[str, Any]]:
    """Return the map that a worker encoded, and its document, unless it is too large to show. Raises HostError."""
    document = decode_document(encoded)
    check_size(document)
    return from_document(document), document


def check_size(document: Any) -> None:
    """Raise RequestError for the document of a map that is too large to show."""
    width, height = (document.get("width"), document.get("height")) if isinstance(document, dict) else (0, 0)
    if isinstance(width, int) and isinstance(height, int) and width * height > MOST_SQUARES:
        raise RequestError(f"the map has {width} × {height} squares: the studio shows at most {MOST_SQUARES}")


def describe_picture(game_map: GameMap, style: PictureStyle = STYLE) -> dict[str, Any]:
    """Return what the canvas draws: sprites as lists of shapes, layers of their numbers, and captions."""
    picture = add_captions(draw_scene(game_map, style), game_map, style)
    captions: dict[str, Any] = {}
    if picture.over:
        captions["over"] = [_encode_shape(shape) for shape in picture.over]
    if style.paper or picture.over:
        # What is behind squares and captions, in the units of shapes.
        box = (0, -picture.top, picture.width, picture.top + picture.height)
        captions["ground"] = ["r", _colour(picture.ground), *box]
    return {**describe_drawing(picture, game_map.width, game_map.height), **captions}


def describe_drawing(picture: Picture, width: int, height: int) -> dict[str, Any]:
    """Return what the canvas draws of a picture of `width` × `height` squares."""
    return {
        "width": width,
        "height": height,
        "size": SIZE,
        "sprites": [encode_sprite(sprite) for sprite in picture.sprites],
        "layers": _layers(picture),
    }


def describe_map(game_map: GameMap, document: dict[str, Any], style: PictureStyle = STYLE) -> dict[str, Any]:
    """Return the picture of a map, and what the page says about its squares.

    Arrays go row by row, see `encode_array`.
    """
    try:
        distances = entrance_distances(game_map)
    except GenerationError:
        distances = np.full((game_map.height, game_map.width), -1, dtype=np.int32)
    return {
        **describe_picture(game_map, style),
        **{name: document[name] for name in _LISTS},
        **fields_of(document),
        "tiles": [
            {"id": tile.prototype.id, "name": tile_look(tile).name, "kind": tile.kind}
            for tile in game_map.tileset.tiles
        ],
        "stacks": [list(stack) for stack in game_map.tileset.stacks],
        "squares": encode_array(game_map.stacks),
        "items": _items(game_map),
        "creatures": _creatures(game_map),
        "counts": describe_counts(game_map),
        "quest": quest_lines(game_map),
        "events": [describe_event(event) for event in game_map.events[:_MOST_EVENTS]],
        "events_left_out": max(0, len(game_map.events) - _MOST_EVENTS),
        "entrances": entrances(game_map),
        "distances": encode_array(distances),
        # 1 where a walker can stand who opens what has no lock, 2 where keys or force are needed.
        "walking": encode_array(
            np.where(walkable(game_map, Means.UNLOCKED), 1, np.where(walkable(game_map, Means.ALL), 2, 0))
        ),
        "unreachable": encode_array(_find_unreachable(game_map, distances)),
    }


def _find_unreachable(game_map: GameMap, distances: npt.NDArray[np.int32]) -> Mask:
    """Return the squares for walkers to which no way leads, (height, width).

    distances: steps from the entrances, -1 where no way leads.
    What is used from beside, such as a chest, needs a square beside it that can be reached.
    """
    is_reached = np.pad(distances >= 0, 1)
    is_beside = is_reached[:-2, 1:-1] | is_reached[2:, 1:-1] | is_reached[1:-1, :-2] | is_reached[1:-1, 2:]
    is_used_from_beside = game_map.tileset.traits.array("walking").take(game_map.stacks) == APPROACH
    unreachable: Mask = walkable(game_map, Means.ALL) & (distances < 0) & ~(is_used_from_beside & is_beside)
    return unreachable


def _items(game_map: GameMap) -> list[dict[str, Any]]:
    """Return what lies on squares, of all dialects but creatures."""
    loose = [
        {**describe_position(game_map, square), "name": item_look(game_map, stack).name, "count": stack.count}
        for square, stack in sorted(game_map.loose_items.items())
    ]
    return loose + [
        {"x": map_object.x, "y": map_object.y, "name": object_look(map_object).name, "kind": map_object.kind}
        for map_object in game_map.objects
    ]


def _creatures(game_map: GameMap) -> list[dict[str, Any]]:
    return [
        {
            "x": creature.x,
            "y": creature.y,
            "name": creature_look(game_map, creature).name,
            "health": creature.health,
        }
        for creature in game_map.living_creatures
    ]


def describe_position(game_map: GameMap, square: int) -> dict[str, int]:
    """Return x and y of a square."""
    x, y = game_map.position(square)
    return {"x": x, "y": y}


def _layers(picture: Picture) -> list[dict[str, Any]]:
    return [
        {"name": layer.name, "cells": encode_array(layer.cells)} for layer in picture.layers if (layer.cells >= 0).any()
    ]


def encode_array(array: npt.NDArray[Any]) -> str:
    """Return an array as base64 of 32-bit integers, the lowest byte first."""
    return base64.b64encode(array.astype("<i4").tobytes()).decode("ascii")


def encode_sprite(sprite: Sprite) -> list[list[Any]]:
    """Return a sprite as lists, see `_encode_shape`."""
    return [_encode_shape(shape) for shape in sprite]


def _encode_shape(shape: Shape | TextLine) -> list[Any]:
    """Return a shape as a list: a letter for its kind, its colour, and its numbers."""
    match shape:
        case Rect(x, y, width, height, colour):
            return ["r", _colour(colour), x, y, width, height]
        case Oval(x, y, width, height, colour):
            return ["o", _colour(colour), x, y, width, height]
        case Polygon(points, colour):
            return ["p", _colour(colour), *(number for point in points for number in point)]
        case Pixels(x, y, scale, bitmap, colour):
            rows = ["".join(".#"[dot] for dot in row) for row in bitmap]
            return ["b", _colour(colour), x, y, scale, *rows]
        case TextLine(x, y, scale, words, colour):
            return ["t", _colour(colour), x, y + font.HEIGHT * scale, 9 * scale, text_width(words, scale), words]


def _colour(colour: Colour) -> str:
    return "#" + "".join(f"{part:02x}" for part in colour)
