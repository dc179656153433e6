"""From a plan to the map: the host's own tiles, for whoever brings none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from weakref import WeakKeyDictionary

import numpy as np

from host.generate.plan import KINDS, Plan
from host.model.map import Map
from host.model.registry import Registry
from host.model.tile import APPROACH, BLOCKED, DOOR, LockRule, Tile, TileSet

# Whose the host's own tiles are.
OWNER = "host"

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
    game_map.stacks = np.array(stacks, dtype=np.int32).take(plan.cells)
    if plan.rooms:
        game_map.add_rooms(with_walls(plan), 0, 0)
    return game_map


def with_walls(plan: Plan) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
    """(n, 4): the rooms of a plan as maps keep them, walls included."""
    return np.array(plan.rooms, dtype=np.int32).reshape(-1, 4) + np.array((-1, -1, 2, 2), dtype=np.int32)
