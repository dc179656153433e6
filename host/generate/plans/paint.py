"""Maps from plans, and the default tiles, for plans without tiles of a mod."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from host.generate.plans.marks import apply_marks
from host.generate.plans.plan import DOOR as DOOR_CODE
from host.generate.plans.plan import KINDS, PASSAGE, Plan, strip_rows
from host.generate.plans.prototypes import host_tile
from host.model.game_map import GameMap
from host.model.registry import Registry
from host.model.tile import APPROACH, BLOCKED, DOOR, LockRule
from host.model.tile_set import TileSet

# Added to x, y, width and height of a room to include its walls.
_WALLS = np.array((-1, -1, 2, 2), dtype=np.int32)

# Kind of square -> the fields of its tile.
_ROCK = {"depth": 5, "access": (BLOCKED, BLOCKED, BLOCKED), "items_allowed": False}
_FIELDS: dict[str, dict[str, Any]] = {
    "edge": {**_ROCK, "glyph": " "},
    "wall": _ROCK,
    "hallway": {"depth": 5, "category": "hallway"},
    "room": {"depth": 5, "category": "room"},
    "door": {"kind": DOOR, "access": (APPROACH, BLOCKED, BLOCKED), "items_allowed": False, "lock": LockRule()},
}

# Tile set -> the result of `default_stacks`, cached.
_stacks_of: WeakKeyDictionary[TileSet, list[int]] = WeakKeyDictionary()


def default_tiles(registry: Registry, tiles: TileSet) -> list[int]:
    """Return the indices of the default tiles, by the codes of a plan."""
    return [host_tile(registry, tiles, kind, **_FIELDS[kind]) for kind in KINDS]


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
