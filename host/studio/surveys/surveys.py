"""The surveys of this studio, in a temporary folder."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from host.engine.jobs import Job
from host.errors import RequestError
from host.studio.events import Batch
from host.studio.loaded_mods import LIST_LOADED
from host.studio.mod_workers import ModWorkers, Superseded, WorkerKind
from host.studio.surveys.order import Order
from host.studio.surveys.search import SearchReach, find_more
from host.studio.surveys.survey_run import ModsChanged, SurveyRun
from host.survey.bins import Interval

# Surveys that are stored; the oldest gives way to a new one.
_MOST_SURVEYS = 8
# Processes that make dungeons: one processor is left for the map.
_MOST_JOBS = 8
# Seconds between two messages about progress.
_QUIET = 0.2


class Surveys:
    """Starts surveys, one at a time, and finds those that were made. Use it in the thread of one event loop."""

    def __init__(self, job: Job, mod_workers: ModWorkers, notify: Callable[[dict[str, Any]], None]) -> None:
        """Have no surveys yet. `notify` takes how far a survey is, in the thread of the event loop."""
        self._job = job
        self._mod_workers = mod_workers
        self._notify = notify
        self._runs: dict[int, SurveyRun] = {}
        self._count = 0
        # The survey that is being made, and its task.
        self._current: SurveyRun | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._folder: TemporaryDirectory[str] | None = None
        self._reporting = asyncio.Lock()
        self._searching = asyncio.Lock()
        self._batch = Batch(self._send_progress, _QUIET)

    async def start(self, order: Order) -> SurveyRun:
        """Start a survey with the mods as they were last saved, and return it when its first dungeons are being made.

        Raises HostError, also when another survey runs, and Superseded when files are saved before it starts.
        """
        if self._tasks and self._current is not None:
            if not self._current.is_over:
                raise RequestError("another survey is being made: stop it first")
            await asyncio.wait(self._tasks)
        self._batch.attach(asyncio.get_running_loop())
        self._folder = self._folder or TemporaryDirectory(prefix="dungeon-host-studio-")
        self._count += 1
        folder = Path(self._folder.name, str(self._count))
        folder.mkdir()
        version = self._mod_workers.version
        run = self._current = SurveyRun(self._count, order, folder, version, self._batch.request)
        making = asyncio.create_task(self._make(run))
        self._tasks.add(making)
        making.add_done_callback(self._tasks.discard)
        beginning = asyncio.create_task(asyncio.to_thread(run.has_begun.wait))
        await asyncio.wait((making, beginning), return_when=asyncio.FIRST_COMPLETED)
        run.has_begun.set()
        if making.done() or (run.state == "failed" and not run.path.exists()):
            # What it raises is the answer to this request.
            await making
        for other in self._runs.values():
            other.forget()
        self._runs[run.number] = run
        if len(self._runs) > _MOST_SURVEYS:
            self._runs.pop(min(self._runs)).delete()
        return run

    def find(self, number: int) -> SurveyRun:
        """Return a survey by its number; 0 is the last one. Raises RequestError."""
        run = self._runs.get(number or max(self._runs, default=0))
        if run is None:
            raise RequestError(f"there is no survey {number}" if number else "no survey was started yet")
        return run

    def list(self) -> list[dict[str, Any]]:
        """Return how far each survey is, the newest first."""
        return [run.describe() for _, run in sorted(self._runs.items(), reverse=True)]

    async def find_more(self, run: SurveyRun, intervals: Sequence[Interval], reach: SearchReach) -> dict[str, Any]:
        """Look for more dungeons like those in intervals of a survey; other searches wait meanwhile. Raises HostError.

        The dungeons are made by the mods as they are now.
        """
        gone = threading.Event()
        async with self._searching:
            try:
                return await asyncio.to_thread(find_more, self._job, run.open(), intervals, reach, _count_jobs(), gone)
            finally:
                gone.set()

    async def write_report(self, run: SurveyRun) -> str:
        """Return the report of a survey as HTML; others wait meanwhile. Raises HostError."""
        async with self._reporting:
            return await asyncio.to_thread(run.write_report, self._job.mods.budgets)

    async def close(self) -> None:
        """End the survey that runs, and remove all files."""
        for run in (self._current, *self._runs.values()):
            if run is not None:
                run.close()
        if self._tasks:
            await asyncio.wait(self._tasks)
        # A report that is being written reads a file.
        async with self._reporting:
            pass
        if self._folder is not None:
            self._folder.cleanup()

    async def _make(self, run: SurveyRun) -> None:
        listed = await self._mod_workers.perform(LIST_LOADED, {}, kind=WorkerKind.LISTS, fresh=False)
        mods = tuple((mod, version, digest) for mod, version, digest in listed)
        try:
            await asyncio.to_thread(run.make, self._job, mods, _count_jobs())
        except ModsChanged:
            raise Superseded from None
        if run.error is not None and not run.path.exists():
            raise run.error

    def _send_progress(self) -> None:
        """Notify of the progress of the last survey."""
        if self._runs:
            self._notify(self._runs[max(self._runs)].describe())


def _count_jobs() -> int:
    """Return how many processes make dungeons of surveys."""
    return max(1, min((os.cpu_count() or 1) - 1, _MOST_JOBS))
