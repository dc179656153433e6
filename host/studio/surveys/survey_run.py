"""One survey of the studio, which is being made or was made."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

from host.engine.jobs import Job, job_of_mods
from host.errors import HostError, RequestError
from host.model.game_map import GameMap
from host.process.budgets import Budgets
from host.studio.surveys.order import Order
from host.survey.packing import pack_mods, unpack_mods
from host.survey.pages.report import choose_for_page, write_page
from host.survey.replay import Replay
from host.survey.run import run_survey
from host.survey.survey import Survey

State = Literal["starting", "running", "done", "stopped", "failed"]
# (id, version, content hash) of each loaded mod.
Mods = tuple[tuple[str, str, str], ...]


class ModsChanged(Exception):  # noqa: N818 - no error: the page asks again
    """A file of a mod was saved while the mods were copied."""


class _Stopped(Exception):  # noqa: N818 - no error: the user stopped the survey
    """The survey was stopped: it ends with the dungeons that it has."""


class SurveyRun:
    """A survey with its file. It is made by a copy of the mods, so that files may be saved meanwhile."""

    def __init__(self, number: int, order: Order, folder: Path, version: int, notify: Callable[[], None]) -> None:
        """Prepare a survey, which `make` makes.

        `version` is the version of the mods; `notify` is called in any thread when there is progress.
        """
        self.number = number
        self.plan = order.plan
        self.version = version
        self.path = folder / "dungeons.survey"
        self.state: State = "starting"
        self.done = self.failed = 0
        self.warnings: list[str] = []
        # Why there is no survey, or why it ended early.
        self.error: HostError | None = None
        self._metrics = order.metrics
        self._folder = folder
        self._notify = notify
        # When the first dungeons were asked for, and when the last ones came.
        self._started = self._ended = 0.0
        self._is_stopped, self._is_closed = threading.Event(), threading.Event()
        # Set when there is a file, or an error.
        self.has_begun = threading.Event()
        self._reading = threading.Lock()
        self._read: tuple[int, Survey] | None = None

    @property
    def is_over(self) -> bool:
        """Whether no more dungeons are made."""
        return self.state not in ("starting", "running")

    def make(self, job: Job, mods: Mods, jobs: int) -> None:
        """Make the dungeons in `jobs` processes, until `stop` is called; for a thread of its own.

        Raises ModsChanged when the mods in the folders of the job are not `mods` any more.
        """
        state: State = "failed"
        copies = self._folder / "mods"
        try:
            copied = self._copy_mods(job, mods, copies)
            outcome = run_survey(
                copied, self.plan, self.path, jobs=jobs, metrics=self._metrics,
                progress=self._note_progress,
            )  # fmt: skip
            outcome.file.close()
            self.warnings = outcome.warnings
            state = "done"
        except _Stopped:
            state = "stopped"
        except HostError as error:
            self.error = error
        finally:
            self._ended = time.monotonic()
            self.state = state
            self.has_begun.set()
            shutil.rmtree(copies, ignore_errors=True)
            self._notify()

    def stop(self) -> None:
        """End soon, and keep the dungeons that were made."""
        self._is_stopped.set()

    def close(self) -> None:
        """End soon; a report that is being written ends with an error."""
        self._is_closed.set()
        self.stop()

    @property
    def file_name(self) -> str:
        """The name under which the survey is stored."""
        return f"{self.plan.generator}.survey"

    def open(self) -> Survey:
        """Return the dungeons so far. Raises HostError."""
        with self._reading:
            done = self.done
            if self._read is None or self._read[0] != done:
                survey = Survey.open(self.path)
                self.plan = survey.plan
                self._read = done, survey
            return self._read[1]

    def write_report(self, budgets: Budgets) -> str:
        """Return the page that `dungeon-host survey report` writes. Raises HostError, also when the studio ends."""
        survey = self.open()
        maps: dict[int, GameMap] = {}
        if (numbers := choose_for_page(survey)) and not self._is_closed.is_set():
            with Replay(self.path, budgets=budgets) as replay:
                maps.update(replay.make(numbers, self._is_closed.is_set))
        if self._is_closed.is_set():
            raise RequestError("the studio has ended")
        return write_page(survey, Path(self.file_name), maps)

    def forget(self) -> None:
        """Free the memory of dungeons that were read."""
        with self._reading:
            self._read = None

    def delete(self) -> None:
        """Remove the file."""
        shutil.rmtree(self._folder, ignore_errors=True)

    def describe(self) -> dict[str, Any]:
        """Return how far the survey is, as data."""
        seconds = max(0.0, (self._ended if self.is_over else time.monotonic()) - self._started) if self._started else 0
        rate = self.done / seconds if seconds > 0 else 0.0
        return {
            "survey": self.number,
            "generator": self.plan.generator,
            "version": self.version,
            "state": self.state,
            "done": self.done,
            "failed": self.failed,
            "total": self.plan.total,
            "seconds": seconds,
            "rate": rate,
            "seconds_left": (self.plan.total - self.done) / rate if rate and not self.is_over else None,
        }

    def _copy_mods(self, job: Job, mods: Mods, folder: Path) -> Job:
        """Return a job with a copy of the mods. Raises ModsChanged, and HostError when they cannot be copied."""
        if not mods:
            # Generators of the host need none.
            return job
        packed = pack_mods(job, mods)
        if not all(mod in packed for mod, _, _ in mods):
            raise ModsChanged
        unpack_mods(packed, mods, folder)
        return job_of_mods([folder], budgets=job.mods.budgets)

    def _note_progress(self, done: int, failed: int) -> None:
        if self.state == "starting":
            self._started = time.monotonic()
            self.state = "running"
            self.has_begun.set()
        if done != self.done:
            self.done, self.failed = done, failed
            self._notify()
        if self._is_stopped.is_set():
            raise _Stopped
