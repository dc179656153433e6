"""Locks and traps on doors and chests."""

from __future__ import annotations

from host.model.map import Map
from host.model.objects import PICK_ONLY, UNLOCKED
from host.model.rng import Stream
from host.model.tile import CHEST, MAX_TILES, LockRule


def generate_locks(game_map: Map, keys: int, pretrapped: bool, stream: Stream) -> list[int]:
    """Give every door and chest without a lock one, or none, by the chances of its tile, column by column.

    Locks need one of the keys 1 … `keys`. Returns the places of the chests that shall have a trap instead: their
    mod says which.
    """
    trapped = []
    locks, traits = game_map.locks, game_map.tileset.traits
    stacks, width = game_map.stacks.ravel(), game_map.width
    squares = traits.array("lockable").take(stacks).nonzero()[0]
    found = zip(squares.tolist(), stacks[squares].tolist(), strict=True)
    for square, stack in sorted(found, key=lambda one: one[0] % width):
        for slot, tile in traits.lockables[stack]:
            place = square * MAX_TILES + slot
            if pretrapped and tile.kind == CHEST and stream.chance(tile.trap_chance):
                if tile.has_traps:
                    trapped.append(place)
            elif not tile.lock.special and place not in locks:
                locks[place] = _lock(tile.lock, keys, stream)
    return trapped


def _lock(rule: LockRule, keys: int, stream: Stream) -> int:
    if keys <= 0 or rule.chance <= 0 or not stream.chance(rule.chance):
        return UNLOCKED
    if rule.pick_only_chance > 0 and stream.chance(rule.pick_only_chance):
        return PICK_ONLY
    number = 1 + stream.below(max(rule.keymax, keys))
    return number if number <= keys else UNLOCKED
