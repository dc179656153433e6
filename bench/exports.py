"""What exports of a huge dungeon cost, and making a dungeon again from its file."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from bench.measure import PROGRAM, Bench, Row, time_call, time_command
from host import Request
from host.render.formats import FORMATS

# Most time of a format, in L.
_MOST = 1.0
# Most time of `generate --from` beside `generate`.
_MOST_AGAIN = 1.2


def measure_exports(bench: Bench) -> list[Row]:
    """Measure each format that is written, with all that it says of the dungeon and of what made it."""
    try:
        import PIL  # noqa: F401
    except ImportError:
        return [("exports", "Pillow is missing", "", "", None)]
    from host.export.pictures import map_files

    huge = bench.host.generate(Request("base", seed=1, options={"dungeon": "huge"}))
    writes: dict[str, Callable[[], object]] = {
        form: partial(map_files, huge, Path(f"huge.{form}"), form) for form in FORMATS
    }
    units: list[float] = []
    times: dict[str, list[float]] = {form: [] for form in writes}
    for _ in range(4):
        units.append(time_call(bench.loop))
        for form, write in writes.items():
            times[form].append(time_call(write))
    rows = [bench.row(f"huge dungeon as {form}", min(times[form]) / min(units), _MOST) for form in writes]
    return [*rows, _measure_again(bench)]


def _measure_again(bench: Bench) -> Row:
    file = str(bench.folder / "again.json")
    words = [PROGRAM, "generate", "base", "--set", "dungeon=huge", "--seed", "1", "-o", file]
    time_command(words)
    again = [PROGRAM, "generate", "--from", file]
    # In turns, because the clock of the machine goes up and down.
    pairs = [(time_command(words), time_command(again)) for _ in range(5)]
    ratio = min(seconds for _, seconds in pairs) / min(seconds for seconds, _ in pairs)
    wanted = f"≤ {_MOST_AGAIN:g} ×"
    return "generate --from of a huge dungeon, to generate", f"{ratio:.2f} ×", wanted, "", ratio <= _MOST_AGAIN
