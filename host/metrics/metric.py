"""Metrics of maps: a function with its range, unit and source."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from host.metrics.analysis import Analysis
from host.model.game_map import GameMap, HasModel

GEOMETRY, PLAY, CONTENT = "geometry", "play", "content"
NAN = float("nan")


@dataclass(frozen=True, slots=True)
class Metric:
    """A number that describes a map. Calling it with a `GameMap` returns the number, or NaN where it has no meaning.

    `id` is what `--metrics` takes, and the name of the column. `help` is a noun phrase for a line of a table.
    """

    id: str
    help: str
    # GEOMETRY, PLAY or CONTENT.
    group: str
    # Publication that defines the metric; empty for our own.
    source: str
    # Computes the metric of a map with open squares.
    compute: Callable[[Analysis], float]
    # Smallest and largest value; None where there is no bound.
    low: float | None
    high: float | None
    # Word for what is counted; empty for shares and other pure numbers.
    unit: str
    # Whether surveys compute the metric unless they are asked not to: all but the slow ones.
    is_default: bool
    # Value for maps without open squares.
    value_of_closed: float

    def __call__(self, shown: GameMap | HasModel) -> float:
        """Return the metric of a map."""
        return self.measure(Analysis(shown))

    def measure(self, analysis: Analysis) -> float:
        """Return the metric of a map that is analysed already."""
        return float(self.compute(analysis)) if len(analysis.squares) else self.value_of_closed


def metric(
    group: str,
    help: str,  # noqa: A002 - the name of the field
    source: str = "",
    *,
    low: float | None = 0,
    high: float | None = 1,
    unit: str = "",
    is_default: bool = True,
    value_of_closed: float = NAN,
) -> Callable[[Callable[[Analysis], float]], Metric]:
    """Make a function a metric; the name of the function is its id."""

    def make(compute: Callable[[Analysis], float]) -> Metric:
        return Metric(compute.__name__, help, group, source, compute, low, high, unit, is_default, value_of_closed)

    return make
