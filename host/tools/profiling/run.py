"""Profiles of jobs."""

from __future__ import annotations

from typing import Any

from host.engine.jobs import Job, JobRunner, Observation, run_job
from host.tools.profiling.profile import Profile

OBSERVATION = Observation("host.tools.profiling.observer:ProfileObserver")


class Profiler(JobRunner):
    """Runs jobs, and adds up what their mods use in `profile`."""

    observation_of_tests = OBSERVATION.observer, {}

    def __init__(self) -> None:
        self.profile = Profile()

    def run(self, job: Job, **callbacks: Any) -> Any:
        """Do what `run_job` does, and add what the mods used, also when the job fails."""
        return run_job(job._replace(observation=OBSERVATION), **callbacks, report=self.profile.add)

    def take_report(self, report: dict[str, Any]) -> None:
        """Add what the tests of a mod used."""
        self.profile.add(report)
