"""Digests of maps: equal for equal maps, whatever made them.

A survey makes a digest of each dungeon, so this is many times as fast as the JSON: what does not change from map to map
(tiles, types of items and monsters, segments) is hashed once, and whole numbers are hashed as arrays.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from hashlib import blake2b
from itertools import chain
from struct import error as StructError  # noqa: N812 - a class
from struct import pack
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary

import numpy as np

from host.model.document import describe_item_type, describe_monster_type, describe_tile, list_lockables
from host.model.game_map import GameMap
from host.model.objects import Creature
from host.model.registry import Prototype, Registry
from host.model.tile_set import TileSet

# What it encodes has no cycles: values of mods, copied.
_ENCODER = json.JSONEncoder(check_circular=False)
# Kind and index of a prototype -> (its fields, their digest).
_Digests: TypeAlias = dict[tuple[str, int], tuple[Any, bytes]]
# Tile set -> (the versions of both it and the registry, stack id -> the digest of its tiles), cached.
_stacks: WeakKeyDictionary[TileSet, tuple[tuple[int, int], dict[int, bytes]]] = WeakKeyDictionary()
# Registry -> (its version, the digests of prototypes), cached.
_prototypes: WeakKeyDictionary[Registry, tuple[int, _Digests]] = WeakKeyDictionary()


def map_digest(game_map: GameMap) -> str:
    """Return 32 hexadecimal digits for everything in the JSON of a map except what made it: seed, options, mods."""
    stacks = game_map.stacks_in_order()
    rows = np.zeros(len(game_map.tileset.stacks), dtype="<i4")
    rows[stacks] = range(len(stacks))
    items, monsters, segments = (_Numbers(game_map.registry, kind) for kind in ("item", "monster", "segment"))
    # -1 in place of an item.
    items[-1] = -1
    parts = [
        [game_map.width, game_map.height, len(game_map.rooms)],
        [n for square, (item, count) in sorted(game_map.loose_items.items()) for n in (square, items[item], count)],
        [
            n
            for c in game_map.living_creatures
            for n in (
                c.uid,
                -1 if c.monster is None else monsters[c.monster],
                -1 if c.player is None else c.player,
                c.x,
                c.y,
                c.height,
                c.facing,
                c.health,
                items[c.held],
                len(c.carried),
                *(_list_carried(c, items) if c.carried else ()),
            )
        ],
        [
            n
            for h in game_map.homes
            for n in (
                h.x,
                h.y,
                h.facing,
                h.tile_square if h.tile_square >= 0 else -1,
                h.special,
                -1 if h.secured_by is None else h.secured_by,
                len(h.players),
                *h.players,
            )
        ],
        [n for tile_slot, _, lock in list_lockables(game_map) for n in (tile_slot, lock)],
        [
            n
            for slot, trap in sorted(game_map.traps.items())
            for n in (slot, items[trap.item], items[trap.bolt], trap.direction)
        ],
        [n for slot, (item, count) in sorted(game_map.stored.items()) for n in (slot, items[item], count)],
        [*chain.from_iterable(sorted(game_map.hit_points.items()))],
        [n for zone in game_map.zones for n in (*zone[:-1], segments[zone.segment])],
    ]
    texts = [
        game_map.quest,
        game_map.events,
        [trap.kind for _, trap in sorted(game_map.traps.items())],
        game_map.objects,
    ]
    digest = blake2b(_pack(parts), digest_size=16)
    digest.update(rows[game_map.stacks].tobytes())
    digest.update(np.ascontiguousarray(game_map.rooms, dtype="<i4").tobytes())
    for digests in (_digests_of_stacks(game_map, stacks), items.digests, monsters.digests, segments.digests):
        digest.update(b"".join(digests))
    digest.update(_ENCODER.encode(texts).encode("ascii"))
    return digest.hexdigest()


def _list_carried(creature: Creature, items: Mapping[int, int]) -> list[int]:
    return [n for item, count in sorted(creature.carried.items()) for n in (items[item], count)]


def _pack(parts: list[list[int]]) -> bytes:
    """Return lists of whole numbers as bytes, after the lengths of the lists."""
    numbers = [*map(len, parts)]
    for part in parts:
        numbers += part
    try:
        return pack(f"<{len(numbers)}q", *numbers)
    except StructError:
        # A document of a stranger may have larger numbers.
        return repr(parts).encode("ascii")


def _digests_of_stacks(game_map: GameMap, stacks: list[int]) -> list[bytes]:
    tiles = game_map.tileset
    now = tiles.version, game_map.registry.version
    version, digests = _stacks.get(tiles, (None, {}))
    if version != now:
        digests = {}
        _stacks[tiles] = now, digests
    for stack in stacks:
        if stack not in digests:
            digests[stack] = _digest([describe_tile(tile) for tile in tiles.tiles_of(stack)])
    return [digests[stack] for stack in stacks]


class _Numbers(dict[int, int]):
    """Index of a prototype of a kind -> its number, in the order in which they occur: indices depend on all mods."""

    def __init__(self, registry: Registry, kind: str) -> None:
        self._kind = kind
        self._prototypes = registry.all(kind)
        self._describe = _DESCRIBE[kind]
        version, self._cache = _prototypes.get(registry, (-1, {}))
        if version != registry.version:
            self._cache = {}
            _prototypes[registry] = registry.version, self._cache
        # The digests of the prototypes, in the order of their numbers.
        self.digests: list[bytes] = []

    def __missing__(self, index: int) -> int:
        prototype = self._prototypes[index]
        key = self._kind, index
        cached = self._cache.get(key)
        if cached is None or cached[0] is not prototype.fields:
            cached = self._cache[key] = prototype.fields, _digest(self._describe(prototype))
        number = self[index] = len(self.digests)
        self.digests.append(cached[1])
        return number


# Kind of a prototype -> what describes it.
_DESCRIBE: Mapping[str, Callable[[Prototype], Any]] = {
    "item": lambda prototype: describe_item_type(prototype.fields),
    "monster": lambda prototype: describe_monster_type(prototype.fields),
    "segment": lambda prototype: [prototype.id, prototype.fields.title],
}


def _digest(value: Any) -> bytes:
    return blake2b(_ENCODER.encode(value).encode("ascii"), digest_size=16).digest()
