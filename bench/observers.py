"""What profiles and debug sessions cost."""

from __future__ import annotations

import os
from collections.abc import Callable

from bench.measure import Bench, Row, ignore
from host.engine.jobs import Job, run_job
from host.engine.operations import SIMULATE
from host.tools.debugging.breakpoints import Breakpoint, find_breakpoint
from host.tools.debugging.session import Conversation, Debugger, Stop
from host.tools.profiling.run import OBSERVATION

_ROUNDS = 5


class _Nobody:
    """A front of a session in which nothing stops."""

    def converse(self, stop: Stop) -> Conversation:
        yield from ()
        raise AssertionError(stop)

    def log(self, text: str, path: str, line: int) -> None:
        raise AssertionError(text, path, line)

    def tick(self) -> None:
        """Do nothing."""


def measure_observers(_: Bench) -> list[Row]:
    """Whole jobs with a profiler or a debugger, to the same without, in processor time of the children."""
    arguments = {
        "generator": "base",
        "seed": 1,
        "turns": 100,
        "player": "script",
        "strict": False,
        "options": {},
        "watched": False,
    }
    job = Job(SIMULATE, (), ("base", "critters"), arguments)

    def seconds(run: Callable[[], object]) -> float:
        before = os.times()
        run()
        after = os.times()
        return after.children_user + after.children_system - before.children_user - before.children_system

    def plain() -> object:
        return run_job(job, say=ignore, warn=ignore)

    def profiled() -> object:
        return run_job(job._replace(observation=OBSERVATION), say=ignore, warn=ignore, report=ignore)

    def debugged(*points: Breakpoint) -> Callable[[], object]:
        def run() -> object:
            debugger = Debugger(_Nobody())
            debugger.change(points, errors="none")
            return debugger.run(job, say=ignore, warn=ignore)

        return run

    # A line of a class that no map of this simulation has.
    never = find_breakpoint("critters/entities/spikes.lua:17", ())
    rows: list[Row] = []
    for title, run, limit in (
        ("profile of a simulation", profiled, 1.3),
        ("debug session without breakpoints", debugged(), 1.05),
        ("debug session with a breakpoint that is never hit", debugged(never), 1.2),
    ):
        pairs = [(seconds(plain), seconds(run)) for _ in range(_ROUNDS)]
        ratio = min(observed for _, observed in pairs) / min(bare for bare, _ in pairs)
        rows.append((f"{title}, to the same without", f"{ratio:.2f} times", f"≤ {limit}", "", ratio <= limit))
    return rows
