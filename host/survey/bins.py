"""Bins: the dungeons of a survey by the values of a metric, or of two."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from host.errors import RequestError
from host.errors.spelling import did_you_mean
from host.survey.statistics import Counts, Values, histogram, histogram_of_any
from host.survey.survey import Survey
from host.survey.variety import BINS

# Bars of a histogram.
BARS = 24


class RangeBins(NamedTuple):
    """The expressive range of two metrics: the edges of bins on both axes, and the numbers of the dungeons of each."""

    x_edges: list[float]
    y_edges: list[float]
    # (column, row) -> numbers of dungeons; bins without dungeons are left out.
    numbers: dict[tuple[int, int], list[int]]


class Interval(NamedTuple):
    """Values of a metric from `low` to below `high`; the largest value of a survey lies in the last interval."""

    metric: str
    low: float
    high: float


def bin_metric(survey: Survey, name: str) -> tuple[Counts, Values]:
    """Return the number of dungeons in each bar of the histogram of a metric, and the edges of bars.

    The metric must have a value.
    """
    return histogram_of_any(survey.values_of(name), BARS)


def bin_pair(survey: Survey, first: str, second: str) -> RangeBins:
    """Return the dungeons of a survey in bins of two metrics."""
    x, y = survey.column_of(first), survey.column_of(second)
    rows = np.flatnonzero(~(np.isnan(x) | np.isnan(y)))
    if not rows.size:
        return RangeBins([], [], {})
    axes = []
    for values in (x[rows], y[rows]):
        _, edges = histogram(values, BINS)
        axes.append((edges.tolist(), np.clip(np.searchsorted(edges, values, side="right") - 1, 0, BINS - 1).tolist()))
    bins: dict[tuple[int, int], list[int]] = {}
    for number, column, row in zip(survey["number"][rows].tolist(), axes[0][1], axes[1][1], strict=True):
        bins.setdefault((column, row), []).append(number)
    return RangeBins(axes[0][0], axes[1][0], bins)


def numbers_in(survey: Survey, intervals: Iterable[Interval]) -> list[int]:
    """Return the numbers of the dungeons whose metrics lie in all intervals. Raises RequestError for a wrong metric."""
    is_inside: npt.NDArray[np.bool_] = np.ones(len(survey), dtype=np.bool_)
    for metric, low, high in intervals:
        if metric not in survey.metrics:
            raise RequestError(f'the survey has no metric "{metric}"', hint=did_you_mean(metric, survey.metrics))
        values = survey.column_of(metric)
        numbers_only = values[~np.isnan(values)]
        is_last = numbers_only.size and high >= numbers_only.max()
        is_inside &= (values >= low) & ((values <= high) if is_last else (values < high))
    numbers: list[int] = survey["number"][is_inside].tolist()
    return numbers
