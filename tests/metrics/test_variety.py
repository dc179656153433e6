"""Metrics of sets of maps, against values computed by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from host.metrics.variety import (
    Level,
    compression_distance,
    coverage,
    expressive_range,
    mean_compression_distance,
    number_levels,
    pattern_divergence,
    rank_correlation,
    rank_pairs,
    square_entropy,
)
from host.model.document import to_document
from host.model.document_reader import from_document
from host.model.rng import Stream
from tests.metrics.drawing import draw


def level(*rows: str) -> Level:
    return np.array([[*map(int, row)] for row in rows], dtype=np.int64)


def noise(seed: int, kinds: int = 4, side: int = 20) -> Level:
    words = Stream(seed, "test", "noise").words(side * side)
    return (words % np.uint64(kinds)).astype(np.int64).reshape(side, side)


def test_levels_have_one_numbering() -> None:
    first, second = draw(".#"), draw("#+")
    (a, b), legend = number_levels([first, second])
    assert legend[a[0, 1]] == legend[b[0, 0]] == ("t.wall",)
    assert len(legend) == 3
    (c,), _ = number_levels([from_document(to_document(first))])
    assert c.tolist() == a.tolist() or c.tolist() == (1 - a).tolist()


def test_pattern_divergence_is_that_of_its_formula() -> None:
    # Windows of 2 × 2: three of 0s, and one of 1s; then two of each.
    first = [level("0000", "0000"), level("11", "11")]
    second = [level("000", "000"), level("111", "111")]
    p, q = np.array([3 / 4, 1 / 4]), np.array([1 / 2, 1 / 2])
    expected = float(p @ np.log(p / q)), float(q @ np.log(q / p))
    assert pattern_divergence(first, second) == pytest.approx(expected, abs=1e-5)
    assert pattern_divergence(first, first) == (0, 0)
    # A pattern that one set lacks costs about ln(1 / (epsilon / windows)).
    one_way, _ = pattern_divergence([level("11", "11")], [level("00", "00")], epsilon=1e-6)
    assert one_way == pytest.approx(math.log(1e6), rel=0.01)
    assert all(map(math.isnan, pattern_divergence(first, second, size=3)))
    assert all(map(math.isnan, pattern_divergence([], first)))


def test_pattern_divergence_knows_many_kinds() -> None:
    # 500 kinds in windows of 3 × 3 are too many for one 64-bit code.
    a, b = noise(1, 500), noise(2, 500)
    assert pattern_divergence([a, b], [b, a], 3) == (0, 0)
    forward, back = pattern_divergence([a], [b], 3)
    assert forward == pytest.approx(back)
    assert forward > 10


def test_compression_distance_is_small_for_equal_levels() -> None:
    a, b = noise(1), noise(2)
    assert compression_distance(a, a) < 0.2 < 0.8 < compression_distance(a, b) <= 1.1
    assert compression_distance(noise(1, 500), noise(1, 500)) < 0.2
    assert mean_compression_distance([a, b]) == compression_distance(a, b)
    levels = [noise(seed, side=5) for seed in range(8)]
    # 28 pairs: all of them, or some of a fixed stream.
    assert mean_compression_distance(levels, 28) == mean_compression_distance(levels)
    assert mean_compression_distance(levels, 10) == mean_compression_distance(levels, 10)
    assert math.isnan(mean_compression_distance([a]))


def test_square_entropy_is_the_mean_over_squares() -> None:
    # The first square has one kind, the second two: (0 + 1) / 2. The third is of one level alone.
    assert square_entropy([level("01"), level("00")]) == pytest.approx(1 / 2)
    assert square_entropy([level("010"), level("00")]) == pytest.approx(1 / 3)
    assert square_entropy([level("0"), level("1"), level("2"), level("3")]) == pytest.approx(2)
    assert math.isnan(square_entropy([]))


def test_expressive_range_counts_maps_by_two_metrics() -> None:
    x, y = np.array([0.0, 0.0, 1.0, np.nan]), np.array([0.0, 0.0, 1.0, 5.0])
    histogram = expressive_range(x, y, 2)
    assert histogram.tolist() == [[2, 0], [0, 1]]
    assert coverage(histogram) == 2 / 4


def test_pairs_with_low_correlation_and_high_coverage_are_first() -> None:
    grid = np.arange(16.0)
    table = {"row": grid // 4, "column": grid % 4, "sum": grid // 4 * 2, "constant": np.ones(16)}
    pairs = rank_pairs(table, bins=4)
    assert {(pair.first, pair.second) for pair in pairs[:2]} == {("row", "column"), ("column", "sum")}
    assert (pairs[0].correlation, pairs[0].coverage, pairs[0].score) == pytest.approx((0, 1, 1))
    assert (pairs[2].first, pairs[2].second, pairs[2].score) == ("row", "sum", pytest.approx(0))
    assert len(pairs) == 3


def test_rank_correlation_is_that_of_ranks() -> None:
    x = np.array([1.0, 2.0, 3.0, 4.0])
    assert rank_correlation(x, x**3) == pytest.approx(1)
    assert rank_correlation(x, -x) == pytest.approx(-1)
    # 1 − 6 Σ d² / (n (n² − 1)) with d = 0, 1, 1, 0.
    assert rank_correlation(x, np.array([1.0, 3.0, 2.0, 4.0])) == pytest.approx(1 - 12 / 60)
    assert math.isnan(rank_correlation(x, np.ones(4)))
    assert math.isnan(rank_correlation(np.array([np.nan]), np.array([1.0])))
