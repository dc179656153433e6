"""Two surveys, compared seed by seed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from host.errors import RequestError
from host.survey.statistics import (
    energy_distance,
    holm,
    jensen_shannon,
    mcnemar,
    permutation_test,
    standardised_effect,
)
from host.survey.survey import Survey

# Metric -> values before and after, of the same pairs.
PairedValues = dict[str, tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]]

# Pairs in `Comparison.changed`.
_MOST_CHANGED = 10
# Seeds in each entry of `Comparison.unpaired`.
_MOST_SEEDS = 10


class MetricChange(NamedTuple):
    """The change of a metric over the pairs that have it in both surveys.

    `old` and `new` are means; `effect` is their difference in units of the standard deviation, `low` and `high` bound
    its 95 % confidence interval, and `p` is its corrected p-value. `energy` and `divergence` are distances of the
    distributions. Without such a pair all are NaN.
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
    p_values = holm(np.array([permutation_test(*pair) for pair in values.values()], dtype=np.float64))
    changes = []
    for (name, (before, after)), p in zip(values.items(), p_values.tolist(), strict=True):
        has_both = ~(np.isnan(before) | np.isnan(after))
        before, after = before[has_both], after[has_both]
        if not before.size:
            changes.append(MetricChange(name, *[float("nan")] * 8))
            continue
        effect = standardised_effect(before, after)
        changes.append(
            MetricChange(
                name,
                float(before.mean()),
                float(after.mean()),
                effect.size,
                effect.low,
                effect.high,
                p,
                energy_distance(before, after),
                jensen_shannon(before, after),
            )
        )
    return changes


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
