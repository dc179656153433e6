"""How fast worlds are."""

from __future__ import annotations

from bench.measure import ORIGINAL_L, Bench, Row

# Number of enemies -> turns a second to reach where L takes ORIGINAL_L, and those of the original under LuaJIT.
_REACH = {20: (2_000, 1_644), 100: (500, 550)}


def measure_actions(bench: Bench) -> list[Row]:
    """Measure turns with few and many enemies, on a small floor and a large one, and an event in a chain."""
    rows: list[Row] = []
    for enemies, (reach, theirs) in _REACH.items():
        count = 4_000 // enemies
        speed = 1 / bench.measure_round("turns.lua", count, SIZE=30, ENEMIES=enemies) / ORIGINAL_L
        title = f"turns with {enemies} enemies on 30 × 30, where L = 33 ms"
        rows.append((title, f"{speed:,.0f} /s", f"≥ {reach:,} /s", f"{theirs:,} /s", speed >= reach))
        small, large = ({"SIZE": size, "ENEMIES": enemies} for size in (30, 300))
        # To make the large floor takes longer than a few turns, and that is not what is asked.
        ratio = bench.ratio("turns.lua", 5 * count, small, large)
        rows.append(("  on 300 × 300, to that", f"{ratio:.2f} times", "≤ 1.2", "", ratio <= 1.2))
    seconds = bench.time_round("pass.lua", 500_000)
    rows.append(("an event through a chain of five handlers", f"{seconds * 1e6:.2f} µs", "< 1 µs", "", seconds < 1e-6))
    return rows
