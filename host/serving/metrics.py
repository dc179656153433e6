"""Metrics of a pool for Prometheus."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

from host.errors import RequestError
from host.paths import how_to_install
from host.serving.pool import Pool

try:
    from prometheus_client import CollectorRegistry, generate_latest
    from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
    from prometheus_client.registry import Collector
except ModuleNotFoundError:
    raise RequestError(f"prometheus_client is not installed: {how_to_install('[metrics]')}") from None

if TYPE_CHECKING:
    from prometheus_client.core import Metric


class PoolCollector(Collector):
    """Collects the numbers of a pool, for a registry of `prometheus_client`.

    >>> from prometheus_client import REGISTRY
    >>> from host.serving import Pool
    >>> from host.serving.metrics import PoolCollector
    >>> with Pool(workers=1) as pool:
    ...     REGISTRY.register(PoolCollector(pool))
    ...     _ = pool.generate_json_sync("base", seed=1)
    ...     REGISTRY.get_sample_value("dungeon_host_requests_total")
    1.0
    """

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def describe(self) -> Iterable[Metric]:
        """Return the metrics, which a registry looks through for names that it has."""
        return self.collect()

    def collect(self) -> Iterable[Metric]:
        """Return the metrics with their values now."""
        stats, health = self._pool.stats(), self._pool.health()
        failures = CounterMetricFamily(
            "dungeon_host_failures", "Requests that failed, by the name of the error.", labels=["kind"]
        )
        for kind, number in sorted(stats.failures.items()):
            failures.add_metric([kind], number)
        count, buckets = 0, []
        for bound, number in stats.seconds.items():
            count += number
            buckets.append(("+Inf" if math.isinf(bound) else f"{bound:g}", count))
        times = HistogramMetricFamily("dungeon_host_request_seconds", "Seconds that requests took, with waiting.")
        times.add_metric([], buckets, stats.total_seconds)
        return [
            CounterMetricFamily("dungeon_host_requests", "Requests that ended.", value=stats.requests),
            failures,
            GaugeMetricFamily("dungeon_host_queue", "Requests that wait.", value=stats.queue),
            CounterMetricFamily("dungeon_host_restarts", "Processes that replaced others.", value=stats.restarts),
            GaugeMetricFamily("dungeon_host_sets", "Sets of mods that are loaded.", value=stats.sets),
            GaugeMetricFamily("dungeon_host_healthy", "1 while the pool can answer requests.", value=health.ok),
            times,
        ]


def render_metrics(pool: Pool) -> bytes:
    """Return the numbers of a pool as Prometheus reads them, for a path such as /metrics.

    The content type is `prometheus_client.CONTENT_TYPE_LATEST`.
    """
    registry = CollectorRegistry()
    registry.register(PoolCollector(pool))
    return generate_latest(registry)
