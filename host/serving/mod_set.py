"""Sets of mods of a pool: the files of the mods, the workers that have loaded them, and the requests for them."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from typing import NamedTuple

from host.engine.jobs import Job, Say
from host.errors import DiedError, HostError
from host.mods.snapshot import Snapshot
from host.serving.submission import Submission
from host.serving.worker import Recycling, Worker

# Seconds for which the error of a set that could not be loaded answers its requests.
_RETRY_SECONDS = 10.0
# How often a worker tries to load the mods when its process dies.
_TRIES = 3
# Seconds after which a request is slow.
_SLOW = 0.25

# What a set is called by: its folders and ids.
Key = tuple[str, ...]


class WorkerSetup(NamedTuple):
    """How the workers of all sets are started."""

    say: Say
    warn: Say
    recycling: Recycling
    method: str
    load_seconds: float


class ModSet:
    """A set of mods, as they were when the set was made, its workers and the requests for it."""

    def __init__(self, key: Key, job: Job, setup: WorkerSetup, starter: Executor) -> None:
        """`starter` has a thread that lives as long as the workers: the system ends a child with its thread."""
        self.key, self.job = key, job
        # When a request first named it, by `time.monotonic`.
        self.made_at = time.monotonic()
        self._setup = setup
        self._starter = starter
        # The copy of the files; None until mods load.
        self._snapshot: Snapshot | None = None
        # Requests with their numbers, by which the queue of all sets is ordered.
        self.waiting: deque[tuple[int, Submission]] = deque()
        # Workers that have nothing to do, and all that have loaded the mods.
        self.idle: list[Worker] = []
        self.workers: list[Worker] = []
        # Whether a worker loads the mods.
        self.is_loading = False
        # When each request that runs began, by `time.monotonic`; and whether the last one that ended was slow.
        self.running: dict[Submission, float] = {}
        self.was_slow = False
        # Why the mods could not be loaded, and when that was.
        self.error: HostError | None = None
        self.failed_at = 0.0

    def load(self, workers: int, is_abandoned: Callable[[], bool]) -> list[Worker]:
        """Start so many workers, and let them load the mods.

        Raises HostError, which names the folders of the user, and Abandoned; then no worker is left.
        """
        setup = self._setup
        started: list[Worker] = []
        try:
            if self._snapshot is None:
                self._snapshot = Snapshot(self.job.mods.folders)
            make = partial(
                Worker,
                self.job.with_mods(folders=self._snapshot.folders),
                setup.recycling,
                say=setup.say,
                warn=setup.warn,
                method=setup.method,
                restores=True,
                load_seconds=setup.load_seconds,
            )
            started.extend(self._starter.submit(make).result() for _ in range(workers))
            for worker in started:
                self._await_loading(worker, is_abandoned)
        except BaseException as error:
            for worker in started:
                worker.close()
            error = self.explain(error)
            if not self.workers:
                # It is read again when it is loaded again.
                self.close()
            raise error from None
        return started

    def _await_loading(self, worker: Worker, is_abandoned: Callable[[], bool]) -> None:
        """Wait until a worker has loaded the mods; one that something kills tries again. Raises as `load` does."""
        for tries_left in reversed(range(_TRIES)):
            try:
                worker.ready(is_abandoned)
                return
            except DiedError:
                if not tries_left:
                    raise
            self._starter.submit(worker.start).result()

    def explain(self, error: BaseException) -> BaseException:
        """Let an error name the folders of the user."""
        if isinstance(error, HostError) and self._snapshot is not None:
            return self._snapshot.with_original_paths(error)
        return error

    def note_failure(self, error: HostError) -> None:
        """Note why the mods could not be loaded: for some time, that answers all requests."""
        self.error, self.failed_at = error, time.monotonic()

    def has_old_failure(self) -> bool:
        """Whether the mods could not be loaded some time ago."""
        return self.error is not None and time.monotonic() - self.failed_at > _RETRY_SECONDS

    def drop_cancelled(self) -> None:
        """Drop the requests for which nobody waits."""
        if any(request.future.cancelled() for _, request in self.waiting):
            self.waiting = deque(item for item in self.waiting if not item[1].future.cancelled())

    def begin(self, request: Submission) -> None:
        """Note that a request begins to run."""
        self.running[request] = time.monotonic()

    def end(self, request: Submission) -> None:
        """Note that a request has run."""
        self.was_slow = time.monotonic() - self.running.pop(request) > _SLOW

    @property
    def is_used(self) -> bool:
        """Whether requests wait for it or run in it."""
        return bool(self.waiting or self.running)

    def is_slow(self) -> bool:
        """Whether a request runs for long, or the last one did."""
        now = time.monotonic()
        return self.was_slow or any(now - begun > _SLOW for begun in self.running.values())

    def close(self) -> None:
        """End the workers, and remove the copy of the mods."""
        for worker in self.workers:
            worker.close()
        if self._snapshot is not None:
            self._snapshot.close()
            self._snapshot = None
