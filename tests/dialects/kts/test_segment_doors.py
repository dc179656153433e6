"""Doors in borders have the distribution of 30 tries, of which one succeeds."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.generate.borders import draw_doors
from host.model.rng import Stream


def naive(mask: int, length: int, stream: Stream, *, side_by_side: bool) -> frozenset[int] | None:
    """The original's procedure, word for word: None when all 30 tries fail."""
    doors: set[int] = set()
    successes = 0
    for _ in range(30):
        position = stream.below(length)
        beside = not side_by_side and (position - 1 in doors or position + 1 in doors)
        if position in doors or (mask >> position & 1 and not beside):
            doors.add(position)
            successes += 1
            if successes == 3:
                break
    return frozenset(doors) or None


@pytest.mark.slow
@pytest.mark.parametrize("side_by_side", [False, True])
@pytest.mark.parametrize(("mask", "length"), [(0b1, 12), (0b100110, 12), (0b11111, 5), (1 << 39, 40)])
def test_doors_have_the_distribution_of_thirty_tries(mask: int, length: int, side_by_side: bool) -> None:
    drawn, wanted = Counter[frozenset[int]](), Counter[frozenset[int]]()
    ours, theirs = Stream(1, "test", "ours"), Stream(2, "test", "theirs")
    rounds = 20_000
    for _ in range(rounds):
        drawn[frozenset(draw_doors(mask, length, ours, side_by_side=side_by_side))] += 1
    kept = 0
    while kept < rounds:
        doors = naive(mask, length, theirs, side_by_side=side_by_side)
        if doors:
            wanted[doors] += 1
            kept += 1
    # Two samples of the same distribution: chi-square over the outcomes, with a bound that seeds fix.
    outcomes = set(drawn) | set(wanted)
    chi = sum((drawn[o] - wanted[o]) ** 2 / (drawn[o] + wanted[o]) for o in outcomes)
    assert chi < len(outcomes) + 4 * (2 * len(outcomes)) ** 0.5 + 4


@given(mask=st.integers(1, 2**30 - 1), seed=st.integers(0, 2**32), side_by_side=st.booleans())
def test_doors_stand_where_they_may(mask: int, seed: int, side_by_side: bool) -> None:
    doors = draw_doors(mask, 30, Stream(seed, "test", "doors"), side_by_side=side_by_side)
    assert 1 <= len(doors) <= 3
    assert all(mask >> door & 1 for door in doors)
    if not side_by_side:
        assert not any(door + 1 in doors for door in doors)
