"""How fast pools are."""

from __future__ import annotations

from bench.measure import ORIGINAL_L, Bench, Row

# Number of records -> draws a second to reach where L takes ORIGINAL_L.
_REACH = {10: 2_000_000, 1_000: 800_000, 100_000: 300_000}


def measure_pools(bench: Bench) -> list[Row]:
    """Measure draws from roots and siblings, the memory of records, and a whole cycle."""

    def draw(count: int, **values: object) -> float:
        defaults = {"INFINITE": False, "SUBPOOLS": 0, "BELOW": False, "REFRESH": False, "QUANTITY": 1_000_000}
        return bench.measure_round("pool.lua", count, **(defaults | values))

    rows: list[Row] = []
    for records, reach in _REACH.items():
        for infinite in (False, True):
            speed = 1 / draw(200_000, RECORDS=records, INFINITE=infinite) / ORIGINAL_L
            title = f"{'infinite' if infinite else 'finite'} pool of {records:,}: draws where L = 33 ms"
            rows.append((title, f"{speed:,.0f} /s", f"≥ {reach:,} /s", "", speed >= reach))
    root, below = (draw(100_000, RECORDS=1_000, SUBPOOLS=10, BELOW=below) for below in (False, True))
    rows.append(("a draw from one of 10 siblings, to one from the root", f"{below / root:.2f} times", "≤ 1.6", "",
                 below / root <= 1.6))  # fmt: skip
    megabytes = _measure_memory(bench, 100_000) - _measure_memory(bench, 1)
    rows.append(("100,000 records", f"{megabytes:.1f} MB", "≤ 25 MB", "", megabytes <= 25))
    cycle = (draw(99_999, RECORDS=100_000, QUANTITY=1, REFRESH=True) * 100_000) * ORIGINAL_L
    rows.append(("a cycle of 100,000 with refresh, where L = 33 ms", f"{cycle:.2f} s", "≤ 0.5 s", "", cycle <= 0.5))
    return rows


def _measure_memory(bench: Bench, records: int) -> float:
    """Return the MB that Lua holds with a pool of so many records."""
    bench.time_script(
        "pool.lua", COUNT=0, RECORDS=records, INFINITE=False, SUBPOOLS=0, BELOW=False, REFRESH=False, QUANTITY=1
    )
    return bench.lua_bytes() / 1e6
