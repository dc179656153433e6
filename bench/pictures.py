"""What pictures cost: of a huge dungeon, of many squares, and for Tiled."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from host.render.formats import OVERLAYS

if TYPE_CHECKING:
    from bench.run import Bench, Row

SIZE = 16


def pictures(bench: Bench) -> list[Row]:
    try:
        import PIL  # noqa: F401
    except ImportError:
        return [("pictures", "Pillow is missing", "", "", None)]
    from host.export.pictures import image, map_files

    huge = bench.host.generate("base", seed=1, dungeon="huge")
    caves = bench.host.generate("caves", seed=1, width=300, height=300)

    def timed(make: Callable[[], object]) -> float:
        def once() -> float:
            started = time.perf_counter()
            make()
            return time.perf_counter() - started

        units, rounds = [], []
        for _ in range(4):
            started = time.perf_counter()
            bench.loop()
            units.append(time.perf_counter() - started)
            rounds.append(once())
        return min(rounds) / min(units)

    jobs: list[tuple[str, Callable[[], object]]] = [
        ("png of a huge dungeon, 40 × 40 squares", lambda: image(huge, "png", SIZE, ())),
        ("  with all overlays", lambda: image(huge, "png", SIZE, OVERLAYS)),
        ("svg of a huge dungeon", lambda: image(huge, "svg", SIZE, ())),
        ("huge dungeon for Tiled", lambda: map_files(huge, Path("huge.tmj"), "tmj", SIZE)),
        ("png of caves, 300 × 300 squares", lambda: image(caves, "png", SIZE, ())),
    ]
    return [bench.row(title, timed(make), None) for title, make in jobs]
