"""The numbers of a pool as Prometheus reads them."""

from __future__ import annotations

import pytest

from host.errors import RequestError
from host.serving import Pool

parser = pytest.importorskip("prometheus_client.parser")
render_metrics = pytest.importorskip("host.serving.metrics").render_metrics


def test_prometheus_reads_the_numbers_of_a_pool() -> None:
    with Pool(workers=1, output=lambda _: None) as pool:
        pool.generate_json_sync("base", seed=1)
        with pytest.raises(RequestError):
            pool.generate_json_sync("none", seed=1)
        families = {each.name: each for each in parser.text_string_to_metric_families(render_metrics(pool).decode())}
    samples = {
        (sample.name, *sample.labels.values()): sample.value for each in families.values() for sample in each.samples
    }
    assert samples["dungeon_host_requests_total",] == 2
    assert samples["dungeon_host_failures_total", "RequestError"] == 1
    assert samples["dungeon_host_queue",] == 0
    assert samples["dungeon_host_sets",] == 1
    assert samples["dungeon_host_healthy",] == 1
    assert samples["dungeon_host_request_seconds_bucket", "+Inf"] == 2
    assert samples["dungeon_host_request_seconds_count",] == 2
    assert samples["dungeon_host_request_seconds_sum",] > 0
    assert samples["dungeon_host_restarts_total",] == 0
