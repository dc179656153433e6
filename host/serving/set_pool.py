"""Workers for several sets of mods, with one queue of requests; reloads of mods, and the end of the pool."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import Any

from host.engine.jobs import Job, Operation
from host.errors import HostError, InternalError, agree, counted
from host.serving.mod_set import Key, ModSet, WorkerSetup
from host.serving.statistics import RequestEntry
from host.serving.submission import Submission, perform
from host.serving.worker import Abandoned, Worker

# Seconds for which a set waits until one that is loaded has no requests.
_PATIENCE = 1.0


class Busy(HostError):  # noqa: N818 - what a server answers
    """More requests wait than the queue may hold."""


class SetPool:
    """So many workers for each of several sets of mods, and as many threads that let them perform requests.

    The first set is loaded at once. Others are loaded when a request names them, in threads of their own; the one that
    was not used for the longest time gives way to another.
    """

    def __init__(self, key: Key, job: Job, workers: int, setup: WorkerSetup, *, queue: int, most_sets: int) -> None:
        """Load the first set in all workers. Raises HostError."""
        self.size = workers
        self._setup = setup
        self._queue = queue
        # The first set stays, and another one needs a place.
        self._most_sets = max(2, most_sets)
        self._numbers = count()
        self._changed = threading.Condition()
        self._reloading = threading.Lock()
        self._is_closed = self._is_draining = False
        self._running: set[Submission] = set()
        # Restarts of workers of sets that are gone.
        self._past_restarts = 0
        # Sets by key, the last used at the end; and sets that were replaced or dropped, while they are used.
        self._sets: OrderedDict[Key, ModSet] = OrderedDict()
        self._retired: list[ModSet] = []
        self._first = key
        self._starter = ThreadPoolExecutor(1, "dungeon-host-starter")
        try:
            self._sets[key] = self._load_set(self._make_set(key, job), workers)
        except BaseException:
            self._starter.shutdown()
            raise
        self._threads = [threading.Thread(target=self._serve, daemon=True) for _ in range(workers)]
        for thread in self._threads:
            thread.start()

    # -- requests

    def submit(
        self,
        key: Key,
        job: Job,
        operation: Operation,
        arguments: Mapping[str, Any],
        *,
        deadline: float | None,
        attempts: int,
        entry: RequestEntry,
    ) -> Submission:
        """Put a request for the mods of a job into the queue. Raises Busy when the queue is full, and HostError."""
        request = Submission(operation, arguments, attempts, deadline=deadline, entry=entry)
        with self._changed:
            self._refuse_when_closed()
            self._refuse_when_full(request)
            mod_set = self._sets.get(key)
            if mod_set is None:
                self._forget_failed()
                mod_set = self._sets[key] = self._make_set(key, job)
            elif mod_set.has_old_failure():
                mod_set.error = None
            mod_set.waiting.append((next(self._numbers), request))
            self._sets.move_to_end(key)
            self._changed.notify_all()
        return request

    def _refuse_when_full(self, request: Submission) -> None:
        if self._count_waiting() < self._queue:
            return
        for mod_set in self._all_sets():
            mod_set.drop_cancelled()
        if (waiting := self._count_waiting()) >= self._queue:
            queued = f"{counted(waiting, 'request')} {agree(waiting, 'wait')}"
            error = Busy(f"{queued}, as many as the queue may hold: try again later")
            request.note_end(error)
            raise error

    def _forget_failed(self) -> None:
        """Forget sets that could not be loaded some time ago, or that nobody waited for until they were loaded."""
        for key, mod_set in [*self._sets.items()]:
            is_over = mod_set.has_old_failure() if mod_set.error else not mod_set.workers
            if is_over and not (mod_set.is_used or mod_set.is_loading):
                del self._sets[key]

    def _refuse_when_closed(self) -> None:
        if self._is_closed or self._is_draining:
            raise HostError("the pool is closed: make another one")

    # -- numbers

    @property
    def waiting(self) -> int:
        """How many requests wait."""
        with self._changed:
            return sum(not request.future.cancelled() for mod_set in self._all_sets() for _, request in mod_set.waiting)

    @property
    def restarts(self) -> int:
        """How many processes were started in place of others."""
        with self._changed:
            return self._past_restarts + sum(_count_restarts(mod_set) for mod_set in self._all_sets())

    @property
    def broken(self) -> int:
        """How many workers of the first set could not load the mods when they last tried."""
        with self._changed:
            return sum(worker.is_broken for worker in self._sets[self._first].workers)

    @property
    def sets(self) -> int:
        """How many sets are loaded."""
        with self._changed:
            return sum(bool(mod_set.workers) for mod_set in self._sets.values())

    @property
    def is_open(self) -> bool:
        """Whether it takes requests."""
        return not (self._is_closed or self._is_draining)

    def _all_sets(self) -> list[ModSet]:
        return [*self._sets.values(), *self._retired]

    def _count_waiting(self) -> int:
        return sum(len(mod_set.waiting) for mod_set in self._all_sets())

    # -- the end

    def drain(self, seconds: float) -> None:
        """Take no more requests, and wait at most so many seconds until there are none; then `close`."""
        with self._changed:
            self._is_draining = True
            self._changed.wait_for(lambda: not (self._count_waiting() or self._running), seconds)
        self.close()

    def close(self) -> None:
        """Give up all requests, and end the workers. A closed pool can be closed again."""
        with self._changed:
            self._is_closed = True
            requests = [request for mod_set in self._all_sets() for _, request in mod_set.waiting]
            requests += self._running
            for mod_set in self._all_sets():
                mod_set.waiting.clear()
            self._changed.notify_all()
        for request in requests:
            request.give_up()
        for thread in self._threads:
            thread.join()
        with self._changed:
            # Threads that load end soon after they see that the pool is closed.
            self._changed.wait_for(lambda: not any(each.is_loading for each in self._all_sets()))
        for mod_set in self._all_sets():
            mod_set.close()
        self._starter.shutdown()

    # -- loading

    def reload(self) -> None:
        """Read the files of all loaded sets again. Requests until then find the mods as they were before.

        Raises HostError when a set cannot be loaded; then all stay as they were.
        """
        with self._reloading:
            with self._changed:
                self._refuse_when_closed()
                former = [each for each in self._sets.values() if each.workers or each.is_loading]
            loaded: list[ModSet] = []
            try:
                for each in former:
                    workers = self.size if each.key == self._first else 1
                    loaded.append(self._load_set(self._make_set(each.key, each.job), workers))
            except BaseException as error:
                for each in loaded:
                    each.close()
                if isinstance(error, Abandoned):
                    raise HostError("the pool was closed") from None
                raise
            with self._changed:
                # Others have given way meanwhile: they are read again when a request asks for them.
                read = {each.key: each for each in loaded if each.key in self._sets}
                for key, each in [*self._sets.items()]:
                    # So are those that could not be loaded. Some were made again meanwhile.
                    if key in read or each in former or each.error is not None:
                        self._retired.append(self._sets.pop(key))
                self._sets.update(read)
                self._changed.notify_all()
            for each in loaded:
                if each.key not in read:
                    each.close()
            self._close_retired()

    def _make_set(self, key: Key, job: Job) -> ModSet:
        return ModSet(key, job, self._setup, self._starter)

    def _load_set(self, mod_set: ModSet, workers: int) -> ModSet:
        """Let workers load a set. Raises HostError, and Abandoned when the pool is closed."""
        mod_set.workers += mod_set.load(workers, lambda: self._is_closed)
        mod_set.idle += mod_set.workers
        return mod_set

    def _close_retired(self) -> None:
        """End the sets that were replaced or dropped and that nobody uses any more."""
        with self._changed:
            over = [each for each in self._retired if not (each.is_used or each.is_loading)]
            self._retired = [each for each in self._retired if each not in over]
            self._past_restarts += sum(map(_count_restarts, over))
        for each in over:
            each.close()

    def _begin_loading(self, mod_set: ModSet) -> None:
        """Let another worker of a set load its mods in a thread, if requests wait for it and there is room."""
        if mod_set.is_loading or len(mod_set.workers) >= self.size or self._is_closed:
            return
        if not mod_set.workers and self._sets.get(mod_set.key) is mod_set:
            others = [each for each in self._sets.values() if each.workers or each.is_loading]
            if len(others) >= self._most_sets:
                dropped = self._find_least_used(others, mod_set)
                if dropped is None:
                    return
                self._retired.append(self._sets.pop(dropped.key))
        mod_set.is_loading = True
        threading.Thread(target=self._load, args=(mod_set,), daemon=True).start()

    def _find_least_used(self, loaded: list[ModSet], wanted: ModSet) -> ModSet | None:
        """Return the set to drop for the set `wanted`, or None while all sets are used.

        After some time, a used set is dropped: it answers the requests that wait for it, and later requests load it
        again.
        """
        candidates = [each for each in loaded if each.key != self._first and not each.is_loading]
        for each in candidates:
            if not each.is_used:
                return each
        is_late = time.monotonic() - wanted.made_at > _PATIENCE
        return candidates[0] if is_late and candidates and not any(each.is_used for each in self._retired) else None

    def _load(self, mod_set: ModSet) -> None:
        self._close_retired()
        loaded: list[Worker] = []
        error: BaseException | None = None
        try:
            loaded = mod_set.load(1, lambda: self._is_closed or not (mod_set.workers or mod_set.waiting))
        except BaseException as raised:
            error = raised
        with self._changed:
            mod_set.is_loading = False
            mod_set.workers += loaded
            mod_set.idle += loaded
            if error is not None and not isinstance(error, Abandoned) and not mod_set.workers:
                failure = InternalError(f"the host failed: {type(error).__name__}: {error}")
                mod_set.note_failure(error if isinstance(error, HostError) else failure)
            self._changed.notify_all()
        self._close_retired()

    # -- the threads

    def _serve(self) -> None:
        while (next_one := self._await_work()) is not None:
            mod_set, request, worker = next_one
            if worker is not None:
                perform(worker, request, mod_set.explain, lambda: self._is_closed)
            elif mod_set.error is not None and request.future.set_running_or_notify_cancel():
                request.note_end(mod_set.error)
                request.future.set_exception(mod_set.error)
            with self._changed:
                mod_set.end(request)
                self._running.discard(request)
                if worker is not None:
                    mod_set.idle.append(worker)
                self._changed.notify_all()
            if self._retired:
                self._close_retired()

    def _await_work(self) -> tuple[ModSet, Submission, Worker | None] | None:
        """Wait for a request that can be performed, or answered without a worker; return None when the pool closes."""
        with self._changed:
            chosen: ModSet | None = None
            while not self._is_closed and (chosen := self._choose()) is None:
                self._changed.wait()
            if self._is_closed or chosen is None:
                return None
            _, request = chosen.waiting.popleft()
            worker = None if chosen.error is not None else chosen.idle.pop()
            chosen.begin(request)
            self._running.add(request)
            return chosen, request, worker

    def _choose(self) -> ModSet | None:
        """Return the set that performs the next request, among sets that are ready; begin to load other sets."""
        chosen: ModSet | None = None
        free = self.size - len(self._running)
        # Those whose requests came first load first.
        sets = sorted(self._all_sets(), key=lambda each: each.waiting[0][0] if each.waiting else -1)
        for each in sets:
            if not each.idle:
                each.drop_cancelled()
            if not each.waiting:
                continue
            if each.error is None and not each.idle:
                self._begin_loading(each)
                continue
            if each.error is None and len(sets) > 1 and free == 1 < self.size and each.running and each.is_slow():
                # It leaves a worker to the others.
                continue
            if chosen is None or each.waiting[0][0] < chosen.waiting[0][0]:
                chosen = each
        return chosen


def _count_restarts(mod_set: ModSet) -> int:
    return sum(worker.restarts for worker in mod_set.workers)
