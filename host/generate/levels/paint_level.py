"""Maps from levels: the tiles of the host, furniture, locks, keys, monsters and treasure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from host.generate.levels.contents import key_types
from host.generate.levels.level import Level
from host.generate.levels.room_kinds import FURNITURE, Furniture
from host.generate.plans.paint import OWNER, default_stacks, default_tiles, paint
from host.generate.plans.plan import DOOR as DOOR_CODE
from host.model.game_map import GameMap
from host.model.objects import ItemStack
from host.model.registry import Registry
from host.model.tile import BARREL, BLOCKED, CHEST, CLEAR, LockRule, Tile
from host.model.tile_set import TileSet

_LOW, _TALL = (BLOCKED, CLEAR, CLEAR), (BLOCKED, BLOCKED, BLOCKED)


def paint_level(
    level: Level,
    tiles: TileSet,
    registry: Registry,
    uids: Iterator[int],
    furniture: Mapping[str, int] | None = None,
) -> GameMap:
    """Return the map of a level. `furniture` has the tiles of pieces that are not of the host, by name."""
    stacks = default_stacks(registry, tiles)
    door = default_tiles(registry, tiles)[DOOR_CODE]
    game_map = paint(level.plan, stacks, tiles, registry, uids)
    game_map.room_names = list(level.room_names)
    for name, glyph, position in (("entrance", "<", level.entrance), ("exit", ">", level.exit)):
        if position is not None:
            game_map.place_tile(game_map.square(*position), _stairs(name, glyph, registry, tiles))
    for square, name in level.furniture.items():
        game_map.place_tile(square, (furniture or {}).get(name) or _furniture(FURNITURE[name], registry, tiles))
    for square, number in level.locks.doors.items():
        slot = next(slot for slot, _ in game_map.tile_slots(square) if game_map.tile_at(slot) == door)
        game_map.locks[slot] = number
    keys = key_types(registry) if level.locks.keys else []
    for square, number in level.locks.keys.items():
        game_map.set_item(square, ItemStack(keys[number - 1].index))
    return game_map


def _stairs(name: str, glyph: str, registry: Registry, tiles: TileSet) -> int:
    return _tile(name, registry, tiles, lambda tile: tile._replace(glyph=glyph, items_allowed=False))


def _furniture(piece: Furniture, registry: Registry, tiles: TileSet) -> int:
    def look(tile: Tile) -> Tile:
        access = tile.access
        if piece.blocks:
            access = _TALL if piece.is_tall else _LOW
        lockable = LockRule() if piece.kind == CHEST else None
        is_container = piece.kind in (CHEST, BARREL)
        return tile._replace(
            kind=piece.kind,
            access=access,
            items_allowed=not piece.blocks,
            category=piece.name if is_container else None,
            lock=lockable,
            glyph=piece.glyph,
            colour=piece.colour,
        )

    return _tile(piece.name, registry, tiles, look)


def _tile(name: str, registry: Registry, tiles: TileSet, change: Callable[[Tile], Tile]) -> int:
    """Return the index of a tile of the host, which lies above the floor; it is registered at the first call."""
    prototype = registry.find("tile", f"{OWNER}.{name}")
    if prototype is None:
        prototype = registry.add("tile", OWNER, OWNER, 0, name=name)
        prototype.fields = tiles.add(change(Tile(prototype, depth=0, name=name)))
    index: int = prototype.fields
    return index
