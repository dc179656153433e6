"""Dungeons as maps for the Tiled editor: the picture as layers of tiles, and data as objects."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from host.errors import RequestError
from host.export.making import PROPERTY, describe_making
from host.export.things import (
    DRAWN_LAYERS,
    HOMES,
    LOCKABLES,
    ROOMS,
    SEGMENTS,
    TRIGGERS,
    PlacedThing,
    ThingNumber,
    describe_origin,
    list_things,
)
from host.export.tiled.maps import Json, ObjectNumber, TiledMap, Tileset, gids
from host.export.tiled.terrain import collision_shape, terrains
from host.metrics.collisions import COLLISIONS, collision_cells
from host.model.document import to_document
from host.model.game_map import GameMap
from host.render.formats import tiles_beside
from host.render.palette import Colour, hue
from host.render.png import columns_for, write_sheet
from host.render.scene import CREATURES, ITEMS, draw_scene
from host.render.shapes import Picture
from host.render.style import PictureStyle

# Squares of the largest map: a file has several layers of numbers, which Tiled holds in memory.
MOST_SQUARES = 4_000_000
_GOLD, _RED, _WHITE = Colour(255, 206, 72), Colour(255, 108, 94), Colour(244, 242, 234)
# Layer of objects -> its colour, and whether Tiled shows it at first.
_SHOWN = {
    SEGMENTS: (hue(0), False),
    ROOMS: (hue(2), False),
    HOMES: (_WHITE, True),
    LOCKABLES: (_GOLD, False),
    ITEMS: (hue(6), True),
    CREATURES: (_RED, True),
    TRIGGERS: (hue(4), False),
}


def tiled_files(game_map: GameMap, path: Path, style: PictureStyle) -> dict[Path, bytes]:
    """Return the map for `path` and the picture of its tiles for a file beside it.

    Raises RequestError without Pillow, and for a map that is too large.
    """
    squares = game_map.width * game_map.height
    if squares > MOST_SQUARES:
        raise RequestError(f"the map has {squares} squares: a tmj may have at most {MOST_SQUARES}")
    picture = draw_scene(game_map, style)
    # Tiles of collisions are transparent: Tiled shows their shapes by View > Show Tile Collision Shapes.
    picture.sprites.extend([()] * len(COLLISIONS))
    image = tiles_beside(path)
    text = _Dungeon(game_map, picture, image.name, describe_making(game_map, style)).text()
    sheet = write_sheet(picture.sprites, picture.size)
    return {image: sheet, path: text.encode("utf-8", "replace")}


class _Dungeon:
    def __init__(self, game_map: GameMap, picture: Picture, image: str, making: str) -> None:
        self.map = game_map
        self.picture = picture
        document = to_document(game_map)
        self.things = list_things(game_map, document)
        properties = {**describe_origin(document), PROPERTY: making}
        self.tiled = TiledMap(game_map.width, game_map.height, picture.size, properties)
        # A sprite gets the name of the first layer that has it.
        kinds: dict[int, tuple[str, Mapping[str, Any]]] = {}
        for layer in picture.layers:
            # The cells are sprites from 0, or -1 for none.
            counts = np.bincount(layer.cells.ravel() + 1)[1:]
            for sprite in np.flatnonzero(counts).tolist():
                kinds.setdefault(sprite, (layer.name, {}))
        count = len(picture.sprites)
        self._collisions = range(count - len(COLLISIONS), count)
        for sprite, (name, hides) in zip(self._collisions, COLLISIONS, strict=True):
            kinds[sprite] = name, {"blocks sight": hides, "blocks walking": True}
        shapes = dict.fromkeys(self._collisions, collision_shape(picture.size))
        wangsets = terrains(game_map, picture.layers)
        first = self.tiled.add_tileset(
            Tileset("dungeon", image, count, columns_for(count), kinds, shapes=shapes, wangsets=wangsets)
        )
        self.number = range(first, first + count)

    def text(self) -> str:
        for layer in self.picture.layers:
            if layer.name not in DRAWN_LAYERS:
                self.tiled.add_tiles(layer.name, gids(layer.cells, self.number))
        self.tiled.add_tiles("collisions", gids(collision_cells(self.map), self.number[self._collisions.start :]))
        for name, (colour, is_visible) in _SHOWN.items():
            shown = (self._shown(thing) for thing in self.things if thing.layer == name)
            self.tiled.add_objects(name, shown, colour, visible=is_visible)
        return self.tiled.dumps()

    def _shown(self, thing: PlacedThing) -> Json:
        # Objects of Tiled count from 1, in the order of the list.
        fields = {
            name: ObjectNumber(value + 1) if isinstance(value, ThingNumber) else value
            for name, value in thing.fields.items()
        }
        if thing.sprite is not None:
            gid = self.number[self.picture.objects[thing.sprite]]
            return self.tiled.picture(thing.name, thing.kind, gid, thing.x, thing.y, fields)
        if thing.width == 0:
            return self.tiled.point(thing.name, thing.kind, thing.x, thing.y, fields)
        return self.tiled.rectangle(thing.name, thing.kind, (thing.x, thing.y, thing.width, thing.height), fields)
