"""A pool of workers: workers that take requests from one queue."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any, Self, TypeVar

from host.engine.jobs import Job, Operation, Say
from host.errors import HostError
from host.process.start import START_METHOD
from host.serving.statistics import RequestEntry
from host.serving.worker import DEFAULT_RECYCLING, Abandoned, Recycling, Worker

K = TypeVar("K")

# Requests of a series that wait, for each worker.
_AHEAD = 4


class Busy(HostError):  # noqa: N818 - what a server answers
    """More requests wait than the queue may hold."""


def refuse_when_full(
    request: Submission, queue: int | None, count: Callable[[], int], drop_cancelled: Callable[[], None]
) -> None:
    """Raise Busy, and note it in the request, when as many requests wait as the queue may hold; None for any number.

    `count` returns how many wait, with those that were cancelled since `drop_cancelled` was called.
    """
    if queue is None or count() < queue:
        return
    drop_cancelled()
    if (waiting := count()) >= queue:
        error = Busy(f"{waiting} requests wait, as many as the queue may hold: try again later")
        request.note_end(error)
        raise error


class DeadlineExceeded(HostError):  # noqa: N818 - the word of asyncio servers
    """A request was not answered before its deadline."""


class Submission:
    """An operation that was submitted to a pool of workers, and its answer, which `future` holds."""

    def __init__(
        self,
        operation: Operation,
        arguments: Mapping[str, Any],
        deadline: float | None,
        attempts: int,
        more_seconds: float,
        fresh: bool,
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
        """Stop the work on this request: nobody waits for its answer."""
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
        """Return whether nobody waits for the answer."""
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


class WorkerPool:
    """Workers with the same mods; each has a thread, which takes requests from the queue in their order."""

    def __init__(
        self,
        job: Job,
        workers: int,
        *,
        say: Say,
        warn: Say,
        queue: int | None = None,
        recycling: Recycling = DEFAULT_RECYCLING,
        method: str = START_METHOD,
        waits: bool = True,
        reloads: bool = False,
        restores: bool = False,
        load_seconds: float | None = None,
    ) -> None:
        """Start the workers. `queue` is how many requests may wait; None for any number. Raises HostError.

        `method` starts their children: "fork", or "spawn" in a process that has threads. Without `waits`, this does not
        wait until the mods are loaded: requests do, and get the error when that fails. With `reloads` the workers are
        prepared for `reload`; with `restores` each request finds mods as they were loaded. Mods may load for
        `load_seconds`, by default those of the budgets.
        """
        self.size = workers
        self._queue = queue
        self._waiting: deque[Submission] = deque()
        self._running: set[Submission] = set()
        self._changed = threading.Condition()
        self._is_closed = False
        # Whether it takes no requests any more.
        self._is_draining = False
        # Children are forked before there are threads.
        self._workers = [
            Worker(
                job,
                recycling,
                say=say,
                warn=warn,
                method=method,
                reloads=reloads,
                restores=restores,
                load_seconds=load_seconds,
            )
            for _ in range(workers)
        ]
        self._reloads = reloads
        # Workers that have to load the mods again.
        self._stale: set[Worker] = set()
        try:
            for worker in self._workers if waits else ():
                worker.ready()
        except BaseException:
            for worker in self._workers:
                worker.close()
            raise
        self._threads = [threading.Thread(target=self._serve, args=(worker,), daemon=True) for worker in self._workers]
        for thread in self._threads:
            thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def submit(
        self,
        operation: Operation,
        arguments: Mapping[str, Any],
        *,
        deadline: float | None = None,
        attempts: int = 2,
        more_seconds: float = 0.0,
        fresh: bool = False,
        entry: RequestEntry | None = None,
    ) -> Submission:
        """Put a request into the queue. `deadline` is in seconds from now. Raises Busy when the queue is full.

        `attempts` is how often it is tried when its worker dies; it may take `more_seconds` beyond the seconds of the
        budgets. With `fresh` it finds mods as they were loaded. `entry` counts it.
        """
        request = Submission(operation, arguments, deadline, attempts, more_seconds, fresh, entry)
        with self._changed:
            if self._is_closed or self._is_draining:
                raise HostError("the pool is closed: make another one")
            refuse_when_full(request, self._queue, lambda: len(self._waiting), self._drop_cancelled)
            self._waiting.append(request)
            self._changed.notify()
        return request

    def _drop_cancelled(self) -> None:
        self._waiting = deque(request for request in self._waiting if not request.future.cancelled())

    def submit_in_order(self, keys: Iterable[K], submit: Callable[[K], Submission]) -> Iterator[tuple[K, Submission]]:
        """Submit a request for each key, a few ahead for each worker; yield keys in order, each with its request."""
        waiting: deque[tuple[K, Submission]] = deque()
        for key in keys:
            waiting.append((key, submit(key)))
            if len(waiting) >= _AHEAD * self.size:
                yield waiting.popleft()
        yield from waiting

    def reload(self) -> None:
        """Give up all requests, and let the workers load the mods again, before they take other requests."""
        with self._changed:
            self._stale.update(self._workers)
            requests = self._clear_queue()
        for request in requests:
            request.give_up()

    @property
    def waiting(self) -> int:
        """How many requests wait."""
        with self._changed:
            return sum(not request.future.cancelled() for request in self._waiting)

    @property
    def restarts(self) -> int:
        """How many processes were started in place of others."""
        return sum(worker.restarts for worker in self._workers)

    @property
    def broken(self) -> int:
        """How many workers could not load the mods when they last tried."""
        return sum(worker.is_broken for worker in self._workers)

    @property
    def is_open(self) -> bool:
        """Whether it takes requests."""
        return not (self._is_closed or self._is_draining)

    def drain(self, seconds: float) -> None:
        """Take no more requests, and wait at most so many seconds until there are none; then `close`."""
        with self._changed:
            self._is_draining = True
            self._changed.wait_for(lambda: not (self._waiting or self._running), seconds)
        self.close()

    def close(self) -> None:
        """Give up all requests, and end the workers. A closed pool can be closed again."""
        with self._changed:
            self._is_closed = True
            requests = self._clear_queue()
        for request in requests:
            request.give_up()
        for thread in self._threads:
            thread.join()

    def _clear_queue(self) -> list[Submission]:
        """Empty the queue, wake up the workers, and return the requests that waited and those that run."""
        requests = [*self._waiting, *self._running]
        self._waiting.clear()
        self._changed.notify_all()
        return requests

    def _serve(self, worker: Worker) -> None:
        try:
            while self._await_work(worker):
                if worker in self._stale:
                    self._stale.discard(worker)
                    with _leave_errors(worker):
                        worker.reload(lambda: self._is_closed or worker in self._stale)
                elif (request := self._next()) is not None:
                    perform(worker, request, lambda error: error, lambda: self._is_closed or worker in self._stale)
                    with self._changed:
                        self._running.discard(request)
                        is_idle = not self._waiting
                        self._changed.notify_all()
                    if is_idle and self._reloads and worker.is_used:
                        # The process of the request takes milliseconds to end: a reload would have to wait for that.
                        with _leave_errors(worker):
                            worker.renew()
        finally:
            worker.close()

    def _await_work(self, worker: Worker) -> bool:
        """Wait until there is something to do; return False when the pool is closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._is_closed or worker in self._stale)
            return not self._is_closed

    def _next(self) -> Submission | None:
        """Return the next request, or None when another worker took it, or nobody waits for it any more."""
        with self._changed:
            if not self._waiting:
                return None
            request = self._waiting.popleft()
            self._running.add(request)
            return request


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


@contextmanager
def _leave_errors(worker: Worker) -> Iterator[None]:
    """Leave the errors of a worker that has no request to its next request."""
    try:
        yield
    except (HostError, Abandoned):
        pass
    except Exception:
        # For example, the system starts no process now. The next request starts one.
        worker.close()
