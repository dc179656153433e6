"""Speed of the generators of the mod trials: levels a second."""

from __future__ import annotations

from typing import TYPE_CHECKING

from host import Budgets
from host.engine.engine import Engine

if TYPE_CHECKING:
    from bench.run import Bench, Row

_COUNT = 200
_SIZES = {
    "trials.key_and_door": ({}, {"width": 24, "height": 24, "enemies": 10}),
    "trials.mini_dungeon": ({}, {"width": 16, "height": 24, "enemies": 20}),
}


def trials(bench: Bench) -> list[Row]:
    """Levels of both problems, of the default size and of a larger one."""
    from bench.run import best, timed

    host = Engine(["trials"], budgets=Budgets(instructions=2**53, seconds=1e9), output=lambda _: None)
    rows: list[Row] = []
    for generator, sizes in _SIZES.items():
        for options in sizes:

            def make(generator: str = generator, options: dict[str, int] = options) -> None:
                for seed in range(_COUNT):
                    host.generate(generator, seed=seed, options=options)

            bench.units.append(timed(bench.loop))
            seconds = best(lambda: timed(make), 3) / _COUNT
            size = f", {options['width']} × {options['height']}" if options else ""
            title = f"{generator}{size}: {seconds / min(bench.units):.4f} L"
            rows.append((title, f"{1 / seconds:.0f} a second", "", "", None))
    return rows
