"""Measurements: seconds of calls, of commands and of scripts on a host, and rows of the table of results."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import lupa.lua55 as lua55

from host import Budgets, Request
from host.engine.engine import Engine
from host.mods.mods_to_load import ModsToLoad

HERE = Path(__file__).parent
PROGRAM = str(Path(sys.executable).with_name("dungeon-host"))
LOOP = "function() local x=0 for i=1,5000000 do x = x + (i*7919)%13 end return x end"
# Seconds that L takes on the machine where the figures of the originals were measured.
ORIGINAL_L = 0.033

# Title, value, limit, what the original C++ engine takes (all as text), whether the limit is met.
Row = tuple[str, str, str, str, bool | None]


def best(measure: Callable[[], float], times: int = 5) -> float:
    """Return the smallest of several measurements."""
    return min(measure() for _ in range(times))


def time_call(run: Callable[[], object]) -> float:
    """Return the seconds that a call takes."""
    started = time.perf_counter()
    run()
    return time.perf_counter() - started


def time_command(words: list[str]) -> float:
    """Return the seconds that a command takes in the environment of a person, without what `bench.run` sets."""
    environment = {key: value for key, value in os.environ.items() if key != "OPENBLAS_NUM_THREADS"}
    return time_call(lambda: subprocess.run(words, stdout=subprocess.DEVNULL, env=environment, check=True))


def ignore(_: object) -> None:
    """Take a message and do nothing with it."""


def unlimited_engine(*mods: str | Path) -> Engine:
    """Return an engine whose budgets are never used up: what counting instructions costs has rows of its own."""
    return Engine(ModsToLoad.of(mods, budgets=Budgets(instructions=2**53, seconds=1e9)), output=ignore)


class Bench:
    """The host and the folder of all measurements, and L."""

    def __init__(self) -> None:
        loop = lua55.LuaRuntime().eval(LOOP)
        loop()
        self.loop = loop
        # Every L that was timed, in seconds.
        self.units = [time_call(loop)]
        self.host = unlimited_engine("base")
        self.folder = Path(tempfile.mkdtemp())

    def time_script(self, name: str, **values: object) -> float:
        """Return the seconds that a script of this folder takes, with `values` as its variables."""
        head = " ".join(f"local {key} = {str(value).lower()};" for key, value in values.items())
        path = self.folder / name
        path.write_text(f"{head} {(HERE / name).read_text()}")
        return time_call(lambda: self.host.run_script(path, Request(None, seed=1)))

    def time_round(self, name: str, count: int, **values: object) -> float:
        """Return the seconds of each of `count` rounds of a script, without the time to start it."""
        self.time_script(name, COUNT=count, **values)

        def time_rounds() -> float:
            more = self.time_script(name, COUNT=count + 1, **values)
            return (more - self.time_script(name, COUNT=1, **values)) / count

        return best(time_rounds)

    def measure_round(self, name: str, count: int, **values: object) -> float:
        """Return the same as `time_round` in L."""
        self.time_script(name, COUNT=count, **values)
        units, rounds = [], []
        for _ in range(7):
            units.append(time_call(self.loop))
            more = self.time_script(name, COUNT=count + 1, **values)
            rounds.append((more - self.time_script(name, COUNT=1, **values)) / count)
        self.units += units
        return min(rounds) / min(units)

    def ratio(self, name: str, count: int, first: Mapping[str, object], second: Mapping[str, object]) -> float:
        """Return how many times as long a round takes with the second values as with the first.

        Both are measured in turns, because the clock of the machine goes up and down.
        """
        seconds: list[list[float]] = [[], []]
        for _ in range(7):
            for times, values in zip(seconds, (first, second), strict=True):
                more = self.time_script(name, COUNT=count + 1, **values)
                times.append((more - self.time_script(name, COUNT=1, **values)) / count)
        return min(seconds[1]) / min(seconds[0])

    def lua_bytes(self) -> int:
        """Return the bytes of Lua's memory after a collection of garbage."""
        lua = self.host.lua
        lua._collect()
        return lua.memory_used

    def row(self, title: str, value: float, limit: float | None, theirs: float | None = None) -> Row:
        """Return the row of a value in L."""
        wanted = "" if limit is None else f"≤ {limit:g} L"
        original = "" if theirs is None else f"{theirs:g} L"
        return title, f"{value:.5f} L", wanted, original, None if limit is None else value <= limit
