"""A pool of workers for surveys (`--jobs`) and the studio: workers that take requests from one queue."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Self, TypeVar

from host.engine.jobs import Job, Operation, Say, ignore
from host.errors import HostError
from host.process.start import START_METHOD
from host.serving.submission import Submission, perform
from host.serving.worker import DEFAULT_RECYCLING, Abandoned, Worker

K = TypeVar("K")

# Requests of a series that wait, for each worker.
_AHEAD = 4


class WorkerPool:
    """Workers with the same mods; each has a thread, which takes requests from the queue in their order."""

    def __init__(
        self,
        job: Job,
        workers: int,
        *,
        say: Say = ignore,
        warn: Say = ignore,
        method: str = START_METHOD,
        waits: bool = True,
        reloads: bool = False,
        restores: bool = False,
    ) -> None:
        """Start the workers. Raises HostError.

        `method` starts their children: "fork", or "spawn" in a process that has threads. Without `waits`, this does not
        wait until the mods are loaded: requests do, and get the error when that fails. With `reloads` the workers are
        prepared for `reload`; with `restores` each request finds mods as they were loaded.
        """
        self.size = workers
        self._waiting: deque[Submission] = deque()
        self._running: set[Submission] = set()
        self._changed = threading.Condition()
        self._is_closed = False
        # Children are forked before there are threads.
        self._workers = [
            Worker(
                job,
                DEFAULT_RECYCLING,
                say=say,
                warn=warn,
                method=method,
                reloads=reloads,
                restores=restores,
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
        attempts: int = 2,
        more_seconds: float = 0.0,
        fresh: bool = False,
    ) -> Submission:
        """Put a request into the queue. Raises HostError when the pool is closed.

        `attempts` is how often it is tried when its worker dies; it may take `more_seconds` beyond the seconds of the
        budgets. With `fresh` it finds mods as they were loaded.
        """
        request = Submission(operation, arguments, attempts, more_seconds=more_seconds, fresh=fresh)
        with self._changed:
            if self._is_closed:
                raise HostError("the pool is closed: make another one")
            self._waiting.append(request)
            self._changed.notify()
        return request

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
