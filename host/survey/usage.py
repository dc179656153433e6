"""Usage: entries of pools and segments that are never drawn, or not as often as their weights say."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from host.survey.draws import SEGMENTS, Draw
from host.survey.statistics import usage_tests

# The p-value below which an entry counts as far from its weight.
_SIGNIFICANT = 0.05

# What the tables do not show, and why.
EXPLANATION = (
    "The expected share follows from the weight: of an entry at each draw from its pool, of a segment in its list. p "
    "is from a binomial test (χ² above 100,000 draws), corrected for the number of entries by Holm. A layout draws "
    "again where players need homes or doors do not meet, so segments that fit few cells come less often. Items and "
    "monsters have no expected share: functions of mods place them, and only those that a pool draws have a weight."
)


class DrawTest(NamedTuple):
    """A draw, and the corrected p-value of how often it was drawn; NaN for an entry without weight."""

    draw: Draw
    p: float

    @property
    def source(self) -> str:
        """What was drawn from."""
        return "segments" if self.draw.pool == SEGMENTS else self.draw.pool

    @property
    def share(self) -> float:
        """Share of the draws."""
        return self.draw.drawn / self.draw.draws

    @property
    def expected_share(self) -> float:
        """Share of the draws that its weight lets expect."""
        return self.draw.expected / self.draw.draws

    @property
    def is_far(self) -> bool:
        """Whether it was drawn more or less often than chance explains."""
        return self.p < _SIGNIFICANT


def run_tests(draws: list[Draw]) -> list[DrawTest]:
    """Test each entry against its weight; those furthest from it are first."""
    drawn = [draw for draw in draws if draw.draws]
    counts = np.array([draw.drawn for draw in drawn], dtype=np.int64)
    trials = np.array([draw.trials[0] for draw in drawn], dtype=np.int64)
    shares = np.array([draw.trials[1] for draw in drawn], dtype=np.float64)
    # An entry without weight is not a test: it can never be drawn.
    has_weight = shares > 0
    p_values = np.full(len(drawn), math.nan)
    p_values[has_weight] = usage_tests(counts[has_weight], shares[has_weight], trials[has_weight])
    tests = [DrawTest(draw, p) for draw, p in zip(drawn, p_values.tolist(), strict=True)]
    return sorted(tests, key=lambda test: (math.isnan(test.p), test.p, test.source, test.draw.id))
