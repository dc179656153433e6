"""How fast pools of workers are, what a fresh state for each dungeon costs, and what a set of mods takes."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from statistics import median

from bench.measure import ORIGINAL_L, Bench, Row, best, ignore, time_call
from host.engine.engine import Engine
from host.engine.jobs import job_of_mods
from host.model.request import Request
from host.process.budgets import DEFAULT_BUDGETS
from host.public.map import Map
from host.serving import Pool
from host.serving.generating import GENERATE_FILE
from host.serving.worker_pool import WorkerPool

# Requests of a measurement, and how often it is repeated.
_REQUESTS, _ROUNDS = 160, 5
_TINY = {"quest": "custom", "dungeon": "tiny"}
# A small set of mods.
_MOD = """
require("host.generators").register_generator {
  id = "small",
  generate = function() return require("host.toolbox").caves { width = 20, height = 20 }:map() end,
}
"""


def measure_serving(bench: Bench) -> list[Row]:
    """Measure a pool to bare calls, a fresh state to a warm worker, and the start and the memory of a second set."""
    rows: list[Row] = []
    for title, ratio in (
        ("pool.generate", _compare_pool(as_json=False)),
        ("pool.generate_json", _compare_pool(as_json=True)),
    ):
        rows.append((f"{title}, two workers and 8 clients, to half the bare calls", f"{ratio:.2f} times", "≤ 1.3", "",
                     ratio <= 1.3))  # fmt: skip
    waited, worked = _compare_states()
    rows.append(("a request that finds fresh mods, to one of a warm worker", f"{waited:.2f} times", "≤ 1.15", "",
                 waited <= 1.15))  # fmt: skip
    rows.append(("  the same in time of the processor", f"{worked:.2f} times", "", "", None))
    unit = best(lambda: time_call(bench.loop))
    with tempfile.TemporaryDirectory() as folder, Pool(workers=1, output=ignore) as pool:
        mod = Path(folder, "m")
        mod.mkdir()
        (mod / "mod.toml").write_text('id = "m"\nversion = "1"\n')
        (mod / "init.lua").write_text(_MOD)
        for title, mods, generator in (("a small mod", [mod], "m.small"), ("undercroft", ["undercroft"], "caves")):
            before = _memory()
            seconds = time_call(partial(pool.generate_json_sync, generator, seed=1, mods=mods))
            rows.append((f"first answer of a second set, {title}, where L = 33 ms",
                         f"{seconds / unit * ORIGINAL_L * 1e3:.0f} ms", "", "", None))  # fmt: skip
            rows.append((f"memory of a set in one worker, {title}", f"{(_memory() - before) / 2**20:.0f} MiB", "", "",
                         None))  # fmt: skip
    return [*rows, *_measure_example()]


def _measure_example() -> list[Row]:
    """Measure the service of the examples under the load of 16 clients, which run on the same processors."""
    examples = Path(__file__).parent.parent / "examples"
    server = subprocess.Popen(
        [sys.executable, examples / "web_service.py", "--port", "0", "--rate", "0"], stdout=subprocess.PIPE, text=True
    )
    try:
        url = server.stdout.readline().split()[-1] if server.stdout else ""
        load: list[str | Path] = [sys.executable, examples / "load.py", url, "--clients", "16", "--seconds"]
        subprocess.run([*load, "2"], check=True, stdout=subprocess.DEVNULL)
        line = subprocess.run([*load, "10"], check=True, capture_output=True, text=True).stdout
    finally:
        server.terminate()
        server.wait()
    number, slow = re.search(r"^(\d+) requests a second", line), re.search(r"99 % (\d+) ms", line)
    if number is None or slow is None:
        raise RuntimeError(f"the load printed {line!r}")
    title = "examples/web_service.py, 16 clients, tiny dungeons"
    return [
        (f"{title}: requests a second", number[1], "≥ 150", "", int(number[1]) >= 150),
        ("  99 % of them within", f"{slow[1]} ms", "< 300 ms", "", int(slow[1]) < 300),
    ]


def _compare_pool(*, as_json: bool) -> float:
    """Return the time of 8 clients with a pool of two workers, in halves of the time of the calls in this process.

    Both have the budgets of a program that names none. They are measured in turns, because the frequency of the
    processor varies; the middle one of each counts.
    """
    engine = Engine(["base"], output=ignore)
    with Pool(["base"], workers=2, queue=_REQUESTS, output=ignore) as pool, ThreadPoolExecutor(8) as clients:

        def call(seed: int) -> object:
            made = engine.generate(Request("base", seed=seed, options=_TINY))
            return Map(made).to_json() if as_json else made

        def ask(seed: int) -> object:
            generate = pool.generate_json_sync if as_json else pool.generate_sync
            return generate("base", seed=seed, options=_TINY)

        bare, served = [], []
        for _ in range(_ROUNDS):
            bare.append(time_call(lambda: [*map(call, range(_REQUESTS))]))
            served.append(time_call(lambda: [*clients.map(ask, range(_REQUESTS))]))
    return median(served) / (median(bare) / 2)


def _compare_states() -> tuple[float, float]:
    """Return how many times as long a request takes when mods are restored after each, to a worker that does not.

    For the client that waits, in the middle of all requests; and in time of the processor, in the best round.
    """
    pools = [
        WorkerPool(job_of_mods(["base"], budgets=DEFAULT_BUDGETS), 1, say=ignore, warn=ignore, restores=restores)
        for restores in (False, True)
    ]
    waits: list[list[float]] = [[], []]
    works: list[list[float]] = [[], []]
    try:
        for _ in range(_ROUNDS + 1):
            for pool, waited, worked in zip(pools, waits, works, strict=True):
                before = _processor_time()
                for seed in range(_REQUESTS):
                    arguments = {
                        "request": Request("base", seed=seed, options=_TINY).to_data(),
                        "form": "json",
                        "style": {},
                    }
                    waited.append(time_call(pool.submit(GENERATE_FILE, arguments).future.result))
                worked.append(_processor_time() - before)
    finally:
        for pool in pools:
            pool.close()
    # The first round fills caches.
    return (
        median(waits[1][_REQUESTS:]) / median(waits[0][_REQUESTS:]),
        min(works[1][1:]) / min(works[0][1:]),
    )


def _list_processes(pid: int | str = "self") -> list[int]:
    """Return the processes that this one has started; none where the system does not list them."""
    found: list[int] = []
    for tasks in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            for child in map(int, tasks.read_text().split()):
                found += [child, *_list_processes(child)]
    return found


def _processor_time() -> float:
    """Return the seconds of processor time that the processes of pools have used."""
    return sum(int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) for pid in _list_processes()) / 1e9


def _memory() -> float:
    """Return the bytes of memory of the processes of pools; what several share counts in parts."""
    # A runner that was forked ahead has to settle.
    time.sleep(0.5)
    total = 0
    for pid in _list_processes():
        with suppress(OSError):
            lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
            total += sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))
    return total
