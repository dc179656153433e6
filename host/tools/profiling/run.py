"""Profiles of jobs."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from host.engine.jobs import Job, JobRunner, Observation, job_of_mods, run_job
from host.engine.operations import GENERATE
from host.model.request import Request
from host.tools.profiling.profile import Profile

OBSERVATION = Observation("host.tools.profiling.observer:ProfileObserver")


class Profiler(JobRunner):
    """Runs jobs, and adds up what their mods use in `profile`."""

    observation_of_tests = OBSERVATION.observer, {}

    def __init__(self) -> None:
        self.profile = Profile()

    def generate(
        self, generator: str | Request = "base", /, *, mods: Iterable[str | Path] = ("base",), **request: Any
    ) -> None:
        """Make a dungeon in a child process, and add what the mods used, also when that fails.

        `mods` are as for `Host`, `generator` and `request` as for `Host.generate`; the seed is 1 by default. Raises
        HostError as that does.
        """
        arguments = {"request": Request.of(generator, request, seed=1).to_data()}
        self.run(job_of_mods(mods)._replace(operation=GENERATE, arguments=arguments))

    def run(self, job: Job, **callbacks: Any) -> Any:
        """Do what `run_job` does, and add what the mods used, also when the job fails."""
        return run_job(job._replace(observation=OBSERVATION), **callbacks, report=self.profile.add)

    def take_report(self, report: dict[str, Any]) -> None:
        """Add what the tests of a mod used."""
        self.profile.add(report)
