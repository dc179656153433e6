"""Digests of maps: equal for equal maps, whatever made them.

A survey makes a digest of each dungeon, so this is many times as fast as the JSON: what does not change from map to map
(tiles, types of items and monsters) is written once, and arrays are hashed as they are.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import blake2b
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from host.model.document import describe_item_type, describe_monster_type, describe_tile, list_lockables
from host.model.map import Map
from host.model.registry import Registry
from host.model.tile import TileSet

_ENCODER = json.JSONEncoder()
# Tile set -> (its version, stack id -> the text of its tiles, as Python writes it), cached.
_stacks: WeakKeyDictionary[TileSet, tuple[int, dict[int, str]]] = WeakKeyDictionary()
# Registry -> kind and index of a type -> (its fields, their text, as Python writes it), cached.
_types: WeakKeyDictionary[Registry, dict[tuple[str, int], tuple[Any, str]]] = WeakKeyDictionary()


def map_digest(game_map: Map) -> str:
    """Return 32 hexadecimal digits for everything in the JSON of a map except what made it: seed, options, mods."""
    stacks = game_map.stacks_in_order()
    numbers = np.zeros(len(game_map.tileset.stacks), dtype="<i4")
    numbers[stacks] = range(len(stacks))
    contents = _Contents(game_map)
    parts = (
        [(square, contents.item(stack.item), stack.count) for square, stack in sorted(game_map.loose_items.items())],
        [
            (
                c.uid,
                None if c.monster is None else contents.monster(c.monster),
                c.player,
                c.x,
                c.y,
                c.height,
                c.facing,
                c.health,
                contents.item(c.held),
                [(contents.item(item), number) for item, number in sorted(c.carried.items())] if c.carried else None,
            )
            for c in game_map.living_creatures
        ],
        [
            (h.x, h.y, h.facing, h.tile_square if h.tile_square >= 0 else -1, h.special, h.players, h.secured_by)
            for h in game_map.homes
        ],
        [(tile_slot, lock) for tile_slot, _, lock in list_lockables(game_map)],
        [
            (slot, trap.kind, contents.item(trap.item), contents.item(trap.bolt), trap.direction)
            for slot, trap in sorted(game_map.traps.items())
        ],
        [(slot, contents.item(stack.item), stack.count) for slot, stack in sorted(game_map.stored.items())],
        sorted(game_map.hit_points.items()),
        [contents.zone(*zone) for zone in game_map.zones],
        game_map.objects,
    )
    # Python writes the long texts once, which is most of the work; the rest of the text is the `repr` of a tuple.
    legend = ", ".join(_texts_of_stacks(game_map.tileset, stacks))
    size = f"{game_map.width}, {game_map.height}"
    text = f"(({size}, [{legend}], {repr(parts)[1:]}, [{', '.join(contents.texts)}])"
    digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16)
    digest.update(numbers[game_map.stacks].tobytes())
    digest.update(np.ascontiguousarray(game_map.rooms, dtype="<i4").tobytes())
    digest.update(_ENCODER.encode([game_map.quest, game_map.events]).encode("ascii"))
    return digest.hexdigest()


def _texts_of_stacks(tiles: TileSet, stacks: list[int]) -> list[str]:
    version, texts = _stacks.get(tiles, (-1, {}))
    if version != tiles.version:
        texts = {}
        _stacks[tiles] = tiles.version, texts
    for stack in stacks:
        if stack not in texts:
            texts[stack] = repr(json.dumps([describe_tile(tile) for tile in tiles.tiles_of(stack)]))
    return [texts[stack] for stack in stacks]


class _Contents:
    """What lies on a map. Types have numbers in the order in which they occur: indices depend on all loaded mods."""

    def __init__(self, game_map: Map) -> None:
        self._map = game_map
        self._items: dict[int, int] = {-1: -1}
        self._monsters: dict[int, int] = {}
        # The texts of items and monsters, in the order of their numbers.
        self.texts: list[str] = []

    def item(self, index: int) -> int:
        number = self._items.get(index)
        if number is None:
            number = self._items[index] = self._add("item", index, describe_item_type)
        return number

    def monster(self, index: int) -> int:
        number = self._monsters.get(index)
        if number is None:
            number = self._monsters[index] = self._add("monster", index, describe_monster_type)
        return number

    def _add(self, kind: str, index: int, describe: Callable[[Any], dict[str, Any]]) -> int:
        fields = self._map.registry.get(kind, index).fields
        texts = _types.setdefault(self._map.registry, {})
        cached = texts.get((kind, index))
        if cached is None or cached[0] is not fields:
            cached = texts[kind, index] = fields, repr(json.dumps(describe(fields)))
        self.texts.append(cached[1])
        return len(self.texts) - 1

    def zone(self, x: int, y: int, width: int, height: int, orientation: int, segment: int) -> tuple[Any, ...]:
        prototype = self._map.registry.get("segment", segment)
        return x, y, width, height, orientation, prototype.id, prototype.fields.title
