"""Dungeons as maps for the Tiled editor: the picture as layers of tiles, and data as objects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from host.errors import RequestError
from host.export.contents import CONTAINER, CREATURE, list_items
from host.export.making import PROPERTY, describe_making
from host.export.tiled import Json, ObjectNumber, TiledMap, Tileset, add_property, columns_for, gids
from host.export.tiled_terrain import COLLISIONS, collision_cells, collision_shape, terrains
from host.model.document import list_lockables, to_document
from host.model.game_map import GameMap
from host.model.objects import UNLOCKED
from host.model.tile import MAX_TILES
from host.render.formats import tiles_beside
from host.render.looks import key_of_lock
from host.render.palette import Colour, hue
from host.render.png import write_sheet
from host.render.scene import CREATURES, ITEMS, draw_scene, layer_of
from host.render.shapes import Picture
from host.render.style import PictureStyle

# Squares of the largest map: a file has several layers of numbers, which Tiled holds in memory.
MOST_SQUARES = 4_000_000
# Layers of the picture that become objects.
_OBJECTS = (ITEMS, CREATURES)
_GOLD, _RED, _WHITE = Colour(255, 206, 72), Colour(255, 108, 94), Colour(244, 242, 234)
# Key of the document, and class of its objects.
_LOCKABLES = (("doors", "door"), ("chests", "chest"))


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
    sheet = write_sheet(picture.sprites, picture.size, columns_for(len(picture.sprites)))
    return {image: sheet, path: text.encode("utf-8", "replace")}


class _Dungeon:
    def __init__(self, game_map: GameMap, picture: Picture, image: str, making: str) -> None:
        self.map = game_map
        self.picture = picture
        self.document = to_document(game_map)
        self.tiled = TiledMap(game_map.width, game_map.height, picture.size, {**self._origin(), PROPERTY: making})
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

    def _origin(self) -> dict[str, Any]:
        """Return properties that reproduce the map."""
        d = self.document
        made = {"generator": d["generator"], "seed": None if d["seed"] is None else str(d["seed"])}
        mods = ", ".join(f"{mod['id']} {mod['version']}" for mod in d["mods"])
        options = {f"option {name}": value for name, value in d["options"].items()}
        return {**made, "players": d["players"], "mods": mods or None, **options}

    def text(self) -> str:
        for layer in self.picture.layers:
            if layer.name not in _OBJECTS:
                self.tiled.add_tiles(layer.name, gids(layer.cells, self.number))
        t = self.tiled
        t.add_tiles("collisions", gids(collision_cells(self.map), self.number[self._collisions.start :]))
        t.add_objects("segments", self._segments(), hue(0), visible=False)
        t.add_objects("rooms", self._rooms(), hue(2), visible=False)
        t.add_objects("homes", self._homes(), _WHITE)
        lockables = t.add_objects("doors and chests", self._lockables(), _GOLD, visible=False)
        items = t.add_objects("items", self._items(), hue(6))
        creatures = t.add_objects("creatures", self._creatures(), _RED)
        t.add_objects("triggers", self._triggers(), hue(4), visible=False)
        self._show_keys(lockables, items, creatures)
        return t.dumps()

    def _segments(self) -> Iterator[Json]:
        for segment in self.document["segments"]:
            name = segment.get("title") or segment["id"]
            box = (segment["x"], segment["y"], segment["width"], segment["height"])
            yield self.tiled.rectangle(name, "segment", box, _but(segment, "width", "height"))

    def _rooms(self) -> Iterator[Json]:
        for i, room in enumerate(self.document["rooms"], 1):
            yield self.tiled.rectangle(f"room {i}", "room", (room[0], room[1], room[2], room[3]), {})

    def _homes(self) -> Iterator[Json]:
        for i, home in enumerate(self.document["homes"], 1):
            players = ", ".join(str(player + 1) for player in home.get("players", ()))
            more = {**_but(home, "players", "tile"), "players": players or None}
            if "tile" in home:
                more |= {"tile x": home["tile"][0], "tile y": home["tile"][1]}
            yield self.tiled.point(f"home {i}", "home", home["x"], home["y"], more)

    def _lockables(self) -> Iterator[Json]:
        for lockable, kind in self._listed():
            more = {**_but(lockable, "content"), **lockable.get("content", {})}
            yield self.tiled.rectangle(lockable["tile"], kind, (lockable["x"], lockable["y"], 1, 1), more)
        chests = {(chest["x"], chest["y"], chest["slot"]) for chest in self.document["chests"]}
        for stored in self.document["stored"]:
            x, y, slot = stored["x"], stored["y"], stored["slot"]
            if (x, y, slot) not in chests:
                tile = dict(self.map.tile_slots(self.map.square(x, y)))[self.map.square(x, y) * MAX_TILES + slot]
                yield self.tiled.rectangle(tile.prototype.id, tile.kind, (x, y, 1, 1), _but(stored))

    def _listed(self) -> Iterator[tuple[Mapping[str, Any], str]]:
        """Return each door and chest of the document, with its class, in the order of their objects."""
        return ((lockable, kind) for key, kind in _LOCKABLES for lockable in self.document[key])

    def _show_keys(self, lockables: list[Json], items: list[Json], creatures: list[Json]) -> None:
        """Name the key of each lock, and the object that is it, or has it."""
        locks = {tile_slot: (tile, lock) for tile_slot, tile, lock in list_lockables(self.map)}
        keys: dict[str, ObjectNumber] = {}
        # On one square are several items only in dialects without locks.
        holders = [_by_square(self.tiled.size, things) for things in (lockables, items, creatures)]
        for item in list_items(self.map):
            holder = holders[0 if item.where == CONTAINER else 2 if item.where == CREATURE else 1]
            if (item.x, item.y) in holder:
                keys.setdefault(item.id, ObjectNumber(holder[item.x, item.y]))
        # Barrels come last, and have no locks.
        for (lockable, _), shown in zip(self._listed(), lockables, strict=False):
            place = self.map.square(lockable["x"], lockable["y"]) * MAX_TILES + lockable["slot"]
            tile, lock = locks[place]
            key = key_of_lock(self.map, tile, lock) if lock > UNLOCKED else None
            if key is not None:
                add_property(shown, "key", key.prototype.id)
                if key.prototype.id in keys:
                    add_property(shown, "key object", keys[key.prototype.id])

    def _triggers(self) -> Iterator[Json]:
        """Return stairs, and what traps of doors and chests do."""
        tiles = self.map.tileset.tiles
        stairs = {n: [tiles[i] for i in stack if tiles[i].stairs] for n, stack in enumerate(self.map.tileset.stacks)}
        wanted = [n for n, found in stairs.items() if found]
        for y, x in np.argwhere(np.isin(self.map.stacks, wanted)).tolist():
            for tile in stairs[int(self.map.stacks[y, x])]:
                yield self.tiled.rectangle(tile.prototype.id, "stairs", (x, y, 1, 1), {"down": tile.stairs})
        for lockable, kind in self._listed():
            if "trap" in lockable:
                trap = lockable["trap"]
                box = (lockable["x"], lockable["y"], 1, 1)
                yield self.tiled.rectangle(trap["kind"], "trap", box, {**_but(trap), "opens": kind})

    def _items(self) -> Iterator[Json]:
        for stack in self.document["items"]:
            gid = self._gid(ITEMS, self.map.square(stack["x"], stack["y"]))
            yield self.tiled.picture(stack["item"], "item", gid, stack["x"], stack["y"], _but(stack, "item"))
        yield from self._objects(ITEMS)

    def _creatures(self) -> Iterator[Json]:
        for creature in self.document["creatures"]:
            name = creature["type"] if "type" in creature else f"knight of player {creature['player'] + 1}"
            gid = self._gid(CREATURES, creature["uid"])
            yield self.tiled.picture(name, "creature", gid, creature["x"], creature["y"], _but(creature, "type"))
        yield from self._objects(CREATURES)

    def _objects(self, layer: str) -> Iterator[Json]:
        for map_object in self.map.objects:
            if layer_of(map_object) == layer:
                data = {"uid": map_object.uid, "id": map_object.id, "layer": map_object.layer, "z": map_object.z}
                gid = self._gid(layer, -map_object.uid)
                yield self.tiled.picture(
                    map_object.name or map_object.id, map_object.kind, gid, map_object.x, map_object.y, data
                )

    def _gid(self, layer: str, identity: int) -> int:
        return self.number[self.picture.objects[layer, identity]]


def _by_square(size: int, objects: list[Json]) -> dict[tuple[int, int], int]:
    """Return the first object of each square. Pictures hang from their lower edge."""
    numbers: dict[tuple[int, int], int] = {}
    for shown in objects:
        numbers.setdefault((shown["x"] // size, shown["y"] // size - ("gid" in shown)), shown["id"])
    return numbers


def _but(data: Mapping[str, Any], *without: str) -> dict[str, Any]:
    """Return data of an object without its position and the keys in `without`."""
    return {name: value for name, value in data.items() if name not in ("x", "y", *without)}
