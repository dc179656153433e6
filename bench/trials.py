"""Speed of the generators of the mod trials: levels a second."""

from __future__ import annotations

from bench.measure import Bench, Row, best, time_call, unlimited_engine
from host import Request

_COUNT = 200
_SIZES: dict[str, tuple[dict[str, int], ...]] = {
    "trials.key_and_door": ({}, {"width": 24, "height": 24, "enemies": 10}),
    "trials.mini_dungeon": ({}, {"width": 16, "height": 24, "enemies": 20}),
}


def measure_trials(bench: Bench) -> list[Row]:
    """Measure levels of both problems, of the default size and of a larger one."""
    host = unlimited_engine("trials")
    rows: list[Row] = []
    for generator, sizes in _SIZES.items():
        for options in sizes:

            def make(generator: str = generator, options: dict[str, int] = options) -> None:
                for seed in range(_COUNT):
                    host.generate(Request(generator, seed=seed, options=options))

            bench.units.append(time_call(bench.loop))
            seconds = best(lambda: time_call(make), 3) / _COUNT
            size = f", {options['width']} × {options['height']}" if options else ""
            title = f"{generator}{size}: {seconds / min(bench.units):.4f} L"
            rows.append((title, f"{1 / seconds:.0f} a second", "", "", None))
    return rows
