"""Metrics of sets of maps (`--variety`): how much they differ from each other.

A set of maps is a list of *levels*: arrays of numbers, (height, width), in one numbering of stacks of tiles (see
`number_levels`). Sources: Lucas and Volz, "Tile Pattern KL-Divergence for Analysing and Evolving Game Levels" (2019);
Horn et al., "A Comparative Evaluation of Procedural Level Generators in the Mario AI Framework" (2014); Smith and
Whitehead, "Analyzing the Expressive Range of a Level Generator" (2010); Withington and Tokarchuk, "The Right Variety:
Improving Expressive Range Analysis with Metric Selection Methods" (2023); Mouret and Clune, "Illuminating Search Spaces
by Mapping Elites" (2015).
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from host.metrics.metric import NAN
from host.model.game_map import GameMap, HasModel, model_of
from host.model.rng import Stream, below_array

Level = npt.NDArray[np.int64]
Values = npt.NDArray[np.float64]
# Largest number of pattern codes before they are numbered anew.
_MOST_CODES = 1 << 62


def number_levels(maps: Iterable[GameMap | HasModel]) -> tuple[list[Level], list[tuple[str, ...]]]:
    """Return the maps as levels of one numbering, and its legend: number -> tile ids, bottom first.

    Maps of different hosts, and maps from JSON, number their stacks differently.
    """
    numbers: dict[tuple[str, ...], int] = {}
    levels = []
    for game_map in map(model_of, maps):
        by_stack = np.zeros(len(game_map.tileset.stacks), dtype=np.int64)
        for stack, tiles in game_map.legend().items():
            by_stack[stack] = numbers.setdefault(tiles, len(numbers))
        levels.append(by_stack[game_map.stacks])
    return levels, [*numbers]


def pattern_divergence(
    first: Sequence[Level], second: Sequence[Level], size: int = 2, epsilon: float = 1e-6
) -> tuple[float, float]:
    """Return KL(P ‖ Q) and KL(Q ‖ P) in nats, of the size × size patterns of two sets of levels.

    KL(P ‖ Q) = Σ P ln(P / Q) over all patterns of either set. P and Q are their shares of the windows of each set, with
    `epsilon` added to each count, so that a pattern of one set alone does not make the divergence infinite. Lucas and
    Volz scale their smoothed shares by another constant; here they sum to 1, so that no divergence is negative. Equal
    sets have 0. NaN when a set has no window of that size.
    """
    windows = [_windows(level, size) for level in (*first, *second)]
    count = sum(len(rows) for rows in windows[: len(first)])
    patterns = np.concatenate(windows) if windows else np.zeros((0, size * size), dtype=np.int64)
    if not 0 < count < len(patterns):
        return NAN, NAN
    codes = _number_rows(patterns)
    kinds = int(codes.max()) + 1
    p = _smooth(np.bincount(codes[:count], minlength=kinds), epsilon)
    q = _smooth(np.bincount(codes[count:], minlength=kinds), epsilon)
    ratio = np.log(p / q)
    return max(0.0, float(p @ ratio)), max(0.0, -float(q @ ratio))


def compression_distance(first: Level, second: Level) -> float:
    """Return (C(xy) − min(C(x), C(y))) / max(C(x), C(y)), where C is the length of a level compressed by zlib.

    This is the normalized compression distance: about 0 for equal levels, about 1 for those that share nothing. zlib
    looks back 32 KiB, so levels of more than about 30,000 squares seem more different than they are.
    """
    x, y = _pack(first), _pack(second)
    lengths = len(zlib.compress(x, 9)), len(zlib.compress(y, 9))
    return (len(zlib.compress(x + y, 9)) - min(lengths)) / max(lengths)


def mean_compression_distance(levels: Sequence[Level], pairs: int = 1000) -> float:
    """Return the mean compression distance of pairs of levels: of all pairs, or of `pairs` from a fixed stream.

    NaN with fewer than two levels.
    """
    count = len(levels)
    if count < 2:
        return NAN
    if count * (count - 1) // 2 <= pairs:
        chosen = [*combinations(range(count), 2)]
    else:
        words = Stream(0, "host", "metrics pairs").words(2 * pairs)
        bounds = np.repeat(np.array([count, count - 1], dtype=np.uint64), pairs)
        first, second = below_array(words, bounds).reshape(2, pairs)
        chosen = [*zip(first.tolist(), (second + (second >= first)).tolist(), strict=True)]
    return sum(compression_distance(levels[a], levels[b]) for a, b in chosen) / len(chosen)


def square_entropy(levels: Sequence[Level]) -> float:
    """Return the mean over squares of −Σ p log₂ p, over the shares p of the kinds that the levels have on the square.

    Levels are aligned at their north-west corner; on each square, only those count that reach as far. NaN without
    squares.
    """
    height = max((len(level) for level in levels), default=0)
    width = max((level.shape[1] for level in levels), default=0)
    grid = np.arange(height * width).reshape(height, width)
    squares = [grid[: len(level), : level.shape[1]].ravel() for level in levels]
    if not sum(map(len, squares)):
        return NAN
    square = np.concatenate(squares)
    kind = np.concatenate([level.ravel() for level in levels])
    span = int(kind.max()) + 1
    codes, counts = np.unique(square * span + kind, return_counts=True)
    totals = np.bincount(square)
    shares = counts / totals[codes // span]
    entropies = np.bincount(codes // span, weights=-shares * np.log2(shares))
    return max(0.0, float(entropies.sum() / np.count_nonzero(totals)))


def expressive_range(x: Values, y: Values, bins: int = 20) -> npt.NDArray[np.int64]:
    """Return the histogram of two metrics over a set of maps, (bins, bins), after Smith and Whitehead.

    The bins divide the ranges of the values evenly. Maps where a metric is NaN are left out.
    """
    is_number = np.isfinite(x) & np.isfinite(y)
    histogram, _, _ = np.histogram2d(x[is_number], y[is_number], bins=bins)
    return histogram.astype(np.int64)


def coverage(histogram: npt.NDArray[np.int64]) -> float:
    """Return occupied bins / all bins of a histogram, as for MAP-Elites."""
    return np.count_nonzero(histogram) / histogram.size


class MetricPair(NamedTuple):
    """Two metrics, their rank correlation, the coverage of their expressive range, and how much the pair tells."""

    first: str
    second: str
    correlation: float
    coverage: float
    score: float


def rank_pairs(table: Mapping[str, Values], bins: int = 20) -> list[MetricPair]:
    """Return the pairs of metrics by how much their expressive range tells, the best first.

    The score is (1 − |r|) · coverage, where r is Spearman's rank correlation. Withington and Tokarchuk look for low
    correlation and high coverage; the product is ours. A metric that is constant or NaN on all maps has no pairs.
    """
    pairs = []
    for (first, x), (second, y) in combinations(table.items(), 2):
        correlation = rank_correlation(x, y)
        if not np.isnan(correlation):
            share = coverage(expressive_range(x, y, bins))
            pairs.append(MetricPair(first, second, correlation, share, (1 - abs(correlation)) * share))
    return sorted(pairs, key=lambda pair: -pair.score)


def rank_correlation(x: Values, y: Values) -> float:
    """Return Spearman's rank correlation of the pairs of values without NaN; NaN where a side is constant."""
    is_number = np.isfinite(x) & np.isfinite(y)
    if not is_number.any():
        return NAN
    a, b = _ranks(x[is_number]), _ranks(y[is_number])
    a, b = a - a.mean(), b - b.mean()
    scale = float(np.sqrt((a @ a) * (b @ b)))
    return float(np.clip((a @ b) / scale, -1, 1)) if scale else NAN


def _ranks(values: Values) -> Values:
    """Return the rank of each value from 0; equal values have the mean of their ranks."""
    _, group, counts = np.unique(values, return_inverse=True, return_counts=True)
    ranks: Values = (np.cumsum(counts) - (counts + 1) / 2)[group]
    return ranks


def _windows(level: Level, size: int) -> npt.NDArray[np.int64]:
    """Return the size × size windows of a level, (n, size²)."""
    if min(level.shape) < size:
        return np.zeros((0, size * size), dtype=np.int64)
    return np.lib.stride_tricks.sliding_window_view(level, (size, size)).reshape(-1, size * size)


def _number_rows(rows: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return a number for each row: equal rows have equal numbers, from 0 without gaps."""
    span = int(rows.max()) + 1
    codes, most = rows[:, 0], span
    for column in rows.T[1:]:
        if most * span > _MOST_CODES:
            codes = np.unique(codes, return_inverse=True)[1]
            most = int(codes.max()) + 1
        codes, most = codes * span + column, most * span
    return np.unique(codes, return_inverse=True)[1]


def _smooth(counts: npt.NDArray[np.int64], epsilon: float) -> Values:
    smoothed = counts + epsilon
    shares: Values = smoothed / smoothed.sum()
    return shares


def _pack(level: Level) -> bytes:
    """Return a level as bytes, with two for each square if there are more than 256 kinds."""
    return level.astype(np.uint8 if level.size == 0 or level.max() < 256 else np.uint16).tobytes()
