"""Workers on a Dask cluster (`--dask`): a scheduler gives them requests, and each has sandboxed children of its own."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable, Mapping
from concurrent.futures import CancelledError
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any, NamedTuple, Self, cast
from uuid import uuid4

from distributed import Client, KilledWorker, get_worker
from distributed import Future as DaskFuture
from distributed.diagnostics.plugin import WorkerPlugin
from distributed.worker import Worker

from host.engine.jobs import Job, Operation, Say
from host.errors import DiedError, HostError, RequestError
from host.mods.files import content_hash
from host.process.child import error_from
from host.process.task import fits
from host.serving.submission import Submission
from host.serving.worker_pool import WorkerPool
from host.survey.packing import LEFT_OUT, unpack_mods
from host.version import __version__

# Seconds in which a scheduler must answer, and in which it must have a worker.
_CONNECT_SECONDS, _WORKER_SECONDS = 10, 60
# Seconds after which the number of workers is read again.
_SIZE_SECONDS = 2.0
# In the local folder of a Dask worker: the folder of unpacked mods, by id and content hash.
_FOLDER = "dungeon-host-mods"


class _Answer(NamedTuple):
    """The answer of a Dask worker: the result, or the error as `HostError.to_data` has it, and warnings."""

    result: Any
    error: dict[str, Any] | None
    warnings: list[str]


class ClusterPool:
    """The workers of a Dask scheduler, with the same mods; it takes requests as a `WorkerPool` does.

    Dask itself gives the requests of a lost worker to another one.
    """

    def __init__(
        self, address: str, job: Job, mods: Iterable[tuple[str, str, str]], packed: Mapping[str, bytes], *, warn: Say
    ) -> None:
        """Connect to a scheduler, and send the packed mods (id, version, content hash) to its workers.

        Raises RequestError when no scheduler or no worker is there, or when a mod cannot be packed.
        """
        mods = list(mods)
        for identity, _, _ in mods:
            if identity not in packed:
                raise RequestError(f"the mod {identity} cannot be sent to a cluster: {LEFT_OUT}")
        self._address = address
        self._warn = warn
        self._name = f"dungeon-host-{uuid4()}"
        self._size, self._size_read_at = 1, 0.0
        self._requests: dict[DaskFuture[Any], Submission] = {}
        self._client = _connect(address)
        try:
            for mod in mods:
                self._client.register_plugin(_ModFiles(mod, packed[mod[0]]), name=_plugin_of(mod))
            self._client.register_plugin(_Children(job, mods), name=self._name)
        except ImportError as error:
            self.close()
            raise RequestError(
                f"the workers of {address} cannot import {error.name}",
                hint=f"dungeon-host {__version__} and its extra cluster must be installed there, as here",
            ) from None
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def size(self) -> int:
        """The number of requests that the workers perform at the same time; at least 1."""
        now = time.monotonic()
        if now - self._size_read_at > _SIZE_SECONDS:
            self._size_read_at = now
            try:
                self._size = max(1, sum(self._client.nthreads().values()))
            except (OSError, TimeoutError):
                raise self._lost_scheduler() from None
        return self._size

    def submit(
        self,
        operation: Operation,
        arguments: Mapping[str, Any],
        *,
        attempts: int = 2,
        more_seconds: float = 0.0,
        fresh: bool = False,
    ) -> Submission:
        """Send a request to a worker: see `WorkerPool.submit`."""
        request = Submission(operation, arguments, attempts, more_seconds=more_seconds, fresh=fresh)
        sent = self._client.submit(
            _perform,
            self._name,
            __version__,
            operation,
            dict(arguments),
            {"attempts": attempts, "more_seconds": more_seconds, "fresh": fresh},
            pure=False,
        )
        # Dask cancels work when nothing refers to its future.
        self._requests[sent] = request
        sent.add_done_callback(self._finish)
        return request

    def close(self) -> None:
        """Give up all requests, and end the children of the workers; their files of mods stay."""
        requests, self._requests = self._requests, {}
        try:
            self._client.cancel(list(requests))
            self._client.unregister_worker_plugin(self._name)
        except (OSError, TimeoutError, ValueError, CancelledError):
            # The scheduler does not answer, or never had the plugin.
            pass
        finally:
            self._client.close()

    def _finish(self, sent: DaskFuture[Any]) -> None:
        """Store the answer to a request. Dask calls this in a thread."""
        request = self._requests.pop(sent, None)
        if request is None:
            return
        try:
            answer = _Answer(*sent.result(timeout=_CONNECT_SECONDS))
            for warning in answer.warnings:
                self._warn(warning)
            if answer.error is not None:
                raise error_from(answer.error)
            if not fits(request.operation.result, answer.result):
                raise HostError(f"the workers of {self._address} are no workers of dungeon-host {__version__}")
        except HostError as error:
            request.future.set_exception(error)
        except KilledWorker:
            request.future.set_exception(DiedError("the workers of the cluster that made this died, one after another"))
        except (CancelledError, OSError, TimeoutError):
            request.future.set_exception(self._lost_scheduler())
        except Exception as error:
            request.future.set_exception(
                HostError(f"a worker of {self._address} failed: {type(error).__name__}: {error}")
            )
        else:
            request.future.set_result(answer.result)

    def _lost_scheduler(self) -> HostError:
        return HostError(f"the Dask scheduler at {self._address} is gone: the same command continues when it is back")


def _connect(address: str) -> Client:
    # What Dask and its network library log, with tracebacks, is raised as a HostError here.
    for name in ("distributed", "distributed.client", "tornado"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        client = Client(address, timeout=_CONNECT_SECONDS, set_as_default=False, name="dungeon-host")
    except (OSError, TimeoutError, ValueError) as error:
        raise RequestError(
            f"no Dask scheduler answers at {address}: {str(error).splitlines()[0] if str(error) else 'time is up'}",
            hint="an address looks like tcp://192.168.0.7:8786",
        ) from None
    try:
        client.wait_for_workers(1, timeout=_WORKER_SECONDS)
    except (OSError, TimeoutError):
        client.close()
        raise RequestError(
            f"the Dask scheduler at {address} has no workers", hint=f"`dask worker {address}` starts one"
        ) from None
    return client


# -- in the workers


class _ModFiles(WorkerPlugin):
    """The files of a mod in the local folder of each worker. Dask sends them once to each worker."""

    idempotent = True

    def __init__(self, mod: tuple[str, str, str], packed: bytes) -> None:
        self._mod = mod
        self._packed = packed

    def setup(self, worker: Worker) -> None:
        """Write the files, unless the worker has them. Something else may have removed or changed some of them."""
        identity, _, digest = self._mod
        target = _folder_of(worker, self._mod)
        if target.is_dir() and content_hash(target) == digest:
            return
        folder = target.parent
        folder.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=folder.parent) as temporary:
            unpack_mods({identity: self._packed}, [self._mod], Path(temporary) / folder.name)
            if folder.exists():
                folder.rename(Path(temporary) / "former")
            (Path(temporary) / folder.name).rename(folder)


class _Children(WorkerPlugin):
    """The sandboxed children of each worker, as many as it has threads; they load the mods at the first request."""

    def __init__(self, job: Job, mods: Iterable[tuple[str, str, str]]) -> None:
        self._job = job.with_mods(names=(), only=None, folders=())
        self._mods = list(mods)

    def setup(self, worker: Worker) -> None:
        for mod in self._mods:
            worker.plugins[_plugin_of(mod)].setup(worker)
        self._job = self._job.with_mods(folders=tuple(str(_folder_of(worker, mod)) for mod in self._mods))
        self._threads = worker.state.nthreads
        self._lock = Lock()
        self._workers: WorkerPool | None = None
        # Warnings that no answer contains yet.
        self._warnings: list[str] = []

    def teardown(self, worker: Worker) -> None:  # noqa: ARG002 - the name that Dask passes
        with self._lock:
            if self._workers is not None:
                self._workers.close()

    def perform(self, operation: Operation, arguments: Mapping[str, Any], limits: Mapping[str, Any]) -> _Answer:
        """Perform a request in a child, and return its answer."""
        result, error = None, None
        try:
            with self._lock:
                if self._workers is None:
                    # This process has threads: a fork of it might wait for a lock that one of them holds.
                    self._workers = WorkerPool(
                        self._job,
                        self._threads,
                        warn=self._warnings.append,
                        method="spawn",
                        restores=True,
                    )
            result = self._workers.submit(operation, arguments, **limits).future.result()
        except HostError as failure:
            error = failure.to_data()
        warnings = self._warnings[:]
        del self._warnings[: len(warnings)]
        return _Answer(result, error, warnings)


def _plugin_of(mod: tuple[str, str, str]) -> str:
    """Return the name of the plugin with the files of a mod. Mods of two ids may have the same files."""
    identity, _, digest = mod
    return f"dungeon-host-mod-{identity}-{digest}"


def _folder_of(worker: Worker, mod: tuple[str, str, str]) -> Path:
    identity, _, digest = mod
    return Path(worker.local_directory).absolute() / _FOLDER / f"{identity}-{digest}" / identity


def _perform(
    name: str, version: str, operation: Operation, arguments: Mapping[str, Any], limits: Mapping[str, Any]
) -> _Answer:
    """Perform a request with the children of this worker."""
    if version != __version__:
        error = HostError(f"a worker of the cluster has dungeon-host {__version__}: must be {version}, as here")
        return _Answer(None, error.to_data(), [])
    children = cast("_Children", get_worker().plugins[name])
    return children.perform(operation, arguments, limits)
