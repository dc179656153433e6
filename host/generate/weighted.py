"""Weighted random draws."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

from host.model.rng import Stream


class Weights:
    """Draws positions 0 … n-1 with probabilities proportional to weights, by inversion of the cumulative sums.

    Weights are finite and not negative, and at least one is positive. `lua/core/game/weights.lua` draws the same
    positions for weights that live in Lua, where sums are exact.
    """

    __slots__ = ("_last", "_reached", "_total")

    def __init__(self, weights: Sequence[float]) -> None:
        # Cumulative sums of the weights.
        self._reached = list(accumulate(weights))
        self._total = self._reached[-1]
        # The last position of positive weight.
        self._last = max(i for i, weight in enumerate(weights) if weight > 0)

    def draw(self, stream: Stream) -> int:
        """Return a position; takes one word of the stream. A position of weight 0 is never drawn."""
        position = bisect_right(self._reached, stream.real() * self._total)
        # real() is below 1, but its product with the total may round up to the total.
        return min(self._last, position)
