"""`make soak`: a pool under load for an hour, with kills, edits, hostile mods and reloads.

Answers must be those of a bare `Host`, and memory, processes, files and threads must not grow. `python -m
tests.serving.soak SECONDS`.
"""

from __future__ import annotations

import logging
import os
import random
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from host import Budgets, Host, HostError
from host.errors import DiedError
from host.serving import Busy, DeadlineExceeded, Pool
from tests.helpers import write_mod
from tests.helpers.processes import list_descendants

_MANIFEST = 'id = "m"\nversion = "1"\n'
_MOD = """
local generators, toolbox = require "host.generators", require "host.toolbox"
local count = 0
generators.register_generator {
  id = "plain",
  generate = function()
    count = count + 1
    return toolbox.caves { width = WIDTH + count, height = 20 }:map()
  end,
}
"""
# Name of a hostile mod -> what its generator does.
_HOSTILE = {
    "hangs": "while true do end",
    "eats": "local kept = {} for i = 1, 1e9 do kept[i] = { i } end",
    "fails": "error 'no luck'",
    "floods": "for i = 1, 100000 do print(i) end",
    "recurses": "local function f() return 1 + f() end f()",
}
_BUDGETS = Budgets(instructions=20_000_000, memory=64 * 2**20, seconds=2, output=10_000)
_CLIENTS = 8
# Seconds between two lines of the report, and how many times the most of the first third the last one may use at least.
_INTERVAL, _GROWTH = 20.0, 1.25


def main(seconds: float) -> int:
    """Run for so many seconds; return the number of wrong answers and leaks."""
    logging.getLogger("dungeon_host").setLevel(logging.ERROR)
    with tempfile.TemporaryDirectory() as folder:
        # Where pools copy mods to.
        tempfile.tempdir = str(Path(folder, "copies"))
        Path(tempfile.tempdir).mkdir()
        return _Soak(Path(folder), seconds).run()


class _Soak:
    def __init__(self, folder: Path, seconds: float) -> None:
        self.end = time.monotonic() + seconds
        self.folder = folder
        self.counts: Counter[str] = Counter()
        self.problems: list[str] = []
        self.random = random.Random(1)
        self.hostile = [
            write_mod(
                folder / name / "m",
                {
                    "mod.toml": _MANIFEST,
                    "init.lua": _MOD.replace("count = count + 1", body).replace("WIDTH", "20"),
                },
            )
            for name, body in _HOSTILE.items()
        ]
        self.edited = folder / "edited" / "m"
        # Generation -> answers of a bare host by seed; the pool may answer with that of before or after a reload.
        self.expected: dict[int, dict[int, bytes]] = {}
        self.generation = 0
        self.reloading = threading.Lock()
        self._edit()
        self.base = {seed: self._bare(["base"], "base", seed, {"dungeon": "tiny"}) for seed in range(10)}

    def _bare(self, mods: list[str | Path], generator: str, seed: int, options: dict[str, str]) -> bytes:
        """Return the answer of a host that has made nothing else."""
        return Host(mods, output=lambda _: None).generate(generator, seed=seed, options=options).to_json().encode()

    def _edit(self) -> None:
        width = 20 + self.generation % 7
        write_mod(self.edited, {"mod.toml": _MANIFEST, "init.lua": _MOD.replace("WIDTH", str(width))})
        self.expected[self.generation] = {seed: self._bare([self.edited], "m.plain", seed, {}) for seed in range(3)}

    def run(self) -> int:
        """Let clients ask, and return the number of problems."""
        with Pool([self.edited], workers=2, budgets=_BUDGETS, load_seconds=20, output=lambda _: None) as self.pool:
            threads = [threading.Thread(target=self._guarded, args=(self._ask,)) for _ in range(_CLIENTS)]
            threads += [threading.Thread(target=self._guarded, args=(work,)) for work in (self._kill, self._reload)]
            for thread in threads:
                thread.start()
            readings: list[dict[str, float]] = []
            while time.monotonic() < self.end:
                time.sleep(min(_INTERVAL, max(0.0, self.end - time.monotonic())))
                used = self._use()
                print(self._line(used), flush=True)
                readings.append(used)
            for thread in threads:
                thread.join()
            stats = self.pool.stats()
        third = max(1, len(readings) // 3)
        for name in readings[0]:
            # Sets of mods come and go, so what they use goes up and down. What leaks does not go down again.
            before = max(each[name] for each in readings[:third])
            after = min(each[name] for each in readings[-third:])
            if after > _GROWTH * before + 4:
                self.problems.append(f"{name} grew from {before:.0f} to {after:.0f}")
        copies_of = Path(tempfile.gettempdir())
        deadline = time.monotonic() + 10
        # Workers that load, or were killed a moment ago, take a moment to end.
        while (list_descendants() or [*copies_of.iterdir()]) and time.monotonic() < deadline:
            time.sleep(0.1)
        left = list_descendants()
        self.problems += [f"{len(left)} processes are left"] if left else []
        copies = [path.name for path in copies_of.iterdir()]
        self.problems += [f"copies of mods are left: {copies}"] if copies else []
        print(f"{dict(self.counts)}; restarts {stats.restarts}, failures {stats.failures}")
        print("\n".join(dict.fromkeys(self.problems)) or "no wrong answer, and nothing grew")
        return len(self.problems)

    def _guarded(self, work: Callable[[], None]) -> None:
        while time.monotonic() < self.end:
            try:
                work()
            except (Busy, DeadlineExceeded, DiedError) as error:
                self.counts[type(error).__name__] += 1
            except Exception as error:
                self.problems.append(f"{type(error).__name__}: {error}")

    def _ask(self) -> None:
        choice, seed = self.random.random(), self.random.randrange(3)
        if choice < 0.45:
            allowed = {self.generation, self.generation - 1, self.generation + 1}
            made = self.pool.generate_json_sync("m.plain", seed=seed, deadline=30)
            allowed |= {self.generation, self.generation + 1}
            self._check(made in [self.expected[each][seed] for each in allowed if each in self.expected], "edited mod")
        elif choice < 0.9:
            seed = self.random.randrange(10)
            made = self.pool.generate_json_sync("base", seed=seed, dungeon="tiny", mods=["base"], deadline=30)
            self._check(made == self.base[seed], "base")
        else:
            hostile = self.random.choice(self.hostile)
            try:
                self.pool.generate_json_sync("m.plain", seed=seed, mods=[hostile], deadline=30)
            except (Busy, DeadlineExceeded, DiedError):
                raise
            except HostError:
                self.counts["hostile"] += 1

    def _check(self, is_right: bool, title: str) -> None:
        self.counts["answered"] += 1
        if not is_right:
            self.problems.append(f"a wrong answer of {title}")

    def _kill(self) -> None:
        time.sleep(1.0)
        children = sorted(list_descendants())
        if children:
            with suppress(OSError):
                os.kill(self.random.choice(children), signal.SIGKILL)
                self.counts["kills"] += 1

    def _reload(self) -> None:
        time.sleep(3.0)
        self.generation += 1
        self._edit()
        if self.generation % 4 == 0:
            # A broken edit changes nothing.
            good = (self.edited / "init.lua").read_text()
            (self.edited / "init.lua").write_text("local x = nil\nx.y = 1")
            try:
                self.pool.reload_sync()
                self.problems.append("broken mods were loaded")
            except HostError as error:
                if error.line != 2:
                    self.counts["other errors of reloads"] += 1
            (self.edited / "init.lua").write_text(good)
            self.counts["refused reloads"] += 1
        self.pool.reload_sync()
        self.counts["reloads"] += 1
        for old in [each for each in self.expected if each < self.generation - 1]:
            del self.expected[old]

    def _use(self) -> dict[str, float]:
        pids = list_descendants()
        return {
            "MiB": _memory_of(os.getpid()),
            "MiB of workers": sum(map(_memory_of, pids)),
            "processes": len(pids),
            "descriptors": len([*Path("/proc/self/fd").iterdir()]),
            "threads": threading.active_count(),
        }

    def _line(self, used: dict[str, float]) -> str:
        left = max(0.0, self.end - time.monotonic())
        return f"{left:6.0f} s left: {dict(self.counts)}; " + ", ".join(f"{v:.0f} {name}" for name, v in used.items())


def _memory_of(pid: int) -> float:
    """Return the MiB of a process; what several share counts in parts."""
    with suppress(OSError):
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024
    return 0.0


if __name__ == "__main__":
    sys.exit(min(1, main(float(sys.argv[1]) if len(sys.argv) > 1 else 3600.0)))
