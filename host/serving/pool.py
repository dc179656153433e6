"""Pools: warm workers that make maps for a program or a server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import TimeoutError as FutureTimeoutError
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Self

from host.engine.engine import print_visibly
from host.engine.jobs import Job, Operation, job_of_mods
from host.errors import RequestError, show_value
from host.model.checks import check_whole
from host.model.document_reader import from_document
from host.model.game_map import GameMap
from host.model.request import Request, check_seconds
from host.process.budgets import DEFAULT_BUDGETS, NO_CLOCK, Budgets, require_budgets
from host.process.start import METHODS, START_METHOD
from host.public.map import Map
from host.render.formats import DEFAULT_SIZE, JSON, LEAST_SIZE, MOST_SIZE, PNG
from host.serving.documents import decode_document
from host.serving.generating import GENERATE_AGAIN, GENERATE_FILE
from host.serving.mod_set import Key, WorkerSetup
from host.serving.set_pool import SetPool
from host.serving.statistics import Health, Ledger, Stats
from host.serving.submission import Submission
from host.serving.worker import DEFAULT_RECYCLING, Recycling

MOST_WORKERS, MOST_QUEUE = 1024, 10**6
# The least and the most that a worker may do before it is replaced, and the bytes that it may use more.
_JOBS, _BYTES = (1, 10**9), (2**20, 2**40)
_MOST_SETS = 1024
# Seconds that mods may load at least.
_LEAST_SECONDS = 0.001
# How often a request is tried whose worker dies.
_ATTEMPTS = 3


class Pool:
    """Sandboxed child processes that have loaded the same mods, and make maps at the same time.

    >>> from host.serving import Pool
    >>> with Pool(["base"], workers=2) as pool:
    ...     pool.generate_sync("base", seed=7, options={"dungeon": "tiny"}).tiles.shape
    (14, 14)

    Requests may name other mods: `pool.generate("caves", seed=1, mods=["overworld"])`. They are loaded on demand, and
    `budgets=Budgets(…)` beside them are the limits of that set.
    Any number of threads and tasks may share a pool. A worker that dies is replaced, and its request is tried
    twice more; a mod that exceeds its budgets harms its own request only.
    """

    def __init__(
        self,
        mods: Iterable[str | Path] | str | Path = ("base",),
        *,
        workers: int = 2,
        queue: int = 64,
        recycle_jobs: int = DEFAULT_RECYCLING.jobs,
        recycle_bytes: int = DEFAULT_RECYCLING.bytes,
        budgets: Budgets = DEFAULT_BUDGETS,
        load_seconds: float = 30,
        most_sets: int = 4,
        output: Callable[[str], None] = print_visibly,
        method: str = START_METHOD,
    ) -> None:
        """Start the workers, which load the mods. Raises HostError.

        mods, budgets: as for `Host`; `budgets.seconds` counts for each request. The files of mods are read now, and
            later edits change nothing until `reload`. Use `()` if each request names its own mods.
        load_seconds: how long the mods of a set may load.
        most_sets: how many sets of mods stay loaded: the set of the pool and at least one more. The set that is used
            least is dropped when no request needs it.
        workers: how many processes; as many as the machine has processors is best.
        queue: how many requests may wait; one more is refused with `Busy`.
        recycle_jobs, recycle_bytes: a worker starts again, with mods as they were loaded, after so many requests, or
            when it uses so many bytes more than at its start.
        output: takes each line that a mod prints, and each warning; threads of the pool call it.
        method: "fork", or "spawn" for workers that hold no copy of what this program has in memory, and start more
            slowly. On macOS and Windows all are spawned.
        """
        workers = check_whole("workers", workers, 1, MOST_WORKERS)
        queue = check_whole("queue", queue, 1, MOST_QUEUE)
        recycle_jobs = check_whole("recycle_jobs", recycle_jobs, *_JOBS)
        recycle_bytes = check_whole("recycle_bytes", recycle_bytes, *_BYTES)
        if method not in METHODS:
            raise RequestError(f"method is {show_value(method)}: must be {' or '.join(map(repr, METHODS))}")
        check_seconds(load_seconds, "load_seconds", _LEAST_SECONDS, NO_CLOCK)
        most_sets = check_whole("most_sets", most_sets, 1, _MOST_SETS)
        self._budgets = require_budgets(budgets)
        self._ledger = Ledger()
        self._first, job = self._set_of(mods)
        setup = WorkerSetup(output, output, Recycling(recycle_jobs, recycle_bytes), method, load_seconds)
        self._workers = SetPool(self._first, job, workers, setup, queue=queue, most_sets=most_sets)
        self._first_job = job

    @classmethod
    async def open(cls, mods: Iterable[str | Path] | str | Path = ("base",), **settings: Any) -> Self:
        """Make a pool as `Pool` does, with the same settings and errors; other tasks go on while its mods load."""
        opened: list[Self] = []
        is_cancelled = False

        def load(kind: type[Self]) -> Self:
            pool = kind(mods, **settings)
            opened.append(pool)
            if is_cancelled:
                pool.close()
            return pool

        try:
            return await asyncio.to_thread(load, cls)
        except asyncio.CancelledError:
            is_cancelled = True
            for pool in opened:
                pool.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.to_thread(self.close)

    async def generate(self, generator: str | Request | None, *, deadline: float | None = None, **request: Any) -> Map:
        """Generate a map in a worker, while other tasks go on. It is decoded when its first attribute is used.

        `generator` and `request` are as in `Host.generate`, and so are its errors; `Busy` when the queue is
        full; `DeadlineExceeded` when there is no map after `deadline` seconds. When the task is cancelled, the work on
        the map ends.
        """
        return _map_of(await _answer(self._submit(generator, request, deadline)))

    def generate_sync(self, generator: str | Request | None, *, deadline: float | None = None, **request: Any) -> Map:
        """Do what `generate` does, and wait for the map."""
        return _map_of(_wait(self._submit(generator, request, deadline)))

    async def generate_json(
        self, generator: str | Request | None, *, deadline: float | None = None, **request: Any
    ) -> bytes:
        """Generate a map as `generate` does, and return its JSON, which is made in the worker.

        The bytes are those of `Map.to_json`, encoded.
        """
        return await _answer(self._submit_file(generator, request, deadline, JSON))

    def generate_json_sync(
        self, generator: str | Request | None, *, deadline: float | None = None, **request: Any
    ) -> bytes:
        """Do what `generate_json` does, and wait for the bytes."""
        return _wait(self._submit_file(generator, request, deadline, JSON))

    async def generate_png(
        self,
        generator: str | Request | None,
        *,
        tile_size: int = DEFAULT_SIZE,
        deadline: float | None = None,
        **request: Any,
    ) -> bytes:
        """Generate a map as `generate` does, and return its picture, which is drawn in the worker.

        The bytes are those of the file that `Map.save` writes; `tile_size` is in pixels per square.
        """
        return await _answer(self._submit_file(generator, request, deadline, PNG, tile_size))

    def generate_png_sync(
        self,
        generator: str | Request | None,
        *,
        tile_size: int = DEFAULT_SIZE,
        deadline: float | None = None,
        **request: Any,
    ) -> bytes:
        """Do what `generate_png` does, and wait for the bytes."""
        return _wait(self._submit_file(generator, request, deadline, PNG, tile_size))

    async def reload(self) -> None:
        """Read the files of all loaded mods again, while other tasks and requests go on.

        Requests that run or wait are answered with the mods as they were, and those that come later with the new ones.
        Raises HostError, with file and line, when a set of mods cannot be loaded; then all stay as they were.
        """
        await asyncio.to_thread(self.reload_sync)

    def reload_sync(self) -> None:
        """Do what `reload` does, and wait for it."""
        self._workers.reload()

    def stats(self) -> Stats:
        """Return what the pool has done until now."""
        workers = self._workers
        return self._ledger.stats(queue=workers.waiting, restarts=workers.restarts, sets=workers.sets)

    def health(self) -> Health:
        """Return whether the pool can answer requests, at once."""
        size, broken = self._workers.size, self._workers.broken
        return Health(self._workers.is_open and broken < size, size, broken)

    async def drain(self, seconds: float) -> None:
        """Take no more requests, answer those that the pool has for at most so many seconds, and close it."""
        check_seconds(seconds, "seconds", 0, NO_CLOCK)
        await asyncio.to_thread(self._workers.drain, seconds)

    def close(self) -> None:
        """End the workers and give up their requests. A closed pool can be closed again."""
        self._workers.close()

    def _set_of(self, mods: Any) -> tuple[Key, Job]:
        """Return what a set of mods is called by, and its job. Raises RequestError."""
        job = job_of_mods(mods, budgets=self._budgets)
        return (*job.mods.folders, "", *job.mods.names), job

    def _submit_file(
        self, generator: Any, fields: dict[str, Any], deadline: Any, form: str, tile_size: Any = DEFAULT_SIZE
    ) -> Submission:
        style = {"tile_size": check_whole("tile_size", tile_size, LEAST_SIZE, MOST_SIZE)}
        return self._submit(generator, fields, deadline, GENERATE_FILE, {"form": form, "style": style})

    def _submit(
        self,
        generator: Any,
        fields: dict[str, Any],
        deadline: Any,
        operation: Operation = GENERATE_AGAIN,
        arguments: Mapping[str, Any] = MappingProxyType({}),
    ) -> Submission:
        mods, budgets = fields.pop("mods", None), fields.pop("budgets", None)
        key, job = (self._first, self._first_job) if mods is None else self._set_of(mods)
        if budgets is not None:
            # Workers whose limits differ from the limits of the pool are a set of their own.
            key, job = (*key, repr(budgets)), job.with_mods(budgets=require_budgets(budgets))
        request = Request.of(generator, fields)
        if deadline is not None:
            check_seconds(deadline, "deadline", _LEAST_SECONDS, NO_CLOCK)
        return self._workers.submit(
            key,
            job,
            operation,
            {"request": request.to_data(), **arguments},
            deadline=deadline,
            attempts=_ATTEMPTS,
            entry=self._ledger.begin(request),
        )


async def _answer(submission: Submission) -> bytes:
    """Return the answer of a request, while other tasks go on."""
    try:
        async with asyncio.timeout(submission.deadline):
            answer: bytes = await asyncio.wrap_future(submission.future)
            return answer
    except TimeoutError:
        # The worker looks at the clock itself, and need not be replaced when the mods end in time.
        raise submission.deadline_error() from None
    except asyncio.CancelledError:
        submission.give_up()
        raise


def _wait(submission: Submission) -> bytes:
    """Return the answer of a request, when it is there."""
    try:
        answer: bytes = submission.future.result(submission.deadline)
        return answer
    except FutureTimeoutError:
        # A request that waits leaves the queue.
        submission.future.cancel()
        raise submission.deadline_error() from None
    except BaseException:
        submission.give_up()
        raise


def _map_of(encoded: bytes) -> Map:
    """Return a map that is decoded when a program first looks at it, in the thread that does so.

    Decoding takes longer than all else that the parent does for a request, and some maps are dropped unseen.
    """
    # No lambda, so that programs can pickle the map.
    return Map(partial(_decode, encoded))


def _decode(encoded: bytes) -> GameMap:
    return from_document(decode_document(encoded))
