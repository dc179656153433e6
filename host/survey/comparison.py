"""Two surveys, compared seed by seed: what changed, and what got `--worse`."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from host.errors import RequestError, listing, shorten
from host.errors.spelling import did_you_mean
from host.survey.statistics import (
    FLIPS,
    NO_FIGURE,
    energy_distance,
    format_figure,
    holm,
    jensen_shannon,
    mcnemar,
    permutation_test,
    standardised_effect,
)
from host.survey.survey import Survey

# Metric -> values before and after, of the same pairs.
PairedValues = dict[str, tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]]

# A corrected p-value below this is no chance.
SIGNIFICANT = 0.05
# The columns of a table of metrics.
COLUMNS = ("metric", "pairs", "before", "after", "effect", "95 % interval", "p")

# Pairs in `Comparison.changed`.
_MOST_CHANGED = 10
# Characters of a name in a message.
_LONGEST = 60
# Seeds in each entry of `Comparison.unpaired`.
_MOST_SEEDS = 10


class MetricChange(NamedTuple):
    """The change of a metric over the pairs that have it in both surveys.

    `old` and `new` are means; `effect` is their difference in units of the standard deviation, `low` and `high` bound
    its 95 % confidence interval, and `p` is its corrected p-value. `energy` and `divergence` are distances of the
    distributions. Without such a pair all are NaN. A metric that has one value on both sides is not tested: its p is
    NaN.
    """

    id: str
    old: float
    new: float
    effect: float
    low: float
    high: float
    p: float
    energy: float
    divergence: float
    # Number of pairs that have the metric in both surveys, in the old one alone, and in the new one alone.
    pairs: int
    only_old: int
    only_new: int
    # Whether `p` is an upper bound: no permutation was as extreme as the surveys.
    is_bound: bool

    @property
    def is_worse(self) -> bool:
        """Whether the metric is significantly lower after, or significantly more dungeons have no value of it."""
        is_lower = self.new < self.old and self.p < SIGNIFICANT
        return is_lower or (self.only_old > self.only_new and mcnemar(self.only_old, self.only_new) < SIGNIFICANT)

    @property
    def cells(self) -> list[str]:
        """The cells of the row of a table, below `COLUMNS`."""
        sign = "≤ " if self.is_bound else ""
        interval = NO_FIGURE if math.isnan(self.low) else f"{self.low:+.2f} … {self.high:+.2f}"
        figures = (
            format_figure(self.old, ".4g"),
            format_figure(self.new, ".4g"),
            format_figure(self.effect, "+.2f"),
            interval,
        )
        return [self.id, str(self.pairs), *figures, sign + format_figure(self.p, ".3g")]


class Comparison(NamedTuple):
    """Differences of two surveys; a pair has the same seed and, in sweeps, the same options in both."""

    pairs: int
    # Pairs of equal dungeons.
    identical: int
    # Number of failures: "old", "new", "only_old" and "only_new"; "p", the p-value of McNemar's test.
    failures: dict[str, float]
    metrics: list[MetricChange]
    # The pairs that changed most, the largest change first: {"seed": …, "numbers": [number before, number after],
    # "change": …, "metrics": {id: [before, after]}}.
    changed: list[dict[str, Any]]
    # The same for pairs that were made in both surveys, so that both dungeons can be drawn.
    drawable: list[dict[str, Any]]
    # Dungeons without a pair: "old" and "new" -> (number, the first of their seeds).
    unpaired: dict[str, tuple[int, list[int]]]

    @property
    def is_equal(self) -> bool:
        """Whether all pairs are equal."""
        return self.identical == self.pairs and not self.failures["only_old"] and not self.failures["only_new"]


def compare_surveys(old: Survey, new: Survey) -> Comparison:
    """Compare two surveys pair by pair. Raises RequestError when they have no seed in common."""
    if old.plan.generator != new.plan.generator:
        raise RequestError(
            f"the surveys are of {old.plan.generator} and {new.plan.generator}: must be of one generator"
        )
    old_rows, new_rows = _pair_rows(old, new)
    if not old_rows.size:
        raise RequestError("the surveys have no seed in common: the ranges of their seeds must overlap")
    old_failed, new_failed = old["outcome"][old_rows] == "failed", new["outcome"][new_rows] == "failed"
    is_same_digest = old["digest"][old_rows] == new["digest"][new_rows]
    # Two failures for the same reason are equal, too.
    is_same_reason = old["reason"][old_rows] == new["reason"][new_rows]
    is_identical = np.where(old_failed & new_failed, is_same_reason, is_same_digest).astype(bool)
    only_old, only_new = int((old_failed & ~new_failed).sum()), int((new_failed & ~old_failed).sum())
    metrics = [name for name in old.metrics if name in new.metrics]
    values = {name: (old.column_of(name)[old_rows], new.column_of(name)[new_rows]) for name in metrics}
    numbers = old["number"][old_rows], new["number"][new_rows]
    rank = partial(_rank_pairs, values, old["seed"][old_rows], numbers)
    return Comparison(
        pairs=len(old_rows),
        identical=int(is_identical.sum()),
        failures={
            "old": int(old_failed.sum()),
            "new": int(new_failed.sum()),
            "only_old": only_old,
            "only_new": only_new,
            "p": mcnemar(only_old, only_new),
        },
        metrics=_compare_metrics(values),
        changed=rank(~is_identical),
        drawable=rank(~is_identical & ~old_failed & ~new_failed),
        unpaired={"old": _describe_unpaired(old, old_rows), "new": _describe_unpaired(new, new_rows)},
    )


def find_worse(comparison: Comparison, names: str) -> list[MetricChange]:
    """Return which of some metrics, as in "solvable, exploration", are worse after. Raises RequestError for others."""
    metrics = {metric.id: metric for metric in comparison.metrics}
    wanted = [name.strip() for name in names.split(",")]
    for name in wanted:
        if name not in metrics:
            raise RequestError(
                f'"{shorten(name, _LONGEST)}" is no metric of both surveys: must be of {listing(metrics)}',
                hint=did_you_mean(name, metrics),
            )
    return [metric for name, metric in metrics.items() if name in wanted and metric.is_worse]


def describe_failures(comparison: Comparison) -> str:
    """Return how many dungeons failed before and after, with the p-value of the difference."""
    failures = comparison.failures
    return (
        f"{failures['old']} before, {failures['new']} after; {failures['only_old']} only before, "
        f"{failures['only_new']} only after (p {failures['p']:.3g})"
    )


def format_changes(pair: Mapping[str, Any], most: int | None = None) -> str:
    """Return the metrics of a pair of `Comparison.changed` that changed, at most `most`, as text."""
    return ", ".join(_format_change(name, *values) for name, values in [*pair["metrics"].items()][:most])


def _format_change(name: str, before: float | None, after: float | None) -> str:
    values = ("none" if value is None else f"{value:.4g}" for value in (before, after))
    return f"{name} {' → '.join(values)}"


def _pair_rows(old: Survey, new: Survey) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Return the rows of both surveys that are of the same seed and, in sweeps, the same options."""
    is_swept = old.plan.sweep is not None or new.plan.sweep is not None
    keys = [
        list(zip(survey["seed"].tolist(), survey["options"] if is_swept else [""] * len(survey), strict=True))
        for survey in (old, new)
    ]
    new_rows = {key: row for row, key in enumerate(keys[1])}
    matches = [(row, new_rows[key]) for row, key in enumerate(keys[0]) if key in new_rows]
    pairs = np.array(matches, dtype=np.intp).reshape(-1, 2)
    return pairs[:, 0], pairs[:, 1]


def _describe_unpaired(survey: Survey, rows: npt.NDArray[np.intp]) -> tuple[int, list[int]]:
    seeds = np.delete(survey["seed"], rows)
    return len(seeds), np.unique(seeds)[:_MOST_SEEDS].tolist()


def _compare_metrics(values: PairedValues) -> list[MetricChange]:
    tested = [math.nan if _is_constant(*pair) else permutation_test(*pair) for pair in values.values()]
    p_values = holm(np.array(tested, dtype=np.float64)).tolist()
    changes = []
    for (name, (before, after)), test, p in zip(values.items(), tested, p_values, strict=True):
        has_old, has_new = ~np.isnan(before), ~np.isnan(after)
        has_both = has_old & has_new
        counts = int(has_both.sum()), int((has_old & ~has_new).sum()), int((has_new & ~has_old).sum())
        before, after = before[has_both], after[has_both]
        if not before.size:
            none = math.nan
            changes.append(MetricChange(name, none, none, none, none, none, none, none, none, *counts, False))
            continue
        effect = standardised_effect(before, after)
        means = float(before.mean()), float(after.mean())
        distances = energy_distance(before, after), jensen_shannon(before, after)
        is_bound = p < 1 and test == 1 / (1 + FLIPS)
        changes.append(MetricChange(name, *means, *effect, p, *distances, *counts, is_bound))
    return changes


def _is_constant(before: npt.NDArray[np.float64], after: npt.NDArray[np.float64]) -> bool:
    """Return whether a metric has one value in all pairs, before and after."""
    values = np.unique(np.concatenate((before, after)))
    return int((~np.isnan(values)).sum()) == 1


def _rank_pairs(
    values: PairedValues,
    seeds: npt.NDArray[np.int64],
    numbers: tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]],
    is_ranked: npt.NDArray[np.bool_],
) -> list[dict[str, Any]]:
    """Return those pairs of `is_ranked` whose metrics changed most, in units of the deviation of each metric before.

    `numbers` are the numbers of the dungeons of each pair, in both surveys.
    """
    distances = {}
    for name, (before, after) in values.items():
        spread = np.nanstd(before) if (~np.isnan(before)).any() else 0.0
        # A value that exists on one side only is a change, too.
        is_one_sided = np.isnan(before) != np.isnan(after)
        distances[name] = np.where(is_one_sided, 1.0, np.nan_to_num(np.abs(after - before)) / (spread or 1.0))
    total = sum(distances.values(), np.zeros(len(seeds)))
    order = [row for row in np.argsort(-total, kind="stable").tolist() if is_ranked[row]]
    changed = []
    for row in order[:_MOST_CHANGED]:
        names = sorted((name for name in values if distances[name][row]), key=lambda name: -distances[name][row])
        metrics = {name: [_none_for_nan(values[name][0][row]), _none_for_nan(values[name][1][row])] for name in names}
        changed.append(
            {
                "seed": int(seeds[row]),
                "numbers": [int(side[row]) for side in numbers],
                "change": float(total[row]),
                "metrics": metrics,
            }
        )
    return changed


def _none_for_nan(value: float) -> float | None:
    return None if np.isnan(value) else float(value)
