"""What pictures cost: of a huge dungeon, and of many squares."""

from __future__ import annotations

from collections.abc import Callable

from bench.measure import Bench, Row, time_call
from host import Request
from host.render.formats import OVERLAYS
from host.render.style import PictureStyle


def measure_pictures(bench: Bench) -> list[Row]:
    try:
        import PIL  # noqa: F401
    except ImportError:
        return [("pictures", "Pillow is missing", "", "", None)]
    from host.export.pictures import image

    huge = bench.host.generate(Request("base", seed=1, options={"dungeon": "huge"}))
    caves = bench.host.generate(Request("caves", seed=1, options={"width": 300, "height": 300}))

    def measure_in_units(make: Callable[[], object]) -> float:
        pairs = [(time_call(bench.loop), time_call(make)) for _ in range(4)]
        return min(seconds for _, seconds in pairs) / min(unit for unit, _ in pairs)

    jobs: list[tuple[str, Callable[[], object], float | None]] = [
        ("png of a huge dungeon, 40 × 40 squares", lambda: image(huge, "png"), 0.6),
        ("  with all overlays", lambda: image(huge, "png", PictureStyle(overlays=OVERLAYS)), None),
        ("svg of a huge dungeon", lambda: image(huge, "svg"), 0.3),
        ("png of caves, 300 × 300 squares", lambda: image(caves, "png"), 10),
    ]
    return [bench.row(title, measure_in_units(make), limit) for title, make, limit in jobs]
