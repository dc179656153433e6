"""What a survey says so far, as data for plots."""

from __future__ import annotations

from math import isfinite
from typing import Any

import numpy as np

from host.errors import visible
from host.metrics import METRICS
from host.model.request import as_text
from host.survey.bins import BARS, Interval, bin_metric, bin_pair, numbers_in
from host.survey.comparison import compare_surveys
from host.survey.survey import Survey
from host.survey.variety import BINS, rank_metrics, varies

# Reasons of failures, and pairs of metrics, that a page gets.
_MOST_REASONS, _MOST_PAIRS = 50, 24
# Characters of a reason.
_LONGEST = 2000
# Dungeons of a bin that a page gets.
MOST_LISTED = 48


def describe_survey(survey: Survey, x: str, y: str) -> dict[str, Any]:
    """Return outcomes, histograms and the expressive range of two metrics, by default of the best ranked pair."""
    varying = [name for name in survey.metrics if varies(survey, name)]
    pairs = rank_metrics(survey) if len(survey) - survey.failed > 1 else []
    if not (x in varying and y in varying) and pairs:
        x, y = pairs[0].first, pairs[0].second
    return {
        "causes": _list_causes(survey),
        "metrics": [_describe_metric(survey, name) for name in survey.metrics],
        "pairs": [
            {"x": pair.first, "y": pair.second, "correlation": pair.correlation, "coverage": pair.coverage}
            for pair in pairs[:_MOST_PAIRS]
        ],
        "range": _describe_range(survey, x, y) if x in varying and y in varying else None,
        "values": [
            {"value": as_text(value), "dungeons": len(part), "failed": part.failed, "means": _list_means(part)}
            for value, part in survey.by_value()
        ],
    }


def list_dungeons(survey: Survey, intervals: list[Interval], like: int | None) -> dict[str, Any]:
    """Return how many dungeons lie in intervals, or failed for the reason of dungeon `like`, and the first of them.

    Raises RequestError for a metric that does not exist.
    """
    if like is None:
        numbers = numbers_in(survey, intervals)
    else:
        reasons = survey["reason"]
        rows = np.flatnonzero(survey["number"] == like)
        reason = reasons[rows[0]] if rows.size else None
        numbers = [] if reason is None else survey["number"][reasons == reason].tolist()
    return {
        "count": len(numbers),
        "dungeons": [_describe_dungeon(survey, number) for number in numbers[:MOST_LISTED]],
    }


def describe_comparison(old: Survey, new: Survey) -> dict[str, Any]:
    """Return what changed between two surveys. Raises RequestError when they cannot be compared."""
    comparison = compare_surveys(old, new)
    return {
        "pairs": comparison.pairs,
        "identical": comparison.identical,
        "failures": {name: _finite(value) for name, value in comparison.failures.items()},
        "metrics": [
            {name: value if isinstance(value, str) else _finite(value) for name, value in change._asdict().items()}
            for change in comparison.metrics
        ],
    }


def _list_causes(survey: Survey) -> list[dict[str, Any]]:
    """Return the reasons of failures, each with the dungeon of the smallest seed."""
    return [
        {
            "reason": visible(reason[:_LONGEST]),
            "count": count,
            "place": visible(survey.place_of(reason)[:_LONGEST]),
            **_describe_dungeon(survey, survey.first_number(reason)),
        }
        for reason, count, _ in survey.failures()[:_MOST_REASONS]
    ]


def _describe_dungeon(survey: Survey, number: int) -> dict[str, Any]:
    options = survey.plan.options_of(number)
    return {
        "number": number,
        "seed": survey.plan.seed_of(number),
        "options": {name: as_text(value) for name, value in options.items()},
    }


def _describe_metric(survey: Survey, name: str) -> dict[str, Any]:
    values = survey.values_of(name)
    described: dict[str, Any] = {
        "id": name,
        "help": METRICS[name].help if name in METRICS else "",
        "dungeons": len(values),
        "is_varying": varies(survey, name),
    }
    if not values.size:
        return {**described, "counts": [0] * BARS, "edges": []}
    counts, edges = bin_metric(survey, name)
    with np.errstate(over="ignore", invalid="ignore"):
        figures = {"mean": values.mean(), "deviation": values.std()}
        low, middle, high = np.percentile(values, [5, 50, 95]).tolist()
    figures |= {"p05": low, "p50": middle, "p95": high, "least": values.min(), "most": values.max()}
    return {
        **described,
        **{figure: _finite(float(value)) for figure, value in figures.items()},
        "counts": counts.tolist(),
        "edges": edges.tolist(),
    }


def _describe_range(survey: Survey, x: str, y: str) -> dict[str, Any]:
    bins = bin_pair(survey, x, y)
    return {
        "x": x,
        "y": y,
        "size": BINS,
        "x_edges": bins.x_edges,
        "y_edges": bins.y_edges,
        "bins": [
            {"column": column, "row": row, "dungeons": len(numbers)}
            for (column, row), numbers in sorted(bins.numbers.items())
        ],
    }


def _list_means(survey: Survey) -> dict[str, float | None]:
    means = {}
    for name in survey.metrics:
        values = survey.values_of(name)
        with np.errstate(over="ignore"):
            means[name] = _finite(float(values.mean())) if values.size else None
    return means


def _finite(value: float) -> float | None:
    """Return a number, or None for one that JSON does not have."""
    return value if isfinite(value) else None
