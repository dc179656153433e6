"""Doors in the borders between segments; locks and traps on doors and chests.

A bit mask has the positions for doors along a border: the intersection of the masks of the two segments (see
`OrientedSegment.door_masks`). Doors have the distribution of "up to 30 tries at a uniformly random position, stop after
three successes", under the condition that at least one try succeeds.
"""

from __future__ import annotations

from functools import lru_cache

from host.model.game_map import GameMap
from host.model.objects import PICK_ONLY, UNLOCKED
from host.model.rng import Stream
from host.model.tile import CHEST, MAX_TILES, LockRule

TRIES = 30
MAX_DOORS = 3


def draw_doors(mask: int, length: int, stream: Stream, *, side_by_side: bool) -> set[int]:
    """Return the positions of the doors along a border of `length` squares.

    `mask` has a bit for each allowed position, and at least one bit. A try at a position that has a door already is a
    success. Unless `side_by_side`, no two doors are neighbours. Each try after the first success takes one word of the
    stream.
    """
    open_positions = [i for i in range(length) if mask >> i & 1]
    tries = TRIES - _failures_before_success(len(open_positions), length, stream.real()) - 1
    doors = {stream.choice(open_positions)}
    successes = 1
    if not side_by_side:
        mask = _without_neighbours(mask, doors)
    while tries and successes < MAX_DOORS:
        tries -= 1
        position = stream.below(length)
        if position in doors:
            successes += 1
        elif mask >> position & 1:
            successes += 1
            doors.add(position)
            if not side_by_side:
                mask = _without_neighbours(mask, doors)
    return doors


def _without_neighbours(mask: int, doors: set[int]) -> int:
    for door in doors:
        mask &= ~(1 << door + 1)
        if door:
            mask &= ~(1 << door - 1)
    return mask


def _failures_before_success(good: int, length: int, real: float) -> int:
    """Return how many of the tries fail before the first success, from a random number `real` in [0, 1)."""
    for failures, share in enumerate(_failure_distribution(good, length)):
        if real < share:
            return failures
    return TRIES - 1


@lru_cache(maxsize=4096)
def _failure_distribution(good: int, length: int) -> tuple[float, ...]:
    """Return P(at most n failures before the first success | a success within 30 tries), for n = 0 … 29.

    Only multiplies, because all machines round products in the same way.
    """
    miss = (length - good) / length
    all_missed = 1.0
    reached = []
    for _ in range(TRIES):
        all_missed *= miss
        reached.append(1.0 - all_missed)
    return tuple(share / reached[-1] for share in reached)


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
