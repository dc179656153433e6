"""Doors in the borders between segments.

A bit mask says where a door may stand along a border: the intersection of the masks of the two segments (see
`OrientedSegment.door_masks`). Doors are drawn with the distribution of "up to 30 tries at a uniformly random position,
stop after three successes", given that at least one try succeeds.
"""

from __future__ import annotations

from functools import lru_cache

from host.model.rng import Stream

TRIES = 30
MAX_DOORS = 3


def draw_doors(mask: int, length: int, stream: Stream, *, side_by_side: bool) -> set[int]:
    """Positions of the doors along a border of `length` squares; `mask` has a bit for each position allowed.

    A try that hits a door already made counts as a success. Unless `side_by_side`, a door closes the positions
    next to it. `mask` must not be empty; one word a try after the first success.
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
    """How many of the 30 tries fail before the first success, given that one succeeds; `real` in [0, 1)."""
    for failures, share in enumerate(_first_success(good, length)):
        if real < share:
            return failures
    return TRIES - 1


@lru_cache(maxsize=4096)
def _first_success(good: int, length: int) -> tuple[float, ...]:
    """P(at most n failures before the first success | a success within 30 tries), for n = 0 … 29.

    Built by multiplication alone, which every machine rounds alike.
    """
    miss = (length - good) / length
    none = 1.0
    reached = []
    for _ in range(TRIES):
        none *= miss
        reached.append(1.0 - none)
    return tuple(share / reached[-1] for share in reached)
