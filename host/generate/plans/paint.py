"""Maps from plans, and the default tiles, for plans without tiles of a mod."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from host.generate.plans.marks import apply_marks
from host.generate.plans.plan import DOOR as DOOR_CODE
from host.generate.plans.plan import KINDS, PASSAGE, Plan, strip_rows
from host.model.game_map import GameMap
from host.model.registry import OWNER, Registry
from host.model.tile import APPROACH, BLOCKED, DOOR, LockRule, Tile
from host.model.tile_set import TileSet

# Added to x, y, width and height of a room to include its walls.
_WALLS = np.array((-1, -1, 2, 2), dtype=np.int32)

_ROCK = (BLOCKED, BLOCKED, BLOCKED)

# Tile set -> the result of `default_stacks`, cached.
_stacks_of: WeakKeyDictionary[TileSet, list[int]] = WeakKeyDictionary()


def default_tiles(registry: Registry, tiles: TileSet) -> list[int]:
    """Return the indices of the default tiles, by the codes of a plan.

    The tiles are registered at the first call, so that other games do not have them.
    """
    prototypes = [registry.find("tile", f"{OWNER}.{kind}") for kind in KINDS]
    return [
        prototype.fields if prototype is not None else _register_tile(kind, registry, tiles)
        for kind, prototype in zip(KINDS, prototypes, strict=True)
    ]


def _register_tile(kind: str, registry: Registry, tiles: TileSet) -> int:
    prototype = registry.add("tile", OWNER, OWNER, 0, name=kind)
    tile = Tile(prototype, depth=5, name=kind, category=kind if kind in ("room", "hallway") else None)
    if kind == "edge":
        tile = tile._replace(access=_ROCK, items_allowed=False, glyph=" ")
    elif kind == "wall":
        tile = tile._replace(access=_ROCK, items_allowed=False)
    elif kind == "door":
        access = (APPROACH, BLOCKED, BLOCKED)
        tile = tile._replace(kind=DOOR, access=access, items_allowed=False, depth=0, lock=LockRule())
    prototype.fields = index = tiles.add(tile)
    return index


def default_stacks(registry: Registry, tiles: TileSet) -> list[int]:
    """Return the ids of stacks of default tiles, by the codes of a plan; a door lies on the floor of a hallway."""
    stacks = _stacks_of.get(tiles)
    if stacks is None:
        edge, wall, hallway, room, door = default_tiles(registry, tiles)
        stacks = [tiles.intern(stack) for stack in ((edge,), (wall,), (hallway,), (room,), (hallway, door))]
        _stacks_of[tiles] = stacks
    tiles.use(stacks)
    return list(stacks)


def paint(plan: Plan, stacks: Sequence[int], tiles: TileSet, registry: Registry, uids: Iterator[int]) -> GameMap:
    """Return the map of a plan; `stacks` are stack ids by the codes of the plan."""
    game_map = GameMap(plan.width, plan.height, tiles, registry, uids)
    game_map.stacks = _stacks_by_square(np.array(stacks, dtype=np.int32), plan.cells)
    if plan.rooms:
        game_map.add_rooms(with_walls(plan), 0, 0)
    if plan.names:
        game_map.room_names = list(plan.names)
    if plan.marks:
        # The door of a stack lies on top.
        apply_marks(plan, game_map, tiles.stacks[stacks[DOOR_CODE]][-1], stacks[PASSAGE])
    return game_map


def _stacks_by_square(stacks: npt.NDArray[np.int32], cells: npt.NDArray[np.uint8]) -> npt.NDArray[np.int32]:
    """Return `stacks[cells]`, (height, width).

    Works on a strip of rows at a time, because numpy converts the codes to indices of 8 bytes.
    """
    result = np.empty(cells.shape, dtype=np.int32)
    rows = strip_rows(cells.shape[1])
    for y in range(0, len(cells), rows):
        # All codes are valid, and "clip" is faster than the default mode, which checks them.
        stacks.take(cells[y : y + rows], out=result[y : y + rows], mode="clip")
    return result


def with_walls(plan: Plan) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
    """Return (n, 4): x, y, width and height of the rooms of a plan, walls included, as in `GameMap`."""
    return np.array(plan.rooms, dtype=np.int32).reshape(-1, 4) + _WALLS
