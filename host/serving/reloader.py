"""A runner of jobs for `--watch`: the same job again and again, on mods as they were last saved."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, Self

from host.engine.jobs import Job, JobRunner
from host.errors import HostError
from host.process.task import resolve
from host.serving.worker import Recycling, Worker

# Each run has its own fork of freshly loaded mods, which ends with the run.
_ONE_REQUEST = Recycling(jobs=1)


class Reloader(JobRunner):
    """Runs one job each time `run` is called; mods that did not change since the last time are not read again.

    The job asks nobody and saves nothing. A context, which ends the child.
    """

    def __init__(self) -> None:
        self._worker: Worker | None = None
        # The keyword arguments of `run_job` in the current run.
        self._callbacks: Mapping[str, Callable[[Any], None]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    def run(self, job: Job, **callbacks: Any) -> Any:
        """Do what `run_job` does; loading and the operation may take the seconds of the job each.

        An exception that is no HostError, such as KeyboardInterrupt, ends the child: the next run loads all mods.
        """
        self._callbacks = callbacks
        tick = callbacks["tick"]
        started = time.monotonic()

        def pass_time() -> bool:
            tick(min(time.monotonic() - started, job.mods.budgets.seconds))
            return False

        try:
            if self._worker is None:
                # Imported here, so that forks need not import it.
                resolve(job.operation.function)
                self._worker = Worker(
                    job,
                    _ONE_REQUEST,
                    say=lambda line: self._callbacks["say"](line),
                    warn=lambda line: self._callbacks["warn"](line),
                    reloads=True,
                )
            else:
                self._worker.reload(pass_time)
            return self._worker.perform(job.operation, job.arguments, is_abandoned=pass_time, attempts=1)
        except HostError:
            raise
        except BaseException:
            self._close()
            raise

    def _close(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.close()
