"""Two surveys, compared seed by seed: what did a change do?"""

from __future__ import annotations

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

# Seeds that changed most, in a comparison.
_MOST_CHANGED = 10


class MetricChange(NamedTuple):
    """The change of a metric over the pairs that have it in both surveys.

    `effect` is the mean difference in units of the standard deviation, `low` and `high` its 95 % confidence interval,
    `p` the corrected p-value of the mean difference; `energy` and `divergence` are distances of the distributions. NaN
    where nothing can be said.
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
    """What differs between two surveys; pairs are dungeons of the same seed and the same value of a swept option."""

    pairs: int
    # Pairs of equal dungeons.
    identical: int
    # How many failed before, after, before alone and after alone, and the p-value of McNemar's test.
    failures: dict[str, float]
    metrics: list[MetricChange]
    # The pairs that changed most: {"seed": …, "change": …, "metrics": {id: [before, after]}}, the largest change first.
    changed: list[dict[str, Any]]

    @property
    def is_equal(self) -> bool:
        """Whether all dungeons are equal."""
        return self.identical == self.pairs and not self.failures["only_old"] and not self.failures["only_new"]


def compare(old: Survey, new: Survey) -> Comparison:
    """Compare two surveys pair by pair. Raises RequestError when they have no seed in common."""
    first, second = _pairs(old, new)
    if not first.size:
        raise RequestError("the surveys have no seed in common: nothing can be compared")
    digests = old["digest"][first], new["digest"][second]
    failed = old["outcome"][first] == "failed", new["outcome"][second] == "failed"
    # Two failures for the same reason are equal, too.
    reasons = old["reason"][first] == new["reason"][second]
    identical = np.where(failed[0] & failed[1], reasons, digests[0] == digests[1]).astype(bool)
    only_old, only_new = int((failed[0] & ~failed[1]).sum()), int((failed[1] & ~failed[0]).sum())
    metrics = [name for name in old.metrics if name in new.metrics]
    values = {name: (old[name][first], new[name][second]) for name in metrics}
    return Comparison(
        pairs=len(first),
        identical=int(identical.sum()),
        failures={
            "old": int(failed[0].sum()),
            "new": int(failed[1].sum()),
            "only_old": only_old,
            "only_new": only_new,
            "p": mcnemar(only_old, only_new),
        },
        metrics=_changes(values),
        changed=_most_changed(values, old["seed"][first], ~identical),
    )


def _pairs(old: Survey, new: Survey) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Return the rows of both surveys that are of the same seed and, in sweeps, the same options."""
    is_swept = old.plan.sweep is not None or new.plan.sweep is not None
    keys = [
        list(zip(survey["seed"].tolist(), survey["options"] if is_swept else [""] * len(survey), strict=True))
        for survey in (old, new)
    ]
    rows = {key: row for row, key in enumerate(keys[1])}
    both = [(row, rows[key]) for row, key in enumerate(keys[0]) if key in rows]
    pairs = np.array(both, dtype=np.intp).reshape(-1, 2)
    return pairs[:, 0], pairs[:, 1]


def _changes(values: dict[str, tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]]) -> list[MetricChange]:
    p_values = holm(np.array([permutation_test(*pair) for pair in values.values()], dtype=np.float64))
    changes = []
    for (name, (before, after)), p in zip(values.items(), p_values.tolist(), strict=True):
        there = ~(np.isnan(before) | np.isnan(after))
        before, after = before[there], after[there]
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


def _most_changed(
    values: dict[str, tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]],
    seeds: npt.NDArray[np.int64],
    differs: npt.NDArray[np.bool_],
) -> list[dict[str, Any]]:
    """Return the pairs whose metrics moved furthest, each in units of the metric's standard deviation before."""
    moved = {}
    for name, (before, after) in values.items():
        spread = np.nanstd(before) if (~np.isnan(before)).any() else 0.0
        # A value that only one of the two has is a change, too.
        appeared = np.isnan(before) != np.isnan(after)
        moved[name] = np.where(appeared, 1.0, np.nan_to_num(np.abs(after - before)) / (spread or 1.0))
    total = sum(moved.values(), np.zeros(len(seeds)))
    order = [row for row in np.argsort(-total, kind="stable").tolist() if differs[row]]
    changed = []
    for row in order[:_MOST_CHANGED]:
        names = sorted((name for name in values if moved[name][row]), key=lambda name: -moved[name][row])
        metrics = {name: [_plain(values[name][0][row]), _plain(values[name][1][row])] for name in names}
        changed.append({"seed": int(seeds[row]), "change": float(total[row]), "metrics": metrics})
    return changed


def _plain(value: float) -> float | None:
    return None if np.isnan(value) else float(value)
