"""What profiles and debug sessions cost."""

from __future__ import annotations

import resource
from collections.abc import Callable

from bench.measure import Bench, Row, ignore
from host.engine.jobs import Job, run_job
from host.engine.operations import SIMULATE
from host.model.request import Request
from host.mods.mods_to_load import ModsToLoad
from host.tools.debugging.breakpoints import Breakpoint, find_breakpoint
from host.tools.debugging.front import Conversation, Stop
from host.tools.debugging.session import Debugger
from host.tools.profiling.run import OBSERVATION

_ROUNDS = 9


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
    """Measure whole jobs with a profiler or a debugger to the same without, in processor time of the children."""
    arguments = {
        "request": Request("base", seed=1, players=1).to_data(),
        "turns": 100,
        "player": "script",
        "strict": False,
        "watched": False,
    }
    job = Job(SIMULATE, ModsToLoad((), ("base", "critters")), arguments)

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
    limits = (
        ("profile of a simulation", profiled, 1.3),
        ("debug session without breakpoints", debugged(), 1.05),
        ("debug session with a breakpoint that is never hit", debugged(never), 1.2),
    )
    # All are measured in turns, because the frequency of the processor varies.
    runs: list[Callable[[], object]] = [plain, *(run for _, run, _ in limits)]
    rounds = [list(map(_time_children, runs)) for _ in range(_ROUNDS)]
    bare, *observed = map(min, zip(*rounds, strict=True))
    rows: list[Row] = []
    for (title, _run, limit), seconds in zip(limits, observed, strict=True):
        ratio = seconds / bare
        rows.append((f"{title}, to the same without", f"{ratio:.2f} times", f"≤ {limit}", "", ratio <= limit))
    return rows


def _time_children(run: Callable[[], object]) -> float:
    """Return the seconds of processor time that the children of a call take."""
    # `os.times` counts in hundredths of a second, of which a job takes few.
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
