"""The variety of a survey: how much a sample of its dungeons differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from host.metrics.variety import MetricPair, mean_compression_distance, number_levels, pattern_divergence, rank_pairs
from host.metrics.variety import square_entropy as entropy_of_squares
from host.model.game_map import GameMap
from host.survey.survey import Survey

# Dungeons of the sample, and pairs of them that are compressed.
_SAMPLE, _PAIRS = 100, 500
# Squares of the maps that are measured, and of those that are compressed, in all pairs.
_MOST_SQUARES, _MOST_COMPRESSED = 2**22, 2**27
# Metrics whose pairs are ranked, the first ones of the survey; and values that are ranked, pairs × dungeons.
_MOST_RANKED, _MOST_VALUES = 100, 10**8
# Bins of an expressive range on each axis.
BINS = 12


class Variety(NamedTuple):
    """How much maps differ: each value is 0 for equal maps, and NaN without two of them."""

    maps: int
    # Divergences between the patterns of every second map and of the others, in nats: 2 × 2 and 3 × 3 squares, each in
    # both directions.
    patterns_2: tuple[float, float]
    patterns_3: tuple[float, float]
    # Mean normalized compression distance of pairs.
    compression: float
    # Bits per square.
    square_entropy: float


def measure_variety(maps: Iterable[GameMap]) -> Variety:
    """Measure the variety of maps, of the first ones when they are large; see `host.metrics.variety`."""
    levels, _ = number_levels(_take_some(maps))
    squares = sum(level.size for level in levels) // max(1, len(levels))
    pairs = min(_PAIRS, _MOST_COMPRESSED // max(1, 2 * squares))
    return Variety(
        len(levels),
        pattern_divergence(levels[::2], levels[1::2], 2),
        pattern_divergence(levels[::2], levels[1::2], 3),
        mean_compression_distance(levels, pairs),
        entropy_of_squares(levels),
    )


def _take_some(maps: Iterable[GameMap]) -> Iterator[GameMap]:
    """Yield maps as long as they have not too many squares together."""
    squares = 0
    for game_map in maps:
        squares += game_map.width * game_map.height
        if squares > _MOST_SQUARES:
            return
        yield game_map


def describe_variety(variety: Variety) -> list[tuple[str, str]]:
    """Return (name, values) of each measure, for tables."""
    return [
        ("divergence of 2 × 2 patterns", "{:.4g}, {:.4g}".format(*variety.patterns_2)),
        ("divergence of 3 × 3 patterns", "{:.4g}, {:.4g}".format(*variety.patterns_3)),
        ("compression distance", f"{variety.compression:.4g}"),
        ("bits per square", f"{variety.square_entropy:.4g}"),
    ]


def choose_for_variety(survey: Survey) -> list[int]:
    """Return the numbers of the dungeons of the sample."""
    return survey.sample(_SAMPLE)


def rank_metrics(survey: Survey) -> list[MetricPair]:
    """Return the pairs of metrics of a survey by how much their expressive range tells, the best first."""
    names = [name for name in survey.metrics if varies(survey, name)][:_MOST_RANKED]
    pairs = max(1, len(names) * (len(names) - 1) // 2)
    # Evenly spread, where ranking all would take minutes.
    step = -(-len(survey) * pairs // _MOST_VALUES)
    return rank_pairs({name: survey.column_of(name)[:: max(1, step)] for name in names}, BINS)


def varies(survey: Survey, name: str) -> bool:
    """Return whether dungeons have different values of a metric."""
    values = survey.values_of(name)
    return bool(values.size and values.min() < values.max())
