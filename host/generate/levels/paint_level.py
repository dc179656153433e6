"""Maps from levels: the tiles of the host, furniture, locks, keys, monsters and treasure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from host.generate.levels.contents import key_types
from host.generate.levels.level import Level
from host.generate.levels.room_kinds import FLOORS, FURNITURE, Furniture
from host.generate.plans.marks import host_stairs
from host.generate.plans.paint import default_stacks, paint
from host.generate.plans.plan import DOOR as DOOR_CODE
from host.generate.plans.plan import PASSAGE, ROOM
from host.generate.plans.prototypes import host_tile
from host.model.game_map import GameMap
from host.model.objects import ItemStack
from host.model.registry import Registry
from host.model.tile import BARREL, BLOCKED, CHEST, CLEAR, LockRule
from host.model.tile_set import TileSet

NO_FURNITURE: Mapping[str, int] = {}
# Tile set -> the result of `_level_tiles`, cached.
_tiles_of: WeakKeyDictionary[TileSet, dict[str, int]] = WeakKeyDictionary()
_LOW, _TALL = (BLOCKED, CLEAR, CLEAR), (BLOCKED, BLOCKED, BLOCKED)


def paint_level(
    level: Level, tiles: TileSet, registry: Registry, uids: Iterator[int], furniture: Mapping[str, int] = NO_FURNITURE
) -> GameMap:
    """Return the map of a level without monsters and treasure; `furniture` has tiles of mods by their names."""
    stacks = default_stacks(registry, tiles)
    # The door of a stack lies on top.
    door = tiles.stacks[stacks[DOOR_CODE]][-1]
    indices = {**_level_tiles(registry, tiles), **furniture}
    game_map = paint(level.plan, stacks, tiles, registry, uids)
    game_map.room_names = list(level.room_names)
    for name, squares in level.floors.items():
        # What else lies in a room, such as a corridor through it, keeps its floor.
        floor = np.array([square for square in squares if level.plan.cells.flat[square] == ROOM], dtype=np.intp)
        game_map.stacks.flat[floor] = tiles.intern((indices[name],))
    for name, position in (("entrance", level.entrance), ("exit", level.exit)):
        if position is not None:
            game_map.place_tile(game_map.square(*position), indices[name])
    for square, name in level.furniture.items():
        game_map.place_tile(square, indices[name])
    for square, number in level.locks.doors.items():
        slot = next(slot for slot, _ in game_map.tile_slots(square) if game_map.tile_at(slot) == door)
        game_map.locks[slot] = number
    if level.locks.keys:
        keys = key_types(registry)
        for square, number in level.locks.keys.items():
            game_map.set_item(square, ItemStack(keys[number - 1].index))
    return game_map


def floor_stacks(level: Level, game_map: GameMap, furniture: Mapping[str, int] = NO_FURNITURE) -> set[int]:
    """Return the stacks of bare floors of a level: hallways and rooms."""
    tiles = game_map.tileset
    indices = {**_level_tiles(game_map.registry, tiles), **furniture}
    bare = default_stacks(game_map.registry, tiles)[PASSAGE : ROOM + 1]
    return {*bare, *(tiles.intern((indices[name],)) for name in level.floors)}


def _level_tiles(registry: Registry, tiles: TileSet) -> dict[str, int]:
    """Return the indices of the tiles of levels by name: stairs and furniture, which lie above the floor.

    All are registered at the first call, and the keys, so that their order is the same in every game.
    """
    indices = _tiles_of.get(tiles)
    if indices is not None:
        return indices
    indices = _tiles_of[tiles] = {}
    for name in ("entrance", "exit"):
        indices[name] = host_stairs(registry, tiles, is_entrance=name == "entrance")
    for piece in FURNITURE.values():
        use = _use(piece)
        indices[piece.name] = host_tile(registry, tiles, piece.name, glyph=piece.glyph, colour=piece.colour, **use)
    for name, colour in FLOORS.items():
        indices[name] = host_tile(registry, tiles, name, glyph=".", colour=colour, depth=5, category="room")
    key_types(registry)
    return indices


def _use(piece: Furniture) -> dict[str, Any]:
    """Return the fields of a tile that say what creatures and items can do there."""
    fields: dict[str, Any] = {"kind": piece.kind, "items_allowed": not piece.blocks}
    if piece.blocks:
        fields["access"] = _TALL if piece.is_tall else _LOW
    if piece.kind in (CHEST, BARREL):
        fields["category"] = piece.name
    if piece.kind == CHEST:
        fields["lock"] = LockRule()
    return fields
