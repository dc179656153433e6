"""The contents of a map that metrics count: enemies, traps, resources, keys and locked doors.

Objects of the Lua dialects say what they are by kind, layer and glyph only, so this module reads the signs of
roguelikes: `@` is a player, a letter on the layer of creatures is an enemy, and `^` is a trap. Everything here is in
the JSON of a map too, so that a map and its copy from JSON have the same metrics; but a copy does not know the hit
points of doors that are not rolled.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from host.model.game_map import GameMap, HasModel, model_of
from host.model.objects import SPECIAL_LOCK, UNLOCKED, MapObject
from host.model.tile import DOOR, MAX_TILES

# Kinds of contents that are counted by id.
KINDS = SEGMENT, ITEM, MONSTER = ("segment", "item", "monster")

# Layers of objects on which creatures stand, in actions and in rooms.
_CREATURE_LAYERS = ("real", "contents")
_ITEM_LAYERS = ("dropped", "gold")


class Key(NamedTuple):
    """A key on a square: `opens` is the number of a lock, or LOCKPICKS. `lock` is the lock of the chest it lies in."""

    square: int
    opens: int
    lock: int


class LockedDoor(NamedTuple):
    """A closed door: `lock` is a key number or PICK_ONLY. Whoever has time may break it if `is_breakable`."""

    square: int
    lock: int
    is_breakable: bool


def count_contents(shown: GameMap | HasModel) -> dict[str, dict[str, int]]:
    """Return how often each segment, item and monster is on a map: {kind: {id: number}}.

    Items are those on the floor and in containers, each of a stack; monsters and items of all dialects count.
    """
    game_map = model_of(shown)
    # Counters would be slower than the counting, and a survey counts the contents of each dungeon.
    segments: dict[int, int] = {}
    for zone in game_map.zones:
        segments[zone.segment] = segments.get(zone.segment, 0) + 1
    items: dict[int, int] = {}
    for item, count in chain(game_map.loose_items.values(), game_map.stored.values()):
        items[item] = items.get(item, 0) + count
    monsters: dict[int, int] = {}
    for creature in game_map.living_creatures:
        if creature.monster is not None:
            monsters[creature.monster] = monsters.get(creature.monster, 0) + 1
    counts = {}
    for kind, by_index in zip(KINDS, (segments, items, monsters), strict=True):
        prototypes = game_map.registry.all(kind)
        counts[kind] = {prototypes[index].id: number for index, number in by_index.items()}
    for map_object in game_map.objects:
        if _is_enemy(map_object):
            _count(counts[MONSTER], map_object.id)
        elif is_item(map_object):
            _count(counts[ITEM], map_object.id)
    return counts


def _count(counts: dict[str, int], identity: str) -> None:
    counts[identity] = counts.get(identity, 0) + 1


def list_enemies(game_map: GameMap) -> list[int]:
    """Return the square of each enemy: monsters, and objects that are creatures, but for players."""
    width = game_map.width
    squares = [c.y * width + c.x for c in game_map.living_creatures if c.player is None]
    return squares + [o.y * width + o.x for o in game_map.objects if _is_enemy(o)]


def list_traps(game_map: GameMap) -> list[int]:
    """Return the square of each trap: on doors and chests, and objects that are traps."""
    squares = [square for square, _ in _slots_inside(game_map, game_map.traps)]
    return squares + [game_map.square(o.x, o.y) for o in game_map.objects if is_trap(o)]


def list_resources(game_map: GameMap) -> list[int]:
    """Return the square of each stack of items that lies on the floor or in a container."""
    squares = [*game_map.loose_items, *(square for square, _ in _slots_inside(game_map, game_map.stored))]
    return squares + [game_map.square(o.x, o.y) for o in game_map.objects if is_item(o)]


def list_keys(game_map: GameMap) -> list[Key]:
    """Return the keys and lockpicks that lie on the floor or in a container."""
    prototypes = game_map.registry.all("item")
    keys = [
        Key(square, opens, UNLOCKED)
        for square, stack in game_map.loose_items.items()
        if (opens := prototypes[stack.item].fields.key)
    ]
    for square, slot in _slots_inside(game_map, game_map.stored):
        if opens := prototypes[game_map.stored[slot].item].fields.key:
            lock = game_map.locks.get(slot, UNLOCKED)
            keys.append(Key(square, opens, UNLOCKED if lock == SPECIAL_LOCK else lock))
    return keys


def list_locked_doors(game_map: GameMap) -> list[LockedDoor]:
    """Return the locked doors.

    Special locks are left out: levers of the mod open them, as for the connectivity check.
    """
    locked = [slot for slot, lock in game_map.locks.items() if lock not in (UNLOCKED, SPECIAL_LOCK)]
    tileset, doors = game_map.tileset, []
    for square, slot in _slots_inside(game_map, locked):
        stack = tileset.stacks[game_map.stack(square)]
        position = slot % MAX_TILES
        if position < len(stack):
            tile = tileset.tiles[stack[position]]
            if tile.kind == DOOR and not tile.is_open:
                is_breakable = game_map.hit_points.get(slot, tile.hit_points) != 0
                doors.append(LockedDoor(square, game_map.locks[slot], is_breakable))
    return doors


def _slots_inside(game_map: GameMap, slots: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield (square, tile slot) for each slot; slots of documents may lie outside the map."""
    size = game_map.width * game_map.height
    for slot in slots:
        if 0 <= slot < size * MAX_TILES:
            yield slot // MAX_TILES, slot


def is_player(map_object: MapObject) -> bool:
    """Return whether an object is a player."""
    return map_object.glyph == "@"


def is_creature(map_object: MapObject) -> bool:
    """Return whether an object lives: a player, a chara or an entity that is drawn as a letter."""
    glyph = map_object.glyph
    if map_object.kind == "chara":
        return True
    return map_object.layer in _CREATURE_LAYERS and (glyph is None or glyph == "@" or glyph.isalpha())


def is_item(map_object: MapObject) -> bool:
    """Return whether an object is an item that lies on the floor."""
    return map_object.kind == "item" or map_object.layer in _ITEM_LAYERS


def _is_enemy(map_object: MapObject) -> bool:
    return is_creature(map_object) and not is_player(map_object)


def is_trap(map_object: MapObject) -> bool:
    """Return whether an object is a trap."""
    return map_object.layer == "trap" or map_object.glyph == "^"
