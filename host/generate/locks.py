"""Locks and traps on doors and chests."""

from __future__ import annotations

import numpy as np

from host.model.map import MOST_TILES, Map
from host.model.rng import Stream
from host.model.things import PICK_ONLY, UNLOCKED
from host.model.tile import CHEST, LockRule


def generate_locks(game_map: Map, keys: int, pretrapped: bool, stream: Stream) -> list[int]:
    """Give every door and chest without a lock one, or none, by the chances of its tile, column by column.

    Locks need one of the keys 1 … `keys`. Returns the places of the chests that shall have a trap instead: their
    mod says which.
    """
    trapped = []
    tiles, locks = game_map.tileset.tiles, game_map.locks
    stacks = game_map.tileset.stacks
    lockable = game_map.tileset.traits.array("lockable")[game_map.stacks.T]
    columns, rows = np.nonzero(lockable)
    squares = rows * game_map.width + columns
    for square, stack in zip(squares.tolist(), game_map.stacks[rows, columns].tolist(), strict=True):
        for slot, index in enumerate(stacks[stack]):
            tile = tiles[index]
            rule = tile.lock
            if rule is None:
                continue
            place = square * MOST_TILES + slot
            if pretrapped and tile.kind == CHEST and stream.chance(tile.trap_chance):
                if tile.has_traps:
                    trapped.append(place)
            elif not rule.special and place not in locks:
                locks[place] = _lock(rule, keys, stream)
    return trapped


def _lock(rule: LockRule, keys: int, stream: Stream) -> int:
    if keys <= 0 or rule.chance <= 0 or not stream.chance(rule.chance):
        return UNLOCKED
    if rule.pick_only_chance > 0 and stream.chance(rule.pick_only_chance):
        return PICK_ONLY
    number = 1 + stream.below(max(rule.keymax, keys))
    return number if number <= keys else UNLOCKED
