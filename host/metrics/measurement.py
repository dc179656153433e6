"""All metrics of one map, by id."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from host.errors import RequestError
from host.errors.spelling import did_you_mean
from host.metrics import geometry, play
from host.metrics.analysis import Analysis
from host.metrics.metric import Metric
from host.metrics.occurrence import SEPARATOR, occurrence
from host.model.game_map import GameMap, HasModel

# Metric id -> metric, in the order of tables and columns.
METRICS: Mapping[str, Metric] = MappingProxyType(
    {
        metric.id: metric
        for metric in (
            geometry.density,
            geometry.regions,
            geometry.largest_region,
            geometry.rooms,
            geometry.room_size,
            geometry.size_spread,
            geometry.degree,
            geometry.redundancy,
            geometry.dead_ends,
            geometry.linearity,
            geometry.entropy,
            geometry.symmetry,
            geometry.openness,
            play.solution_length,
            play.key_depth,
            play.solvable,
            play.leniency,
            play.danger,
            play.resource_control,
            play.area_control,
            play.exploration,
            play.balance,
            play.outcome,
            play.turns,
        )
    }
)
# Ids of the metrics that are computed by default: all but the slow ones.
DEFAULT = tuple(metric.id for metric in METRICS.values() if metric.is_default)


def measure(shown: GameMap | HasModel, ids: str | Iterable[str] = DEFAULT) -> dict[str, float]:
    """Return metric id -> value for a map, in the order of `ids`, or of one id; NaN where a metric has no meaning.

    Raises RequestError, naming the metric, for an id that does not exist.
    """
    ids = (ids,) if isinstance(ids, str) else ids
    metrics = [find_metric(identity) for identity in ids]
    analysis = Analysis(shown)
    return {metric.id: metric.measure(analysis) for metric in metrics}


def find_metric(identity: str) -> Metric:
    """Return the metric with an id, which may be `KIND:ID` for contents. Raises RequestError when there is none."""
    if SEPARATOR in identity:
        return occurrence(identity)
    metric = METRICS.get(identity)
    if metric is None:
        raise RequestError(f'there is no metric "{identity}"', hint=did_you_mean(identity, METRICS))
    return metric
