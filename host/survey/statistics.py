"""Statistical tests over arrays: usage against expected shares, and two surveys paired by seed.

Random numbers come from fixed streams, so the same arrays give the same results.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from host.errors import RequestError
from host.model.rng import Stream, below_array
from host.paths import how_to_install

Values = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]

# Number of trials up to which usage is tested exactly; the χ² test of more differs in no digit that matters.
_MOST_EXACT = 100_000
# Number of discordant pairs from which McNemar's test uses χ².
_MANY_PAIRS = 25
# Sums that differ by less than this factor count as equal.
_ROUNDING = 1 + 1e-7
# Least difference of values in the bins of a histogram, as a share of the values.
_LEAST_SPREAD = 1e-12
# Below this, halves between whole numbers are exact.
_LARGEST_WHOLE = 2.0**52
HALF = 0.5
# Random numbers in memory at a time.
_BLOCK = 1 << 21


# Permutations of a test: the least p-value is 1 / (1 + FLIPS).
FLIPS = 10_000


# What tables show for a figure that does not exist.
NO_FIGURE = "–"


class Effect(NamedTuple):
    """A standardised effect, and the bounds of its 95 % confidence interval."""

    size: float
    low: float
    high: float


@cache
def _stats() -> Any:
    """Return scipy.stats, which takes a second to import. Raises RequestError where it is not installed."""
    try:
        from scipy import stats
    except ImportError:
        raise RequestError(f"scipy is not installed: {how_to_install('[survey]')}") from None
    return stats


def format_figure(value: float, form: str) -> str:
    """Return a figure of a table."""
    return NO_FIGURE if math.isnan(value) else format(value, form)


def binomial_test(successes: int, trials: int, share: float) -> float:
    """Return the two-sided exact p-value of a number of successes, each with the probability `share`.

    It is the probability of all numbers of successes that are no more probable than this one (Fisher's, as in R).
    """
    if not 0 < share < 1:
        return float(successes == (trials if share >= 1 else 0))
    if not 0 <= successes <= trials:
        # The numbers of a survey may be of any program.
        return 0.0
    return float(_stats().binomtest(successes, trials, share).pvalue) if trials else 1.0


def chi_square_test(counts: Counts, shares: Values) -> tuple[float, float]:
    """Return Pearson's χ² of counts against expected shares, which sum to 1, and its p-value.

    The degrees of freedom are the number of shares above 0, less 1. A count where the share is 0 makes χ² infinite.
    """
    is_expected = shares > 0
    if counts[~is_expected].any():
        return math.inf, 0.0
    if not counts.sum():
        return 0.0, 1.0
    expected = shares[is_expected] * counts.sum()
    statistic = float(((counts[is_expected] - expected) ** 2 / expected).sum())
    return statistic, chi_square_tail(statistic, len(expected) - 1)


def chi_square_tail(statistic: float, freedom: int) -> float:
    """Return the probability that a χ² variable with `freedom` degrees of freedom is at least `statistic`."""
    return float(_stats().chi2.sf(statistic, freedom)) if freedom else 1.0


def usage_tests(counts: Counts, shares: Values, trials: Counts | int | None = None) -> Values:
    """Return the p-value of each count against its expected share, corrected by Holm over all of them.

    The binomial test is exact up to 100,000 trials, and χ² with one degree of freedom above. `trials` is the number of
    draws, of each count or of all; by default the sum of the counts.
    """
    draws = np.broadcast_to(counts.sum() if trials is None else trials, counts.shape)
    rows = zip(counts.tolist(), draws.tolist(), shares.tolist(), strict=True)
    return holm(np.array([_usage_test(count, number, share) for count, number, share in rows], dtype=np.float64))


def _usage_test(count: int, trials: int, share: float) -> float:
    if trials <= _MOST_EXACT:
        return binomial_test(count, trials, share)
    return chi_square_test(np.array([count, trials - count]), np.array([share, 1 - share]))[1]


def holm(p_values: Values) -> Values:
    """Return p-values corrected for their number by Holm's step-down method (1979). NaN stays and is no test."""
    corrected = p_values.copy()
    tested = np.flatnonzero(~np.isnan(p_values))
    order = tested[np.argsort(p_values[tested], kind="stable")]
    factors = np.arange(len(order), 0, -1)
    corrected[order] = np.minimum(1, np.maximum.accumulate(p_values[order] * factors))
    return corrected


def mcnemar(only_first: int, only_second: int) -> float:
    """Return the p-value of McNemar's test: pairs that failed in the first survey alone, and in the second alone.

    Exact (binomial) below 25 such pairs, else χ² with Edwards' correction for continuity.
    """
    pairs = only_first + only_second
    if pairs < _MANY_PAIRS:
        return binomial_test(only_first, pairs, 0.5)
    return chi_square_tail(max(0, abs(only_first - only_second) - 1) ** 2 / pairs, 1)


def permutation_test(first: Values, second: Values, flips: int = FLIPS) -> float:
    """Return the two-sided p-value that paired values differ in their mean, by flipping the signs of differences.

    p = (1 + flips whose mean is as far from 0) / (1 + flips). Pairs with NaN are left out; NaN without pairs.
    """
    differences = _paired(first, second)
    if not len(differences):
        return math.nan
    # A difference of 0 has no sign.
    differences = differences[differences != 0]
    if not len(differences):
        return 1.0
    total = abs(differences.sum()) / _ROUNDING
    stream = Stream(0, "host", "survey flips")
    words_each = (len(differences) + 63) // 64
    extreme = done = 0
    while done < flips:
        count = min(flips - done, max(1, _BLOCK // max(1, 64 * words_each)))
        words = stream.words(count * words_each).astype("<u8").view(np.uint8).reshape(count, -1)
        is_plus = np.unpackbits(words, axis=1, count=len(differences), bitorder="little")
        sums = 2 * (is_plus @ differences) - differences.sum()
        extreme += int(np.count_nonzero(np.abs(sums) >= total))
        done += count
    return (1 + extreme) / (1 + flips)


def standardised_effect(first: Values, second: Values, resamples: int = 2_000) -> Effect:
    """Return the mean of second − first, over paired values, in units of their standard deviation, with its interval.

    The unit is the root of the mean of both variances: d_av of Cumming (2012), which does not grow as the pairs become
    more alike. The interval is of percentiles of a bootstrap over pairs. Pairs with NaN are left out; NaN with fewer
    than two pairs. Where neither side varies, the effect is 0 or infinite.
    """
    is_number = np.isfinite(first) & np.isfinite(second)
    pairs = np.stack((first[is_number], second[is_number]))
    count = pairs.shape[1]
    if count < 2:
        return Effect(math.nan, math.nan, math.nan)
    stream = Stream(0, "host", "survey bootstrap")
    effects: list[Values] = []
    done = 0
    while done < resamples:
        rows = min(resamples - done, max(1, _BLOCK // count))
        chosen = below_array(stream.words(rows * count), np.full(rows * count, count, dtype=np.uint64))
        effects.append(_effects(pairs[:, chosen].reshape(2, rows, count)))
        done += rows
    low, high = np.sort(np.concatenate(effects))[[round(0.025 * (resamples - 1)), round(0.975 * (resamples - 1))]]
    return Effect(float(_effects(pairs[:, None])[0]), float(low), float(high))


def _effects(pairs: Values) -> Values:
    """Return the effect of each row of (2, rows, pairs)."""
    difference = (pairs[1] - pairs[0]).mean(axis=1)
    spread = np.sqrt(pairs.var(axis=2, ddof=1).mean(axis=0))
    with np.errstate(divide="ignore", invalid="ignore"):
        effects: Values = np.where(difference == 0, 0.0, difference / spread)
    return effects


def histogram(values: Values, bins: int) -> tuple[Counts, Values]:
    """Return the counts in evenly divided bins, and the bins + 1 edges; values that hardly differ share a bin."""
    # Edges of huge values would be infinite, and edges of nearly equal values the same.
    scale = max(float(np.abs(values).max()), 1.0)
    scaled = values / scale
    if scaled.max() - scaled.min() < _LEAST_SPREAD:
        counts = np.zeros(bins, dtype=np.int64)
        counts[0] = len(values)
        return counts, np.full(bins + 1, values.min())
    counts, edges = np.histogram(scaled, bins)
    return counts.astype(np.int64), edges * scale


def histogram_of_any(values: Values, most_bins: int) -> tuple[Counts, Values]:
    """Return `histogram`, or for whole numbers the counts in fewer bins with as many numbers each.

    Their edges lie halfway between two numbers. Other bins would be full and empty in turns.
    """
    low, high = float(values.min()), float(values.max())
    if low == high or max(-low, high) >= _LARGEST_WHOLE or (values % 1).any():
        return histogram(values, most_bins)
    span = int(high - low) + 1
    width = -(-span // most_bins)
    edges = low - HALF + width * np.arange(-(-span // width) + 1, dtype=np.float64)
    return np.histogram(values, edges)[0].astype(np.int64), edges


def energy_distance(first: Values, second: Values) -> float:
    """Return the energy distance of two samples, sqrt(2 E|X − Y| − E|X − U| − E|Y − V|) (Székely and Rizzo 2013).

    U is distributed as X, and V as Y. It is sqrt(2 ∫ (F − G)²) for the distribution functions F and G. Values that are
    NaN are left out; NaN without any.
    """
    x, y = first[np.isfinite(first)], second[np.isfinite(second)]
    if not len(x) or not len(y):
        return math.nan
    return float(_stats().energy_distance(x, y))


def jensen_shannon(first: Values, second: Values, bins: int = 20) -> float:
    """Return the Jensen–Shannon divergence, in bits (0 to 1), of the histograms of two samples with common bins.

    The bins divide the range of both samples evenly. Values that are NaN are left out; NaN without any (Lin 1991).
    """
    x, y = first[np.isfinite(first)], second[np.isfinite(second)]
    if not len(x) or not len(y):
        return math.nan
    scale = max(float(np.abs(x).max()), float(np.abs(y).max()), 1.0)
    x, y = x / scale, y / scale
    if max(x.max(), y.max()) - min(x.min(), y.min()) < _LEAST_SPREAD:
        return 0.0
    edges = np.histogram_bin_edges(np.concatenate((x, y)), bins=bins)
    p, q = np.histogram(x, edges)[0] / len(x), np.histogram(y, edges)[0] / len(y)
    mixed, single = _stats().entropy((p + q) / 2, base=2), _stats().entropy([p, q], base=2, axis=1)
    return max(0.0, min(1.0, float(mixed - single.mean())))


def _paired(first: Values, second: Values) -> Values:
    """Return second − first where both are numbers."""
    differences: Values = (second - first)[np.isfinite(first) & np.isfinite(second)]
    return differences
