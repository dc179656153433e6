"""Decide where players and creatures can walk on a map.

Everything in the host that asks "is this square walkable" calls this module. The answer depends on what the walker can
do, which is a `Means`.
"""

from __future__ import annotations

from enum import Enum, auto

import numpy as np
import numpy.typing as npt

from host.model.game_map import GameMap, HasModel, model_of
from host.model.objects import SPECIAL_LOCK, UNLOCKED
from host.model.tile import CLEAR, DOOR, MAX_TILES, WALKING
from host.model.tile_set import EMPTY, PASS_BLOCKED, PASS_LOCK, PASS_OPEN

# Booleans by square, (height, width).
Mask = npt.NDArray[np.bool_]


class Means(Enum):
    """What a walker can do to get past tiles that are in the way."""

    # Nothing: every tile of the square must be clear.
    CLEAR = auto()
    # Open doors of any kind, locked ones included. Decided by tile kinds alone, so that a map and its copy from JSON
    # give the same answer.
    DOORS = auto()
    # Pass the connectivity check without keys: open what is not locked, and break what can be broken.
    UNLOCKED = auto()
    # UNLOCKED, and open every lock that has a key.
    KEYS = auto()
    # KEYS, and pick the locks that have no key.
    ALL = auto()


def walkable(shown: GameMap | HasModel, means: Means = Means.ALL, *, with_empty: bool = False) -> Mask:
    """Return where a walker with those means can walk, (height, width).

    A square without tiles has nothing to stand on, and is not walkable unless `with_empty`: creatures of kts do walk
    there.
    """
    game_map = model_of(shown)
    traits, stacks = game_map.tileset.traits, game_map.stacks
    mask: Mask
    if means is Means.CLEAR:
        mask = traits.array("walking").take(stacks) == CLEAR
    elif means is Means.DOORS:
        mask = traits.array("with_doors").take(stacks)
    elif means is Means.ALL:
        mask = traits.array("passes").take(stacks) != PASS_BLOCKED
    else:
        mask, locked = unlocked(game_map)
        if means is Means.KEYS:
            flat = mask.reshape(-1)
            for square, _ in locked:
                flat[square] = True
    if not with_empty:
        mask &= stacks != EMPTY
    return mask


def is_clear(game_map: GameMap, x: int, y: int) -> bool:
    """Return `walkable(game_map, Means.CLEAR)[y, x]`, for one square inside the map."""
    stack = game_map.stacks.item(y, x)
    return stack != EMPTY and game_map.tileset.traits.by_height[WALKING][stack] == CLEAR


def opens(game_map: GameMap, squares: npt.NDArray[np.int64]) -> Mask:
    """Return, for each of some squares, whether a walker can walk there who opens doors that are not locked.

    The walkers are entities of the actions dialect, for whom nothing but such doors gives way.
    """
    traits = game_map.tileset.traits
    stacks = game_map.stacks.reshape(-1).take(squares)
    mask: Mask = traits.array("walking").take(stacks) == CLEAR
    for i in np.flatnonzero(traits.array("lockable").take(stacks) & ~mask).tolist():
        closed = [(slot, tile) for slot, tile in game_map.tile_slots(int(squares[i])) if tile.access[WALKING] != CLEAR]
        mask[i] = all(tile.kind == DOOR and game_map.lock_of(slot) == UNLOCKED for slot, tile in closed)
    mask &= stacks != EMPTY
    return mask


def unlocked(game_map: GameMap) -> tuple[Mask, list[tuple[int, int]]]:
    """Return `walkable(game_map, Means.UNLOCKED, with_empty=True)`, and (square, key number) where one key opens.

    Both in one pass over the map: each attempt at a dungeon asks for them.
    """
    traits = game_map.tileset.traits
    passes = traits.array("passes").take(game_map.stacks)
    mask: Mask = passes == PASS_OPEN
    flat = mask.reshape(-1)
    squares = (passes.reshape(-1) == PASS_LOCK).nonzero()[0]
    stacks = game_map.stacks.reshape(-1)[squares]
    locked = []
    for square, stack in zip(squares.tolist(), stacks.tolist(), strict=True):
        lock = game_map.lock_of(square * MAX_TILES + traits.lock_slot[stack])
        if lock in (UNLOCKED, SPECIAL_LOCK):
            flat[square] = True
        elif lock > 0:
            locked.append((square, lock))
    return mask, locked


def door_squares(game_map: GameMap) -> Mask:
    """Return the squares with a door, open or closed."""
    tiles, stacks = game_map.tileset.tiles, game_map.tileset.stacks
    has_door = np.array([any(tiles[tile].kind == DOOR for tile in stack) for stack in stacks], dtype=np.bool_)
    doors: Mask = has_door[game_map.stacks]
    return doors
