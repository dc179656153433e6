"""Compares what two maps, or dungeons, hold: the squares on which they differ."""

from __future__ import annotations

import zlib
from collections import defaultdict
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from host.metrics.variety import number_levels
from host.model.document import list_lockables
from host.model.game_map import GameMap
from host.model.objects import UNLOCKED
from host.model.tile import MAX_TILES

# What is on a square besides its tiles, for comparison.
_Contents = dict[tuple[int, int], list[tuple[Any, ...]]]


class Difference(NamedTuple):
    """Two maps, aligned at their north-west corner, and where they differ."""

    old: GameMap
    new: GameMap
    # (height, width), of the larger map on each axis: squares with other tiles or contents, or on one map only.
    is_changed: npt.NDArray[np.bool_]


def find_difference(old: GameMap, new: GameMap) -> Difference:
    """Compare the tiles, items, creatures, objects, homes, locks and traps of two maps square by square."""
    levels, _ = number_levels((old, new))
    height, width = np.max([level.shape for level in levels], axis=0).tolist()
    padded = np.full((2, height, width), -1, dtype=np.int64)
    for grid, level in zip(padded, levels, strict=True):
        grid[: level.shape[0], : level.shape[1]] = level
    is_changed = padded[0] != padded[1]
    before, after = _list_contents(old), _list_contents(new)
    for x, y in before.keys() | after.keys():
        if 0 <= x < width and 0 <= y < height and before.get((x, y)) != after.get((x, y)):
            is_changed[y, x] = True
    return Difference(old, new, is_changed)


def square_digests(game_map: GameMap) -> npt.NDArray[np.uint32]:
    """Return a number for each square, (height, width): equal for equal tiles and contents, on maps of all hosts."""
    numbers = np.zeros(len(game_map.tileset.stacks), dtype=np.uint32)
    for stack in game_map.stacks_in_order():
        tiles = [(tile.prototype.id, tile.is_open) for tile in game_map.tileset.tiles_of(stack)]
        numbers[stack] = zlib.crc32(repr(tiles).encode("utf-8", "surrogatepass"))
    digests: npt.NDArray[np.uint32] = numbers[game_map.stacks]
    for (x, y), parts in _list_contents(game_map).items():
        if game_map.contains(x, y):
            digests[y, x] = zlib.crc32(repr(parts).encode("utf-8", "surrogatepass"), int(digests[y, x]))
    return digests


def _list_contents(game_map: GameMap) -> _Contents:
    """Return what is on each square that is not empty; types are named by their ids."""
    contents: _Contents = defaultdict(list)
    prototype = game_map.registry.get

    def at(slot: int) -> list[tuple[Any, ...]]:
        return contents[game_map.position(slot // MAX_TILES)]

    for square, stack in game_map.loose_items.items():
        contents[game_map.position(square)].append(("item", prototype("item", stack.item).id, stack.count))
    for slot, stack in game_map.stored.items():
        at(slot).append(("stored", prototype("item", stack.item).id, stack.count))
    # Some tiles are locked without an entry in `locks`; a copy from JSON has one.
    for slot, _, lock in list_lockables(game_map):
        if lock != UNLOCKED:
            at(slot).append(("lock", lock))
    for slot, trap in game_map.traps.items():
        at(slot).append(("trap", trap.kind, trap.direction))
    for creature in game_map.living_creatures:
        monster = None if creature.monster is None else prototype("monster", creature.monster).id
        contents[creature.x, creature.y].append(("creature", monster, creature.player))
    for map_object in game_map.objects:
        contents[map_object.x, map_object.y].append(("object", map_object.kind, map_object.id, map_object.glyph))
    for home in game_map.homes:
        contents[home.x, home.y].append(("home", home.facing, home.special, home.players))
    # Texts, because values of several types have no order.
    return {place: sorted(parts, key=repr) for place, parts in contents.items()}
