"""Workers: the parent's end of a child that performs requests, which is replaced when it dies."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from host.engine.jobs import Job, Operation, Say, ignore
from host.errors import DiedError, HostError, MemoryBudgetError
from host.process import frames
from host.process.budgets import NO_CLOCK, out_of_time
from host.process.child import REPORT_SECONDS, Child, error_from, malformed_answer
from host.process.start import START_METHOD, STARTERS
from host.process.task import Task, fits, resolve

# Seconds between two looks at whether a request was abandoned.
_TICK = 0.05
# Seconds that a runner may take to end.
_GRACE = 5.0
_READY = {"status": int, "goes_on": bool}


class Recycling(NamedTuple):
    """When a runner gives way to the next one: after a number of requests, or when it uses more bytes."""

    jobs: int = 1000
    bytes: int = 256 * 2**20


DEFAULT_RECYCLING = Recycling()


class Abandoned(Exception):  # noqa: N818 - no error: its caller gave up
    """The caller does not wait for the answer any more."""


class Worker:
    """A child that has loaded mods and performs one request at a time."""

    def __init__(
        self,
        job: Job,
        recycling: Recycling,
        *,
        say: Say,
        warn: Say,
        method: str = START_METHOD,
        reloads: bool = False,
        restores: bool = False,
        load_seconds: float | None = None,
    ) -> None:
        """Start the child, by `method`; `ready` waits for it. `say` and `warn` take lines of mods, and warnings.

        With `reloads` the child is prepared for `reload`. With `restores`, which excludes that, each request finds mods
        as they were loaded. Loading may take `load_seconds`, by default as long as a request may take by the budgets.
        """
        self._method = method
        self._forks = START_METHOD == "fork"
        self._reloads = reloads and self._forks
        self._restores = restores
        if job.observation is not None:
            # Imported here, so that forks need not import it.
            resolve(job.observation.observer)
        # Seconds that a request may take by default, and those of loading.
        self.seconds = job.mods.budgets.seconds
        self._load_seconds = self.seconds if load_seconds is None else load_seconds
        # The server sets the time of loading and of each request; the budgets of its job only may not be shorter.
        most = max(self.seconds, self._load_seconds)
        self._job = job.with_mods(budgets=replace(job.mods.budgets, seconds=most))
        self._recycling = recycling
        self._task = self._make_task()
        self._takers = {frames.PRINT: say, frames.WARNING: warn}
        self._child: Child | None = None
        # Whether the mods could not be loaded, and the child waits for `reload`.
        self._has_failed = False
        # Whether the runner has performed requests before.
        self._is_used = False
        # When the child was last ready, by `time.monotonic`.
        self._ready_at = -math.inf
        # How many children were started in place of others.
        self.restarts = -1
        # Whether the mods could not be loaded the last time.
        self.is_broken = False
        self.start()

    def start(self) -> None:
        """Start the child, if there is none."""
        if self._child is None:
            self._child = Child(STARTERS[self._method](self._task))
            self.restarts += 1
            self._is_loading = True

    def ready(self, is_abandoned: Callable[[], bool] = lambda: False) -> None:
        """Wait until the mods are loaded. Raises HostError when they cannot be loaded, and Abandoned as `perform`."""
        if self._has_failed:
            self.reload(is_abandoned)
        self.start()
        if self._is_loading:
            try:
                self._receive_answer(None, self._load_seconds, is_abandoned)
            except _AnswerError as error:
                self._has_failed = self.is_broken = True
                raise self._of_loading(error.error) from None
            except HostError as error:
                self.is_broken = True
                self.close()
                raise self._of_loading(error) from None
            except Abandoned:
                self.close()
                raise
            self._is_loading = self.is_broken = False

    def reload(self, is_abandoned: Callable[[], bool] = lambda: False) -> None:
        """Load the mods again, if possible only those that changed and those after. Raises as `ready` does."""
        task, self._task = self._task, self._make_task()
        # The sandbox of a child lets it read only the mods that existed when the child started.
        if (
            self._reloads
            and task == self._task
            and self._child is not None
            and (self._has_failed or not self._is_loading)
        ):
            try:
                if self._is_used:
                    self._replace_runner()
                self._child.send(frames.COMMAND, None)
                self._is_loading, self._has_failed = True, False
                self.ready(is_abandoned)
            except DiedError:
                # The child does not load them again: a mod changed that no checkpoint stands in front of.
                pass
            else:
                return
        self.close()
        self.ready(is_abandoned)

    def perform(
        self,
        operation: Operation,
        arguments: Mapping[str, Any],
        *,
        seconds: float | None = None,
        is_abandoned: Callable[[], bool] = lambda: False,
        attempts: int = 2,
        fresh: bool = False,
        on_death: Callable[[HostError], None] = ignore,
    ) -> Any:
        """Perform a request and return its result; with `fresh` in a runner that performed no other request.

        A request whose child died is tried again in a new child, up to `attempts` times in all; so is one that ran out
        of memory in a child that other requests used before. As many children may die before they have loaded the mods,
        which costs no attempt. Raises HostError as the operation does, BudgetError after `seconds` (by default the
        seconds of the budgets), DiedError, and Abandoned soon after `is_abandoned` returns True.
        `on_death` is called for each child that died.
        """
        seconds = self.seconds if seconds is None else seconds
        is_again = False
        # Imported here, so that forks need not import it.
        resolve(operation.function)
        request = {
            "function": operation.function,
            "callbacks": operation.callbacks,
            "arguments": arguments,
            "seconds": min(seconds, NO_CLOCK),
        }
        starts = attempts
        while True:
            was_used = self._is_used
            try:
                self.ready(is_abandoned)
                self._notice_death(on_death)
                if fresh and self._is_used:
                    self._replace_runner()
            except DiedError as error:
                on_death(error)
                starts -= 1
                if not starts:
                    raise
                continue
            attempts -= 1
            try:
                return self._ask(request, operation.result, seconds, is_abandoned)
            except _AgainError:
                if is_again:
                    raise malformed_answer() from None
                is_again = True
                attempts += 1
            except DiedError as error:
                on_death(error)
                if not attempts:
                    raise
            except MemoryBudgetError:
                if not (attempts and was_used):
                    raise

    @property
    def is_used(self) -> bool:
        """Whether the next request finds what earlier ones left in the state of the mods."""
        return self._is_used

    def renew(self) -> None:
        """Let the next request find the mods as they were loaded. Raises HostError when they cannot be loaded."""
        self.ready()
        self._notice_death()
        if self._is_used:
            self._replace_runner()

    def close(self) -> None:
        """Kill the child; `start` starts another one."""
        child, self._child = self._child, None
        self._is_used = self._has_failed = False
        if child is not None:
            child.close()

    def _of_loading(self, error: HostError) -> HostError:
        """Return an error of loading; one about time names what gives loading more, if that is not the budgets."""
        if self._load_seconds != self.seconds and error.message == out_of_time(self._load_seconds).message:
            seconds = f"{self._load_seconds:g} s"
            error.message = (
                f"the mods took longer than {seconds} to load and were stopped; load_seconds gives them more"
            )
        return error

    def _make_task(self) -> Task:
        """Return the task of a child that may read the mods that exist now."""
        job, mods = self._job, self._job.mods.with_beside()
        arguments = {
            "mods": mods.to_data(),
            "observation": job.observation and job.observation.to_data(),
            "load_seconds": self._load_seconds,
            "recycle_jobs": self._recycling.jobs,
            "recycle_bytes": self._recycling.bytes,
            "forks": self._forks,
            "reloads": self._reloads,
            "restores": self._restores,
        }
        return Task(
            "host.serving.server:serve",
            arguments,
            mods.list_readable_paths(job.reads),
            mods.budgets,
            takes_messages=True,
            forks=self._forks,
        )

    def _notice_death(self, on_death: Callable[[HostError], None] = ignore) -> None:
        """Start another child when the runner was killed while it had nothing to do."""
        if time.monotonic() - self._ready_at < _TICK:
            return
        try:
            # The first look reads what has arrived, and the second one notices the end of the pipe.
            if self._child is None or (self._child.receive(0) is None and self._child.receive(0) is None):
                return
        except HostError as error:
            on_death(error)
        self.close()
        self.ready()

    def _replace_runner(self) -> None:
        """Let the runner give way to a fresh one; load the mods again if it does not. Raises as `ready` does."""
        if self._child is not None:
            self._child.send(frames.COMMAND, None)
            try:
                self._receive_answer(None, _GRACE, lambda: False, has_answer=False)
            except (HostError, _AnswerError):
                # A late message of this runner would count as the answer to another request.
                self.close()
                self.ready()

    def _ask(self, request: Mapping[str, Any], shape: Any, seconds: float, is_abandoned: Callable[[], bool]) -> Any:
        child = self._child
        if child is None:
            raise malformed_answer()
        try:
            child.send(frames.COMMAND, request)
            return self._receive_answer(shape, seconds, is_abandoned)
        except _AnswerError as error:
            # The child lives, and said what is wrong.
            raise error.error from None
        except (HostError, Abandoned):
            self.close()
            raise

    def _receive_answer(
        self, shape: Any, seconds: float, is_abandoned: Callable[[], bool], *, has_answer: bool = True
    ) -> Any:
        """Return the result that arrives before the child is ready again; without `has_answer` there is none."""
        child = self._child
        if child is None:
            raise malformed_answer()
        end = time.monotonic() + seconds + REPORT_SECONDS
        answers: list[Any] = []
        error: HostError | None = None
        while True:
            if is_abandoned():
                raise Abandoned
            left = end - time.monotonic()
            if left < 0:
                raise child.timeout_error(seconds)
            message = child.receive(min(_TICK, left))
            if message is None:
                continue
            kind, payload = message
            if kind == frames.READY and fits(_READY, payload):
                if payload["status"]:
                    # Whether the runner had read the request is unknown: the server ends with it.
                    raise child.exit_error(payload["status"])
                self._is_used = payload["goes_on"]
                self._ready_at = time.monotonic()
                if not (self._forks or self._is_used or self._is_loading):
                    self.close()
                if not (has_answer or error or answers):
                    return None
                if payload.get("again") is True and error is None and not answers:
                    raise _AgainError
                if error is not None:
                    raise _AnswerError(error)
                if len(answers) != 1 or not fits(shape, answers[0]):
                    raise malformed_answer()
                return answers[0]
            if kind in (frames.RESULT, frames.DATA, frames.ERROR) and (answers or error is not None):
                # A second answer would occupy this worker forever.
                raise malformed_answer()
            if kind in (frames.RESULT, frames.DATA):
                answers.append(payload)
                end = time.monotonic() + _GRACE
            elif kind == frames.ERROR:
                error = error_from(payload)
                if self._is_loading:
                    raise _AnswerError(error)
                end = time.monotonic() + _GRACE
            elif kind in self._takers and isinstance(payload, str):
                try:
                    self._takers[kind](payload)
                except BaseException:
                    # What else the child sends would count as the answer to another request.
                    self.close()
                    raise
            else:
                raise malformed_answer()

    def __del__(self) -> None:
        with suppress(Exception):
            self.close()


class _AgainError(Exception):
    """The request has to be performed again: what was made before it may have changed its answer."""


class _AnswerError(Exception):
    """The error of a request, from a child that goes on."""

    def __init__(self, error: HostError) -> None:
        self.error = error
