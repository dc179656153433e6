"""Doors in the borders between segments.

A bit mask has the positions for doors along a border: the intersection of the masks of the two segments (see
`OrientedSegment.door_masks`). Doors have the distribution of "up to 30 tries at a uniformly random position, stop after
three successes", under the condition that at least one try succeeds.
"""

from __future__ import annotations

from functools import lru_cache

from host.model.rng import Stream

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
