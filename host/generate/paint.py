"""From a plan to the map: the host's own tiles, for whoever brings none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from host.generate.plan import KINDS, Plan, strip_rows
from host.model.map import Map
from host.model.registry import Registry
from host.model.tile import APPROACH, BLOCKED, DOOR, LockRule, Tile, TileSet

# Whose the host's own tiles are.
OWNER = "host"

# What the walls round a room add to its x, y, width and height.
_WALLS = np.array((-1, -1, 2, 2), dtype=np.int32)

_ROCK = (BLOCKED, BLOCKED, BLOCKED)


def own_tiles(registry: Registry, tiles: TileSet) -> list[int]:
    """The tile indices of the host's own tiles, by the codes of a plan; registered when they are first needed, so that
    games without them know nothing of them."""
    found = [registry.find("tile", f"{OWNER}.{kind}") for kind in KINDS]
    return [
        prototype.fields if prototype is not None else _register(kind, registry, tiles)
        for kind, prototype in zip(KINDS, found, strict=True)
    ]


def _register(kind: str, registry: Registry, tiles: TileSet) -> int:
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


# What `own_stacks` found, as long as the tiles are there.
_known: WeakKeyDictionary[TileSet, list[int]] = WeakKeyDictionary()


def own_stacks(registry: Registry, tiles: TileSet) -> list[int]:
    """The stack ids of the host's own tiles, by the codes of a plan; a door stands on the floor of a hallway."""
    found = _known.get(tiles)
    if found is None:
        found = _known[tiles] = _intern(registry, tiles)
    return list(found)


def _intern(registry: Registry, tiles: TileSet) -> list[int]:
    edge, wall, hallway, room, door = own_tiles(registry, tiles)
    return [tiles.intern(pile) for pile in ((edge,), (wall,), (hallway,), (room,), (hallway, door))]


def paint(plan: Plan, stacks: Sequence[int], tiles: TileSet, registry: Registry, uids: Iterator[int]) -> Map:
    """The map of a plan, with a stack id for each code."""
    game_map = Map(plan.width, plan.height, tiles, registry, uids)
    game_map.stacks = _looked_up(np.array(stacks, dtype=np.int32), plan.cells)
    if plan.rooms:
        game_map.add_rooms(with_walls(plan), 0, 0)
    return game_map


def _looked_up(table: npt.NDArray[np.int32], cells: npt.NDArray[np.uint8]) -> npt.NDArray[np.int32]:
    """table[cells], a strip of rows at a time: numpy makes indices of 8 bytes of what it looks up."""
    found = np.empty(cells.shape, dtype=np.int32)
    rows = strip_rows(cells.shape[1])
    for y in range(0, len(cells), rows):
        # No code is too large, and "clip" does not look for one.
        table.take(cells[y : y + rows], out=found[y : y + rows], mode="clip")
    return found


def with_walls(plan: Plan) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
    """(n, 4): the rooms of a plan as maps keep them, walls included."""
    return np.array(plan.rooms, dtype=np.int32).reshape(-1, 4) + _WALLS
