"""Layers of Tiled, LDtk and Godot beside the tiles: places, doors, containers, items, creatures and triggers.

Each format writes the same list: a thing is an object of Tiled, an entity of LDtk, a node of Godot.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from host.export.contents import CONTAINER, CREATURE, list_items
from host.model.document import list_lockables
from host.model.game_map import GameMap
from host.model.objects import UNLOCKED
from host.model.request import fields_of, write_field
from host.model.tile import MAX_TILES
from host.render.looks import key_of_lock
from host.render.scene import CREATURES, ITEMS, layer_of

SEGMENTS, ROOMS, HOMES, LOCKABLES, TRIGGERS = "segments", "rooms", "homes", "doors and chests", "triggers"
# Layers of things, in the order of their list.
LAYERS = (SEGMENTS, ROOMS, HOMES, LOCKABLES, ITEMS, CREATURES, TRIGGERS)
# Layers of a picture whose sprites belong to things.
DRAWN_LAYERS = (ITEMS, CREATURES)
# Field of a door or chest: the thing that is its key, or that has it.
KEY_OBJECT = "key object"
# Key of the document, and kind of its things.
_LOCKABLES = (("doors", "door"), ("chests", "chest"))

Document = Mapping[str, Any]


class ThingNumber(int):
    """The index of another thing of the list, as the value of a field."""


class PlacedThing(NamedTuple):
    """A thing on a map.

    (x, y) is its square; width and height are squares, and 0 for a point. `fields` have None for what is not known.
    `sprite` is its key in `Picture.objects`, or None for what is not drawn by itself.
    """

    layer: str
    kind: str
    name: str
    x: int
    y: int
    width: int
    height: int
    fields: dict[str, Any]
    sprite: tuple[str, int] | None = None


def list_things(game_map: GameMap, document: Document) -> list[PlacedThing]:
    """Return the things of a map, which `document` describes, by layer. Equal maps give equal lists."""
    lister = _Lister(game_map, document)
    things = [
        *lister.segments(),
        *lister.rooms(),
        *lister.homes(),
        *lister.lockables(),
        *lister.items(),
        *lister.creatures(),
        *lister.triggers(),
    ]
    _show_keys(game_map, lister.listed(), things)
    return things


def describe_origin(document: Document) -> dict[str, Any]:
    """Return what made a map as fields; None for what is not known."""
    request = fields_of(document)
    options = {f"option {name}": value for name, value in request.pop("options").items()}
    if request["seed"] is not None:
        # Formats have smaller integers.
        request["seed"] = str(request["seed"])
    made = {
        name.replace("_", " "): write_field(value) if isinstance(value, list) else value
        for name, value in request.items()
    }
    mods = ", ".join(f"{mod['id']} {mod['version']}" for mod in document["mods"])
    return {**made, "mods": mods or None, **options}


class _Lister:
    def __init__(self, game_map: GameMap, document: Document) -> None:
        self.map = game_map
        self.document = document

    def segments(self) -> Iterator[PlacedThing]:
        for segment in self.document["segments"]:
            box = segment["x"], segment["y"], segment["width"], segment["height"]
            fields = _but(segment, "width", "height")
            yield PlacedThing(SEGMENTS, "segment", segment.get("title") or segment["id"], *box, fields)

    def rooms(self) -> Iterator[PlacedThing]:
        for i, (x, y, width, height) in enumerate(self.document["rooms"], 1):
            yield PlacedThing(ROOMS, "room", f"room {i}", x, y, width, height, {})

    def homes(self) -> Iterator[PlacedThing]:
        for i, home in enumerate(self.document["homes"], 1):
            players = ", ".join(str(player + 1) for player in home.get("players", ()))
            fields = {**_but(home, "players", "tile"), "players": players or None}
            if "tile" in home:
                fields |= {"tile x": home["tile"][0], "tile y": home["tile"][1]}
            yield PlacedThing(HOMES, "home", f"home {i}", home["x"], home["y"], 0, 0, fields)

    def listed(self) -> list[tuple[Mapping[str, Any], str]]:
        """Return each door and chest of the document, with its kind, in the order of their things."""
        return [(lockable, kind) for key, kind in _LOCKABLES for lockable in self.document[key]]

    def lockables(self) -> Iterator[PlacedThing]:
        for lockable, kind in self.listed():
            fields = {**_but(lockable, "content"), **lockable.get("content", {})}
            yield PlacedThing(LOCKABLES, kind, lockable["tile"], lockable["x"], lockable["y"], 1, 1, fields)
        chests = {(chest["x"], chest["y"], chest["slot"]) for chest in self.document["chests"]}
        for stored in self.document["stored"]:
            x, y, slot = stored["x"], stored["y"], stored["slot"]
            if (x, y, slot) not in chests:
                tile = dict(self.map.tile_slots(self.map.square(x, y)))[self.map.square(x, y) * MAX_TILES + slot]
                yield PlacedThing(LOCKABLES, tile.kind, tile.prototype.id, x, y, 1, 1, _but(stored))

    def items(self) -> Iterator[PlacedThing]:
        for stack in self.document["items"]:
            x, y = stack["x"], stack["y"]
            sprite = ITEMS, self.map.square(x, y)
            yield PlacedThing(ITEMS, "item", stack["item"], x, y, 1, 1, _but(stack, "item"), sprite)
        yield from self._objects(ITEMS)

    def creatures(self) -> Iterator[PlacedThing]:
        for creature in self.document["creatures"]:
            name = creature["type"] if "type" in creature else f"knight of player {creature['player'] + 1}"
            sprite = CREATURES, creature["uid"]
            fields = _but(creature, "type")
            yield PlacedThing(CREATURES, "creature", name, creature["x"], creature["y"], 1, 1, fields, sprite)
        yield from self._objects(CREATURES)

    def _objects(self, layer: str) -> Iterator[PlacedThing]:
        for one in self.map.objects:
            if layer_of(one) == layer:
                fields = {"uid": one.uid, "id": one.id, "layer": one.layer, "z": one.z}
                yield PlacedThing(layer, one.kind, one.name or one.id, one.x, one.y, 1, 1, fields, (layer, -one.uid))

    def triggers(self) -> Iterator[PlacedThing]:
        """Return stairs, and what traps of doors and chests do."""
        tiles = self.map.tileset.tiles
        stairs = {n: [tiles[i] for i in stack if tiles[i].stairs] for n, stack in enumerate(self.map.tileset.stacks)}
        wanted = [n for n, found in stairs.items() if found]
        for y, x in np.argwhere(np.isin(self.map.stacks, wanted)).tolist():
            for tile in stairs[int(self.map.stacks[y, x])]:
                yield PlacedThing(TRIGGERS, "stairs", tile.prototype.id, x, y, 1, 1, {"down": tile.stairs})
        for lockable, kind in self.listed():
            if "trap" in lockable:
                trap = lockable["trap"]
                fields = {**_but(trap), "opens": kind}
                yield PlacedThing(TRIGGERS, "trap", trap["kind"], lockable["x"], lockable["y"], 1, 1, fields)


def _show_keys(game_map: GameMap, listed: list[tuple[Mapping[str, Any], str]], things: list[PlacedThing]) -> None:
    """Name the key of each lock, and the thing that is it, or has it."""
    locks = {tile_slot: (tile, lock) for tile_slot, tile, lock in list_lockables(game_map)}
    # On one square are several items only in dialects without locks.
    holders: dict[tuple[str, int, int], int] = {}
    for number, thing in enumerate(things):
        holders.setdefault((thing.layer, thing.x, thing.y), number)
    keys: dict[str, ThingNumber] = {}
    for item in list_items(game_map):
        layer = {CONTAINER: LOCKABLES, CREATURE: CREATURES}.get(item.where, ITEMS)
        holder = holders.get((layer, item.x, item.y))
        if holder is not None:
            keys.setdefault(item.id, ThingNumber(holder))
    # Barrels come last, and have no locks.
    lockables = (thing for thing in things if thing.layer == LOCKABLES)
    for (lockable, _), thing in zip(listed, lockables, strict=False):
        tile, lock = locks[game_map.square(lockable["x"], lockable["y"]) * MAX_TILES + lockable["slot"]]
        key = key_of_lock(game_map, tile, lock) if lock > UNLOCKED else None
        if key is not None:
            thing.fields["key"] = key.prototype.id
            thing.fields[KEY_OBJECT] = keys.get(key.prototype.id)


def _but(data: Mapping[str, Any], *without: str) -> dict[str, Any]:
    """Return data of a thing without its position and the keys in `without`."""
    return {name: value for name, value in data.items() if name not in ("x", "y", *without)}
