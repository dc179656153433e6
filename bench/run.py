"""`make bench`: how fast the host is, in units of L, in one run, and the bounds of most measurements.

L is the time of `for i=1,5000000 do x = x + (i*7919)%13 end` in bare Lua in this very process, so that figures of
different machines and days can be compared. Every figure is the best of several repetitions, and L is timed between
them, because the clock of a machine that is shared goes up and down.
"""

from __future__ import annotations

import gc
import os
import resource
import sys
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench.actions import measure_actions
from bench.areas import measure_areas
from bench.explanations import measure_explanations
from bench.exports import measure_exports
from bench.measure import LOOP, PROGRAM, Bench, Row, best, ignore, time_call, time_command
from bench.observers import measure_observers
from bench.pictures import measure_pictures
from bench.play import measure_play
from bench.pools import measure_pools
from bench.rooms import measure_rooms
from bench.serving import measure_serving
from bench.sharing import measure_sharing
from bench.studio import measure_studio
from bench.surveys import measure_surveys
from bench.tools import measure_tools
from bench.trials import measure_trials
from host import Request
from host.engine.engine import Engine
from host.engine.jobs import Job, load_engine, operate, run_job
from host.engine.operations import GENERATE
from host.mods.mods_to_load import ModsToLoad

LAYOUTS = (
    ("layout alone, tiny", 1, False, 2000, 0.0017, 0.0017),
    ("layout alone, basic (2 × 2)", 2, False, 800, None, 0.0068),
    ("layout alone, huge (3 × 3)", 3, False, 400, 0.0075, 0.0153),
    ("layout alone, ring", 3, True, 400, None, 0.0146),
)
ATTEMPTS = (
    ("tiny", 1, 1500, 0.006, 0.0059),
    ("basic (2 × 2)", 2, 500, None, 0.0157),
    ("huge (3 × 3)", 3, 300, 0.030, 0.0315),
)


def measure_generation(bench: Bench) -> list[Row]:
    rows = []
    for title, side, ring, count, limit, theirs in LAYOUTS:
        value = bench.measure_round("layout.lua", count, WIDTH=side, HEIGHT=side, RING=ring)
        rows.append(bench.row(title, value, limit, theirs))
    for title, side, count, limit, theirs in ATTEMPTS:
        value = bench.measure_round("attempt.lua", count, WIDTH=side, HEIGHT=side, STUFF=False)
        rows.append(bench.row(f"whole attempt, {title}", value, limit, theirs))
        value = bench.measure_round("attempt.lua", count, WIDTH=side, HEIGHT=side, STUFF=True)
        rows.append(bench.row(f"  with stuff lying about, {title}", value, None))
    for title, name, more in (("layout", "layout.lua", {"RING": False}), ("attempt", "attempt.lua", {"STUFF": True})):
        small = bench.measure_round(name, 300, WIDTH=3, HEIGHT=3, **more) / 9
        large = bench.measure_round(name, 4, WIDTH=32, HEIGHT=32, **more) / 1024
        ratio = large / small
        rows.append((f"{title}: a cell of 32 × 32 to one of 3 × 3", f"{ratio:.2f} times", "≤ 1.3", "", ratio <= 1.3))
    return rows


def measure_handles(bench: Bench) -> list[Row]:
    seconds = bench.time_round("handle.lua", 2_000_000)
    return [("reading a field of a handle", f"{seconds * 1e9:.0f} ns", "< 100 ns", "", seconds < 100e-9)]


# What a person types -> how many times as long it may take as importing lupa, numpy and click.
COMMANDS = {"generate --seed 1": 2.0, "--help": 1.0}


def measure_commands() -> list[Row]:
    imports = [sys.executable, "-c", "import lupa.lua55, numpy, click"]
    rows: list[Row] = []
    for words, limit in COMMANDS.items():
        ours = [PROGRAM, *words.split()]
        time_command(ours)
        pairs = [(time_command(ours), time_command(imports)) for _ in range(12)]
        ratio = min(a for a, _ in pairs) / min(b for _, b in pairs)
        title = f"{words}, to importing lupa, numpy and click"
        rows.append((title, f"{ratio:.2f} times", f"≤ {limit}", "", ratio <= limit))
    return rows


def measure_child() -> list[Row]:
    """Measure what a child costs beyond its work; a fork of a process with much memory costs more than a command's."""
    job = Job(GENERATE, ModsToLoad((), ("base",)), {"request": Request("base", seed=1).to_data(), "play": 0.0})

    def perform() -> None:
        operate(load_engine(job.mods, ignore, ignore), job.operation, job.arguments, ignore)

    pairs = [(time_call(perform), time_call(lambda: run_job(job, say=ignore, warn=ignore))) for _ in range(12)]
    extra = (min(outside for _, outside in pairs) - min(inside for inside, _ in pairs)) * 1000
    return [("a child for a job, forked", f"{extra:.1f} ms more", "≤ 8 ms", "", extra <= 8)]


def measure_mod_tests(bench: Bench) -> list[Row]:
    """Measure tests of a mod: many trivial ones, and what coverage costs where Lua is all that takes time."""

    def mod(name: str, test: str) -> Path:
        folder = bench.folder / name
        (folder / "tests").mkdir(parents=True)
        (folder / "mod.toml").write_text(f'id = "{name}"\nversion = "1.0"\n')
        (folder / "init.lua").write_text(
            f"loop = {LOOP.replace(' for ', chr(10) + 'for ').replace(' do ', ' do' + chr(10))}"
        )
        (folder / "tests" / "all_test.lua").write_text(test)
        return folder

    def seconds(folder: Path, *words: str) -> float:
        return time_command([PROGRAM, "test", str(folder), *words, "--", "-q", "-p", "no:cacheprovider"])

    many = mod("many", "for i = 1, 300 do it('test ' .. i, function() assert.are.equal(2, 1 + 1) end) end")
    loops = mod("loops", "it('loops', function() for _ = 1, 5 do loop() end end)")
    trivial = best(lambda: seconds(many))
    plain = best(lambda: seconds(loops), 3)
    covered = best(lambda: seconds(loops, "--coverage-lcov", str(bench.folder / "coverage.lcov")), 3)
    ratio = covered / plain
    return [
        ("300 trivial tests of a mod", f"{trivial:.2f} s", "< 3 s", "", trivial < 3),
        ("tests with coverage, to the same without", f"{ratio:.2f} times", "≤ 4", "", ratio <= 4),
    ]


def measure_limits(bench: Bench) -> list[Row]:
    """Measure what counting instructions costs a loop that does nothing else, and whole dungeons."""
    script = bench.folder / "loop.lua"
    script.write_text(f"local loop = {LOOP} loop()")
    limited = Engine(["base"], output=ignore)
    pairs = [
        (time_call(bench.loop), time_call(lambda: limited.run_script(script, Request(None, seed=1)))) for _ in range(12)
    ]
    loop = min(counted for _, counted in pairs) / min(bare for bare, _ in pairs)

    def dungeons(host: Engine) -> float:
        return time_call(lambda: [host.generate(Request("base", seed=seed)) for seed in range(15)])

    rounds = [(dungeons(bench.host), dungeons(limited)) for _ in range(8)]
    whole = min(counted for _, counted in rounds) / min(bare for bare, _ in rounds)
    return [
        ("limits: a loop of Lua, to the same without", f"{loop:.2f} times", "≤ 2.3", "", loop <= 2.3),
        ("limits: a dungeon of base, to the same without", f"{whole:.2f} times", "≤ 1.15", "", whole <= 1.15),
    ]


def measure_memory(bench: Bench) -> list[Row]:
    def used() -> float:
        gc.collect()
        with Path("/proc/self/statm").open() as file:
            return int(file.read().split()[1]) * resource.getpagesize() / 2**20

    host = Engine(["base"], output=ignore)
    for seed in range(100):
        host.generate(Request("base", seed=seed))
    before = used()
    for seed in track(range(100, 10_000), "10,000 dungeons", transient=True, disable=not sys.stdout.isatty()):
        host.generate(Request("base", seed=seed))
    grown = used() - before
    return [("memory after 10,000 dungeons, to after 100", f"{grown:+.1f} MB", "≤ 10 MB", "", grown <= 10)]


def main() -> None:
    bench = Bench()
    console = Console() if sys.stdout.isatty() else Console(width=110)
    table = Table("what", "measured", "reach", "the original", "", box=SIMPLE_HEAD, pad_edge=False)
    parts: list[Callable[[], list[Row]]] = [
        measure_child,
        measure_commands,
        lambda: measure_generation(bench),
        lambda: measure_handles(bench),
        lambda: measure_pools(bench),
        lambda: measure_rooms(bench),
        lambda: measure_actions(bench),
        lambda: measure_areas(bench),
        lambda: measure_surveys(bench),
        lambda: measure_serving(bench),
        lambda: measure_trials(bench),
        lambda: measure_explanations(bench),
        lambda: measure_pictures(bench),
        lambda: measure_exports(bench),
        lambda: measure_play(bench),
        lambda: measure_mod_tests(bench),
        lambda: measure_observers(bench),
        lambda: measure_tools(bench),
        lambda: measure_studio(bench),
        lambda: measure_sharing(bench),
        lambda: measure_limits(bench),
        lambda: measure_memory(bench),
    ]
    missed = 0
    for part in parts:
        for *texts, holds in part():
            missed += holds is False
            table.add_row(*texts, {None: "", True: "[green]✓[/]", False: "[red]missed[/]"}[holds])
    table.title = f"L = {min(bench.units) * 1000:.1f} to {max(bench.units) * 1000:.1f} ms"
    console.print(table)
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
