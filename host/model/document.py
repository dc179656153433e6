"""Write a map as the JSON document that `docs/dungeon.schema.json` describes. `document_reader` reads it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias
from weakref import WeakKeyDictionary

from host.model.appearance import LOOKS
from host.model.geometry import DIRECTIONS
from host.model.objects import (
    PICK_ONLY,
    SPECIAL_LOCK,
    UNLOCKED,
    Home,
    ItemStack,
    ItemType,
    MapObject,
    MonsterType,
    Trap,
    Zone,
)
from host.model.registry import Registry
from host.model.tile import ACCESS, CHEST, DOOR, HEIGHTS, MAX_TILES, Tile
from host.version import VERSIONS

if TYPE_CHECKING:
    # `GameMap.to_json` calls this module.
    from host.model.game_map import GameMap

FORMAT = "dungeon-host/map"
VERSION = 1

# Lock -> the word in a document; other locks are key numbers.
LOCK_WORDS = {PICK_ONLY: "pick_only", SPECIAL_LOCK: "special"}

# What a map has in place of an origin that no request made.
_NO_ORIGIN: dict[str, Any] = {"generator": None, "seed": None, "players": 0, "options": {}, "mods": []}

# Key of a document and index of a tile or a type -> (the tile, or the fields of the type; its JSON).
_Texts: TypeAlias = dict[tuple[str, int], tuple[Any, str]]
# Registry, whose maps share one tile set -> (its version, the texts), cached.
_texts: WeakKeyDictionary[Registry, tuple[int, _Texts]] = WeakKeyDictionary()
# Documents have no cycles; to look for one takes a quarter of the time.
_ENCODER = json.JSONEncoder(separators=(",", ":"), allow_nan=False, check_circular=False)


def to_document(game_map: GameMap) -> dict[str, Any]:
    """Return a map as plain data. Equal maps give equal documents, in the same order of keys."""
    document, types = _describe_map(game_map)
    for kind, indices in types.items():
        document[kind] = [_DESCRIBE[kind](_fields_of(game_map, kind, index)) for index in indices]
    return document


def encode_document(game_map: GameMap) -> bytes:
    """Return the document of a map as JSON, with other white space and order of keys than `dumps`.

    The texts of tiles and types are cached, because they are most of the document of a small map.
    """
    document, types = _describe_map(game_map)
    registry = game_map.registry
    version, cached = _texts.get(registry, (-1, {}))
    if version != registry.version:
        cached = {}
        _texts[registry] = registry.version, cached
    parts = []
    for kind, indices in types.items():
        del document[kind]
        texts = [_cached_text(cached, game_map, kind, index) for index in indices]
        parts.append(f'"{kind}":[{",".join(texts)}]')
    return f"{_ENCODER.encode(document)[:-1]},{','.join(parts)}}}".encode("ascii")


def _cached_text(cached: _Texts, game_map: GameMap, kind: str, index: int) -> str:
    fields = _fields_of(game_map, kind, index)
    entry = cached.get((kind, index))
    if entry is None or entry[0] is not fields:
        entry = cached[kind, index] = fields, _ENCODER.encode(_DESCRIBE[kind](fields))
    return entry[1]


def _fields_of(game_map: GameMap, kind: str, index: int) -> Any:
    """Return the tile, or the fields of the type of items or monsters."""
    if kind == "tiles":
        return game_map.tileset.tiles[index]
    return game_map.registry.get("item" if kind == "item_types" else "monster", index).fields


def _describe_map(game_map: GameMap) -> tuple[dict[str, Any], dict[str, list[int]]]:
    """Return a document without its tiles and types, and key of the document -> the indices of these."""
    tiles_by_stack = [game_map.tileset.stacks[stack] for stack in game_map.stacks_in_order()]
    used = sorted({tile for tiles in tiles_by_stack for tile in tiles})
    number = {tile: i for i, tile in enumerate(used)}
    origin = game_map.origin
    contents = _ContentsWriter(game_map)
    document = {
        "format": FORMAT,
        "version": VERSION,
        **(origin.to_data() if origin else {**VERSIONS, **_NO_ORIGIN}),
        "width": game_map.width,
        "height": game_map.height,
        "tiles": [],
        "stacks": [[number[tile] for tile in tiles] for tiles in tiles_by_stack],
        "rows": game_map.stack_numbers().tolist(),
        "items": contents.items(),
        "creatures": contents.creatures(),
        "homes": [_home(game_map, home) for home in game_map.homes],
        "rooms": game_map.rooms.tolist(),
        "doors": contents.lockables(DOOR),
        "chests": contents.lockables(CHEST),
        "stored": contents.stored(),
        "hit_points": contents.hit_points(),
        "segments": [_zone(game_map, zone) for zone in game_map.zones],
        "item_types": [],
        "monster_types": [],
        "quest": game_map.quest,
        "events": game_map.events,
    }
    if game_map.room_names is not None:
        document["room_names"] = game_map.room_names
    if game_map.objects:
        document["objects"] = [_object(map_object) for map_object in game_map.objects]
    types = {"tiles": used, "item_types": contents.item_types(), "monster_types": contents.monster_types()}
    sprites = _drawn_sprites(game_map, types)
    if sprites:
        document["sprites"] = sprites
    themes = game_map.registry.all("theme")
    if themes:
        document["themes"] = {theme.id: theme.fields.to_data() for theme in themes}
    return document, types


def _drawn_sprites(game_map: GameMap, types: Mapping[str, Iterable[int]]) -> dict[str, Any]:
    """Return id -> description of the sprites that mods draw for what is on a map."""
    registry = game_map.registry
    if not registry.all("sprite"):
        return {}
    things = [_fields_of(game_map, kind, index) for kind, indices in types.items() for index in indices]
    things += game_map.objects
    prototypes = (registry.find("sprite", key) for key in sorted({thing.sprite or "" for thing in things}))
    return {prototype.id: prototype.fields.to_data() for prototype in prototypes if prototype is not None}


def dumps(document: Mapping[str, Any]) -> str:
    """Return a document as JSON text, with a line for each row and object, so that two documents can be diffed."""
    parts = []
    for name, value in document.items():
        if isinstance(value, list) and value:
            lines = ",\n".join(_compact(item) for item in value)
            parts.append(f'"{name}": [\n{lines}\n]')
        else:
            parts.append(f'"{name}": {_compact(value)}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _compact(value: Any) -> str:
    return _ENCODER.encode(value)


def _without_none(**fields: Any) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


def _with_looks(thing: Any, **fields: Any) -> dict[str, Any]:
    data = _without_none(**fields)
    for name in LOOKS:
        value = getattr(thing, name)
        if value is not None:
            data[name] = value
    return data


def describe_tile(tile: Tile) -> dict[str, Any]:
    """Return a tile as plain data."""
    return _with_looks(
        tile,
        id=tile.prototype.id,
        kind=tile.kind,
        access={height: ACCESS[level] for height, level in zip(HEIGHTS, tile.access, strict=True)},
        items=tile.items_allowed,
        category=tile.category,
        depth=tile.depth,
        stairs=tile.stairs,
        open=tile.is_open if tile.lock else None,
    )


def describe_item_type(fields: ItemType) -> dict[str, Any]:
    """Return a type of items as plain data."""
    return _with_looks(
        fields,
        id=fields.prototype.id,
        kind=fields.kind,
        key=fields.key or None,
    )


def describe_monster_type(fields: MonsterType) -> dict[str, Any]:
    """Return a type of monsters as plain data."""
    return _with_looks(
        fields,
        id=fields.prototype.id,
        height=HEIGHTS[fields.height],
    )


def list_lockables(game_map: GameMap) -> list[tuple[int, Tile, int]]:
    """Return (tile slot, tile, lock) of each door and chest, in the order of squares."""
    traits, stacks, locks = game_map.tileset.traits, game_map.stacks.reshape(-1), game_map.locks
    squares = traits.array("lockable").take(stacks).nonzero()[0]
    listed = []
    for square, stack in zip(squares.tolist(), stacks[squares].tolist(), strict=True):
        for position, tile in traits.lockables[stack]:
            tile_slot = square * MAX_TILES + position
            lock = locks.get(tile_slot)
            if lock is None:
                lock = SPECIAL_LOCK if tile.lock is not None and tile.lock.special else UNLOCKED
            listed.append((tile_slot, tile, lock))
    return listed


# Key of a document -> what describes a tile or the fields of a type.
_DESCRIBE: Mapping[str, Callable[[Any], dict[str, Any]]] = {
    "tiles": describe_tile,
    "item_types": describe_item_type,
    "monster_types": describe_monster_type,
}


def _home(game_map: GameMap, home: Home) -> dict[str, Any]:
    return _without_none(
        x=home.x,
        y=home.y,
        facing=DIRECTIONS[home.facing],
        tile=list(game_map.position(home.tile_square)) if home.tile_square >= 0 else None,
        special=home.special,
        players=home.players or None,
        secured_by=home.secured_by,
    )


def _zone(game_map: GameMap, zone: Zone) -> dict[str, Any]:
    segment = game_map.registry.get("segment", zone.segment)
    return _without_none(
        id=segment.id,
        title=segment.fields.title,
        x=zone.x,
        y=zone.y,
        width=zone.width,
        height=zone.height,
        mirrored=bool(zone.orientation & 4),
        turns=zone.orientation & 3,
    )


def _object(map_object: MapObject) -> dict[str, Any]:
    carried = [_without_none(**item._asdict()) for item in map_object.carried]
    return _without_none(**{**map_object._asdict(), "carried": carried or None})


class _ContentsWriter:
    """Writes the contents of a map, in the order of squares."""

    def __init__(self, game_map: GameMap) -> None:
        self._map = game_map
        self._lockables = list_lockables(game_map)

    def _xy(self, square: int) -> dict[str, int]:
        y, x = divmod(square, self._map.width)
        return {"x": x, "y": y}

    def _slot(self, tile_slot: int) -> dict[str, int]:
        y, x = divmod(tile_slot // MAX_TILES, self._map.width)
        return {"x": x, "y": y, "slot": tile_slot % MAX_TILES}

    def _id(self, kind: str, index: int) -> str:
        return self._map.registry.get(kind, index).id

    def _stack(self, stack: ItemStack) -> dict[str, Any]:
        return {"item": self._id("item", stack.item), "count": stack.count}

    def items(self) -> list[dict[str, Any]]:
        return [{**self._xy(square), **self._stack(stack)} for square, stack in sorted(self._map.loose_items.items())]

    def stored(self) -> list[dict[str, Any]]:
        return [
            {**self._slot(tile_slot), **self._stack(stack)} for tile_slot, stack in sorted(self._map.stored.items())
        ]

    def hit_points(self) -> list[dict[str, Any]]:
        return [
            {**self._slot(tile_slot), "hit_points": points}
            for tile_slot, points in sorted(self._map.hit_points.items())
        ]

    def creatures(self) -> list[dict[str, Any]]:
        return [
            _without_none(
                uid=creature.uid,
                type=None if creature.monster is None else self._id("monster", creature.monster),
                player=creature.player,
                x=creature.x,
                y=creature.y,
                height=HEIGHTS[creature.height],
                facing=DIRECTIONS[creature.facing],
                health=creature.health,
                held=None if creature.held < 0 else self._id("item", creature.held),
                carried={self._id("item", i): n for i, n in sorted(creature.carried.items())} or None,
            )
            for creature in self._map.living_creatures
        ]

    def lockables(self, kind: str) -> list[dict[str, Any]]:
        """Return the doors or the chests, with their locks, traps and contents."""
        traps, stored = self._map.traps, self._map.stored
        written = []
        for tile_slot, tile, lock in self._lockables:
            if tile.kind == kind:
                entry: dict[str, Any] = {**self._slot(tile_slot), "tile": tile.prototype.id, "open": tile.is_open}
                if lock != UNLOCKED:
                    entry["lock"] = LOCK_WORDS.get(lock, lock)
                if tile_slot in traps:
                    entry["trap"] = self._trap(traps[tile_slot])
                if tile_slot in stored:
                    entry["content"] = self._stack(stored[tile_slot])
                written.append(entry)
        return written

    def _trap(self, trap: Trap) -> dict[str, Any]:
        return _without_none(
            kind=trap.kind,
            item=None if trap.item < 0 else self._id("item", trap.item),
            bolt=None if trap.bolt < 0 else self._id("item", trap.bolt),
            direction=DIRECTIONS[trap.direction] if trap.kind == "blade" else None,
        )

    def item_types(self) -> list[int]:
        """Return the types of all items anywhere on the map."""
        used = {stack.item for stack in (*self._map.loose_items.values(), *self._map.stored.values())}
        used |= {
            item for creature in self._map.living_creatures for item in (*creature.carried, creature.held) if item >= 0
        }
        used |= {item for trap in self._map.traps.values() for item in (trap.item, trap.bolt) if item >= 0}
        return sorted(used)

    def monster_types(self) -> list[int]:
        """Return the types of the monsters on the map."""
        return sorted({c.monster for c in self._map.living_creatures if c.monster is not None})
