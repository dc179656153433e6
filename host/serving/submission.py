"""Requests that were submitted to workers, with their deadlines, and how a worker performs one."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import Any

from host.engine.jobs import Operation
from host.errors import HostError
from host.serving.statistics import RequestEntry
from host.serving.worker import Abandoned, Worker


class DeadlineExceeded(HostError):  # noqa: N818 - the word of asyncio servers
    """A request was not answered before its deadline."""


class Submission:
    """An operation that was submitted to a pool of workers, and its answer, which `future` holds."""

    def __init__(
        self,
        operation: Operation,
        arguments: Mapping[str, Any],
        attempts: int,
        *,
        deadline: float | None = None,
        more_seconds: float = 0.0,
        fresh: bool = False,
        entry: RequestEntry | None = None,
    ) -> None:
        self.operation = operation
        self.arguments = arguments
        self.attempts = attempts
        # Seconds that it may take beyond its budget.
        self.more_seconds = more_seconds
        # Whether it needs a process in which mods are as they were loaded.
        self.fresh = fresh
        # What counts it, if it is counted.
        self._entry = entry
        self.future: Future[Any] = Future()
        # Seconds from now until it is too late; None for any number.
        self.deadline = deadline
        self._end = None if deadline is None else time.monotonic() + deadline
        self._is_given_up = False

    def give_up(self) -> None:
        """Stop the work on this request; its answer is not needed any more."""
        self._is_given_up = True
        self.note_end(None, is_cancelled=True)
        self.future.cancel()

    def note_end(self, error: BaseException | None, *, is_cancelled: bool = False) -> None:
        """Note, before somebody sees it, that the request has ended."""
        if self._entry is not None:
            self._entry.end(error, is_cancelled=is_cancelled)

    def note_death(self, error: HostError) -> None:
        """Note that the worker of this request died."""
        if self._entry is not None:
            self._entry.note_death(error)

    def is_given_up(self) -> bool:
        """Return whether the answer is not needed any more."""
        return self._is_given_up

    def is_too_late(self) -> bool:
        """Return whether the deadline has passed."""
        return self._end is not None and time.monotonic() > self._end

    def seconds_left(self) -> float:
        """Return the seconds until the deadline; infinite without one."""
        return float("inf") if self._end is None else max(0.0, self._end - time.monotonic())

    def deadline_error(self) -> DeadlineExceeded:
        """Return the error of a request whose deadline has passed, and note that it has ended."""
        error = DeadlineExceeded(f"the request was not answered within its deadline of {self.deadline:g} s")
        self.note_end(error)
        return error


def perform(
    worker: Worker,
    request: Submission,
    explain: Callable[[BaseException], BaseException],
    is_over: Callable[[], bool],
) -> None:
    """Let a worker perform a request, and give it its answer, or its error as `explain` returns that.

    After a request that was given up, the worker starts again unless `is_over` returns True.
    """
    future = request.future
    if not future.set_running_or_notify_cancel():
        return
    try:
        if request.is_given_up() or request.is_too_late():
            raise Abandoned
        result = worker.perform(
            request.operation,
            request.arguments,
            seconds=min(worker.seconds + request.more_seconds, request.seconds_left()),
            is_abandoned=request.is_given_up,
            attempts=request.attempts,
            fresh=request.fresh,
            on_death=request.note_death,
        )
    except Abandoned:
        error = request.deadline_error() if request.is_too_late() else HostError("the pool was closed")
        request.note_end(error)
        future.set_exception(error)
        if not is_over():
            worker.start()
    except Exception as failure:
        shown = request.deadline_error() if request.is_too_late() else explain(failure)
        request.note_end(shown)
        future.set_exception(shown)
    else:
        request.note_end(None)
        future.set_result(result)
