"""Tests and distances of surveys, against values computed by hand or known from tables."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path

import numpy as np
import pytest

from host.errors import RequestError
from host.survey import statistics
from host.survey.statistics import (
    binomial_test,
    chi_square_tail,
    chi_square_test,
    energy_distance,
    histogram_of_any,
    holm,
    jensen_shannon,
    mcnemar,
    permutation_test,
    standardised_effect,
    usage_tests,
)
from tests.helpers import run_command

NAN = math.nan


def test_without_scipy_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy", None)
    statistics._stats.cache_clear()
    with pytest.raises(RequestError, match=r"scipy is not installed: .*\[survey\]"):
        statistics.mcnemar(5, 0)


def numbers(*values: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.array(values, dtype=np.float64)


@pytest.mark.parametrize(
    ("successes", "trials", "share", "p"),
    [
        # All or none of 3 tosses: 2 / 8. One of 3 is as probable as 2, and more than none: all.
        (3, 3, 0.5, 0.25),
        (1, 3, 0.5, 1),
        # 4 of 4 with 1/3: 1/81; none is 16/81, which is more probable.
        (4, 4, 1 / 3, 1 / 81),
        # 8, 9, 10 and 0, 1, 2 of 10: (45 + 10 + 1) · 2 / 1024.
        (8, 10, 0.5, 112 / 1024),
        (0, 5, 0, 1),
        (1, 5, 0, 0),
        (5, 5, 1, 1),
        (0, 0, 0.5, 1),
    ],
)
def test_binomial_test_is_exact(successes: int, trials: int, share: float, p: float) -> None:
    assert binomial_test(successes, trials, share) == pytest.approx(p)


@pytest.mark.parametrize(
    ("statistic", "freedom", "p"),
    # Critical values from tables of χ²; with 2 degrees of freedom the tail is exp(−x / 2).
    [
        (3.841459, 1, 0.05),
        (6.634897, 1, 0.01),
        (18.307038, 10, 0.05),
        (3.940299, 10, 0.95),
        (124.342113, 100, 0.05),
        (2.0, 2, math.exp(-1)),
        (2000.0, 2, 0),
        (0, 3, 1),
        (math.inf, 3, 0),
    ],
)
def test_chi_square_tail_is_that_of_the_tables(statistic: float, freedom: int, p: float) -> None:
    assert chi_square_tail(statistic, freedom) == pytest.approx(p, abs=1e-7)


def test_chi_square_test_compares_counts_with_shares() -> None:
    # Expected 10 each: (5² + 5²) / 10.
    statistic, p = chi_square_test(np.array([15, 5]), numbers(0.5, 0.5))
    assert (statistic, p) == pytest.approx((5.0, 0.0253473))
    assert chi_square_test(np.array([3, 1]), numbers(1, 0)) == (math.inf, 0)
    assert chi_square_test(np.array([0, 0]), numbers(0.5, 0.5)) == (0, 1)


def test_holm_multiplies_by_the_number_of_tests_left() -> None:
    # 0.01 · 3, 0.02 · 2, and 0.03 · 1, which is raised to that before.
    assert holm(numbers(0.03, 0.01, 0.02)) == pytest.approx(numbers(0.04, 0.03, 0.04))
    assert holm(numbers(0.5, NAN, 0.9)) == pytest.approx(numbers(1, NAN, 1), nan_ok=True)
    assert holm(numbers()).tolist() == []


def test_usage_is_tested_against_shares() -> None:
    # 10 of 10 where half is expected: 2 / 1024, for both of the two tests.
    assert usage_tests(np.array([10, 0]), numbers(0.5, 0.5)) == pytest.approx(numbers(4 / 1024, 4 / 1024))
    # An entry of share 0 that appears cannot be chance.
    assert usage_tests(np.array([5, 1]), numbers(1, 0))[1] == 0
    # Exact and χ² agree where both can be used.
    exact, approximate = binomial_test(50_400, 100_000, 0.5), usage_tests(np.array([50_450]), numbers(0.5), 100_001)[0]
    assert exact == pytest.approx(chi_square_test(np.array([50_400, 49_600]), numbers(0.5, 0.5))[1], rel=0.02)
    assert approximate == pytest.approx(binomial_test(50_450, 100_001, 0.5), rel=0.02)


def test_mcnemar_is_exact_for_few_pairs() -> None:
    # Of 5 pairs all in one direction: 2 / 32.
    assert mcnemar(5, 0) == pytest.approx(2 / 32)
    assert mcnemar(0, 0) == 1
    # 30 and 10: (20 − 1)² / 40 = 9.025.
    assert mcnemar(30, 10) == pytest.approx(chi_square_tail(9.025, 1))
    assert mcnemar(13, 12) == pytest.approx(1)


def test_permutation_test_flips_signs() -> None:
    # Of 4 differences with one sign, 2 of 16 flips are as extreme.
    p = permutation_test(numbers(0, 0, 0, 0), numbers(1, 2, 3, 4))
    assert p == pytest.approx(2 / 16, abs=0.01)
    assert p == permutation_test(numbers(0, 0, 0, 0), numbers(1, 2, 3, 4))
    assert permutation_test(numbers(1, 2, NAN), numbers(1, 2, 3)) == 1
    assert math.isnan(permutation_test(numbers(NAN), numbers(1)))
    # 1,000 pairs that all differ: no flip is as extreme. Differences that cancel are always as extreme.
    values = np.arange(1000.0)
    assert permutation_test(values, values + 0.1) == pytest.approx(1 / 10_001)
    assert permutation_test(numbers(0, 0), numbers(1, -1)) == 1


def test_effect_is_in_units_of_the_spread() -> None:
    # The mean differs by 1; both variances are 5/3.
    effect = standardised_effect(numbers(1, 2, 3, 4), numbers(2, 3, 4, 5))
    assert effect.size == pytest.approx(1 / math.sqrt(5 / 3))
    assert effect.low <= effect.size <= effect.high
    first = np.tile(numbers(1, 2, 3, 4), 100)
    effect = standardised_effect(first, first + 1)
    # 400 pairs: the spread of samples differs by about 3 %.
    assert effect.high - effect.low < 0.15
    assert standardised_effect(first, first) == (0, 0, 0)
    assert standardised_effect(numbers(1, 1), numbers(2, 2)).size == math.inf
    assert all(map(math.isnan, standardised_effect(numbers(1, NAN), numbers(1, 2))))


def test_bins_of_whole_numbers_have_as_many_numbers_each() -> None:
    counts, edges = histogram_of_any(np.array([2.0, 3, 3, 5]), 24)
    assert (counts.tolist(), edges.tolist()) == ([1, 2, 0, 1], [1.5, 2.5, 3.5, 4.5, 5.5])
    counts, edges = histogram_of_any(np.arange(50.0), 24)
    assert (counts.tolist(), edges[[0, -1]].tolist()) == ([3] * 16 + [2], [-0.5, 50.5])
    assert len(histogram_of_any(np.array([0.0, 0.5, 3]), 24)[0]) == 24


def test_energy_distance_is_that_of_its_definition() -> None:
    # One value each: 2 · 3 − 0 − 0.
    assert energy_distance(numbers(1), numbers(4)) == pytest.approx(math.sqrt(6))
    x, y = numbers(0, 1, 5, NAN), numbers(2, 2)
    mean = [np.abs(np.subtract.outer(a, b)).mean() for a, b in ((x[:3], y), (x[:3], x[:3]), (y, y))]
    assert energy_distance(x, y) == pytest.approx(math.sqrt(2 * mean[0] - mean[1] - mean[2]))
    assert energy_distance(x, x) == 0
    assert math.isnan(energy_distance(x, numbers(NAN)))


def test_jensen_shannon_is_between_zero_and_one_bit() -> None:
    assert jensen_shannon(numbers(0, 0), numbers(1, 1)) == pytest.approx(1)
    assert jensen_shannon(numbers(0, 1), numbers(1, 0)) == 0
    # P = (1, 0), Q = (1/2, 1/2): H(3/4, 1/4) − 1/2 · 1.
    mixed = -(0.75 * math.log2(0.75) + 0.25 * math.log2(0.25))
    assert jensen_shannon(numbers(0, 0), numbers(0, 1)) == pytest.approx(mixed - 0.5)
    assert jensen_shannon(numbers(3), numbers(3)) == 0
    assert math.isnan(jensen_shannon(numbers(), numbers(1)))


def test_show_prints_without_scipy_what_needs_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "base.survey"
    run_command("survey", "base", "--count", "2", "-o", file)
    monkeypatch.setitem(sys.modules, "scipy", None)
    statistics._stats.cache_clear()
    shown = run_command("survey", "show", file)
    assert (shown.exit_code, "2 of 2 dungeons made" in shown.stdout) == (0, True)
    assert "draws are not tested: scipy is not installed" in shown.stderr
    data = json.loads(run_command("survey", "show", file, "--json").stdout)
    assert {draw["p"] for draw in data["draws"]} == {None}
    compared = run_command("survey", "compare", file, file)
    assert (compared.exit_code, "[survey]" in compared.stderr) == (1, True)
