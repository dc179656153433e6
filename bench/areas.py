"""The areas dialect: maps, events, saves."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from bench.measure import Bench, Row, unlimited_engine
from host.border.lua_function import lua_function
from host.model.request import Request
from host.save.save_file import read

# A floor of 41 × 28 squares with 60 creatures that have what creatures have.
FLOOR = """
local map = InstancedMap:new(41, 28)
for i = 1, 60 do
  local chara = Chara.create("base.fallback", nil, nil, { level = i }, map)
  chara.skills = { sword = i, bow = 2 * i }
  chara.mood, chara.gold, chara.title = "calm", 10 * i, "the " .. i .. "th"
end
Map.set_map(map)
"""
HANDLERS = """
local A = require "host.areas"
for i = 1, 10 do A.Event.register("base.on_turn_passed", "handler " .. i, function(_, _, result) return i end) end
"""
FLOORS = """
local area = InstancedArea:new()
for i = 1, COUNT do
  local map = InstancedMap:new(41, 28)
  Chara.create("base.fallback", nil, nil, {}, map)
  area:add_floor(map)
end
Area.register(area)
for i = 1, COUNT do goto_floor(area, i) end
"""


@lua_function("areas/save/saving", "save")
def _save_game(where: str) -> None: ...


@lua_function("areas/save/saving", "restore")
def _restore_game() -> None: ...


def measure_areas(bench: Bench) -> list[Row]:
    rows = [bench.row("InstancedMap:new(80, 60)", bench.measure_round("area.lua", 2000, CASE=1), 0.003)]
    bench.time_script("area.lua", CASE=1, COUNT=1)
    quiet = bench.host
    with tempfile.TemporaryDirectory() as folder:
        mod = Path(folder) / "handlers"
        mod.mkdir()
        (mod / "mod.toml").write_text('id = "handlers"\nversion = "1"\n')
        (mod / "init.lua").write_text(HANDLERS)
        bench.host = unlimited_engine("base", mod)
        rows.append(bench.row("an event with 10 handlers", bench.measure_round("area.lua", 20000, CASE=2), 5 / 33000))
        bench.host = quiet
        # Enough lookups to be seen beside the making of the floors.
        times = bench.ratio("area.lua", 50, {"CASE": 3, "FLOORS": 3}, {"CASE": 3, "FLOORS": 3000})
        title = "the area of a map, of 3,000 floors to one of 3"
        rows.append((title, f"{times:.2f} times", "≤ 1.5", "", times <= 1.5))
        save, load, size = _time_saving(Path(folder))
        unit = min(bench.units)
        rows.append(bench.row("save a floor with 60 creatures", save / unit, 0.3))
        rows.append(bench.row("load a floor with 60 creatures", load / unit, 0.2))
        rows.append(("size of that save", f"{size / 1024:.1f} KB", "≤ 40 KB", "", size <= 40 * 1024))
        rows += _measure_floors(Path(folder))
    return rows


def _time_saving(folder: Path) -> tuple[float, float, int]:
    """Return the seconds to save and to load a floor, and bytes of the file."""
    host = unlimited_engine("base")
    script = folder / "floor.lua"
    script.write_text(FLOOR)
    file = folder / "floor.save"
    host.save_to(file)
    host.run_script(script, Request(None, seed=1))
    saves, loads = [], []
    for _ in range(9):
        started = time.perf_counter()
        host.lua.call(_save_game, "bench")
        between = time.perf_counter()
        host.lua.call(_restore_game)
        saves.append(between - started)
        loads.append(time.perf_counter() - between)
    return min(saves), min(loads), file.stat().st_size


def _measure_floors(folder: Path) -> list[Row]:
    """Measure 250 and 1,000 floors, visited and saved: four times as many seconds and bytes are linear."""
    measured = []
    for count in (250, 1000):
        script = folder / "floors.lua"
        script.write_text(f"local COUNT = {count}\n{FLOORS}")
        file = folder / f"{count}.save"
        host = unlimited_engine("base")
        started = time.perf_counter()
        host.run_script(script, Request(None, seed=1), save=file)
        measured.append((time.perf_counter() - started, file.stat().st_size, len(read(file).chunks)))
    (seconds, size, _), (more, larger, chunks) = measured
    # Each floor, the area and the game.
    assert chunks == 1002, chunks
    return [
        ("1,000 floors visited and saved, to 250", f"× {more / seconds:.1f}", "≤ × 5", "", more / seconds <= 5),
        ("  the file", f"× {larger / size:.1f}", "≤ × 5", "", larger / size <= 5),
    ]
