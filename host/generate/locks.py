"""Locks and traps on doors and chests."""

from __future__ import annotations

from host.model.game_map import GameMap
from host.model.objects import PICK_ONLY, UNLOCKED
from host.model.rng import Stream
from host.model.tile import CHEST, MAX_TILES, LockRule


def generate_locks(game_map: GameMap, keys: int, pretrapped: bool, stream: Stream) -> list[int]:
    """Decide for every door and chest without a lock whether it has one, by the chances of its tile, column by column.

    A lock needs one of the keys 1 … `keys`, or must be picked. With `pretrapped`, a chest may get a trap in place of a
    lock. Returns the tile slots of the chests that need a trap: a function of their mod makes the trap.
    """
    trapped_slots = []
    locks, traits = game_map.locks, game_map.tileset.traits
    stacks, width = game_map.stacks.ravel(), game_map.width
    squares = traits.array("lockable").take(stacks).nonzero()[0]
    squares = squares[(squares % max(width, 1)).argsort(kind="stable")]
    for square, stack in zip(squares.tolist(), stacks[squares].tolist(), strict=True):
        for position, tile in traits.lockables[stack]:
            slot = square * MAX_TILES + position
            if pretrapped and tile.kind == CHEST and stream.chance(tile.trap_chance):
                if tile.has_traps:
                    trapped_slots.append(slot)
            elif not tile.lock.special and slot not in locks:
                locks[slot] = _draw_lock(tile.lock, keys, stream)
    game_map.note_tiles(squares)
    return trapped_slots


def _draw_lock(rule: LockRule, keys: int, stream: Stream) -> int:
    """Return the number of a key, PICK_ONLY or UNLOCKED."""
    # `stream.chance`, inlined: there are many doors and chests.
    if keys <= 0 or rule.chance <= 0 or stream.real() >= rule.chance:
        return UNLOCKED
    if rule.pick_only_chance > 0 and stream.real() < rule.pick_only_chance:
        return PICK_ONLY
    number = 1 + stream.below(max(rule.keymax, keys))
    return number if number <= keys else UNLOCKED
