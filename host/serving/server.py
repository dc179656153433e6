"""The child of a worker: a server that loads mods once, and a runner, which is a fork of it and performs requests.

The runner performs many requests, so that a request costs no fork. When it has done enough of them or uses much
memory, or a mod used up its budget, it ends; the server forks the next one, which has the state of freshly loaded mods.
Both read requests from the same pipe, one process at a time: the server waits while a runner lives.
"""

from __future__ import annotations

import gc
import math
import os
import sys
from collections.abc import Mapping
from functools import partial
from typing import Any

from host.border.deadline import clear_deadline, set_deadline
from host.engine.engine import Engine
from host.engine.jobs import Observation, Operation, budgets_in_child, load_engine, operate, report_locations
from host.errors import HostError
from host.mods.mods_to_load import ModsToLoad
from host.process import collect_rarely, frames
from host.process.channel import Channel
from host.serving.checkpoints import RELOAD, Checkpoints

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

# The exit codes of a runner whose request has to be performed again in the next one; of one that could not restore the
# mods, after it was ready; and of one that was sent no request.
_AGAIN, _GIVES_WAY, _ENDED = 4, 5, 6
# Bytes in a unit of `ru_maxrss`.
_UNIT = 1 if sys.platform == "darwin" else 1024


def serve(
    channel: Channel,
    mods: Mapping[str, Any],
    observation: tuple[str, Any] | None,
    load_seconds: float,
    recycle_jobs: int,
    recycle_bytes: int,
    forks: bool,
    reloads: bool,
    restores: bool,
) -> None:
    """Load mods in `load_seconds`, report that, and perform requests until the pipe ends.

    Where a process may not fork, the server is the runner itself, and ends with it. With `reloads` the server ends when
    a message has no request, and a checkpoint loads the mods again. With `restores` each request finds mods as they
    were loaded: a runner restores them, and gives way to the next one when it cannot.
    """
    server = _Server(
        channel,
        ModsToLoad.from_data(mods),
        None if observation is None else Observation(*observation),
        load_seconds,
        recycle_jobs,
        recycle_bytes,
        forks=forks,
        reloads=reloads,
        restores=restores,
    )
    channel.send(frames.RESULT, None)
    # Objects that exist now are exempt from garbage collection in forks: looking through them would copy their memory.
    gc.freeze()
    _send_ready(channel)
    if forks and restores:
        # The next runner waits for a request before it comes: to fork it takes as long as a small dungeon.
        while (status := channel.fork(server.run_next, seconds=math.inf)) != _ENDED:
            if status != _GIVES_WAY:
                _send_ready(channel, status)
        return
    while (message := channel.receive()) is not None:
        if not forks:
            if (status := server.run(message[1])) != _GIVES_WAY:
                _send_ready(channel, status)
            return
        if message[1] is None:
            os._exit(RELOAD)
        _send_ready(channel, channel.fork(partial(server.run, message[1]), seconds=math.inf))


def _send_ready(channel: Channel, status: int = 0) -> None:
    """Report that the server takes a request, after a runner that ended with a status."""
    is_again = status == _AGAIN
    channel.send(frames.READY, {"status": 0 if is_again else status, "goes_on": False, "again": is_again})


class _Server:
    """Loaded mods, and what performs requests on them."""

    def __init__(
        self,
        channel: Channel,
        mods: ModsToLoad,
        observation: Observation | None,
        load_seconds: float,
        recycle_jobs: int,
        recycle_bytes: int,
        *,
        forks: bool,
        reloads: bool,
        restores: bool,
    ) -> None:
        self._channel = channel
        self._forks = forks
        self._recycle_jobs = recycle_jobs
        self._recycle_bytes = recycle_bytes
        report_locations(channel)
        set_deadline(load_seconds)
        mods = mods._replace(budgets=budgets_in_child(mods.budgets))
        observers = [observation.make(_refuse)] if observation else []
        if reloads:
            observers.append(Checkpoints(channel, load_seconds))
        self._engine: Engine = load_engine(mods, self._say, self._warn, observers)
        if restores:
            self._engine.remember_mods()
        clear_deadline()
        # How many warnings were reported.
        self._reported = 0
        channel.send_packed(self._pack_warnings())

    def run_next(self) -> None:
        """Wait for a request in this process, a runner, and do what `run` does; end with its exit code."""
        message = self._channel.receive()
        # No request asks this runner to give way.
        os._exit(_ENDED if message is None else 0 if message[1] is None else self.run(message[1]))

    def run(self, request: Mapping[str, Any]) -> int:
        """Perform requests in this process, a runner, until it has done enough; return its exit code."""
        gc.enable()
        collect_rarely()
        limit = _memory() + self._recycle_bytes
        done = 0
        while True:
            packed = self._perform(request)
            if done and self._engine.taint():
                # In the next runner no dungeon before this one may have changed it.
                return _AGAIN
            done += 1
            is_over = done >= self._recycle_jobs or self._engine.lua.used_up is not None or _memory() > limit
            if is_over or (not self._forks and self._engine.restore_mods()):
                self._channel.send_packed(packed)
                return 0
            # In one write, because each wakes up the parent.
            self._channel.send_packed(packed + frames.pack(frames.READY, {"status": 0, "goes_on": True}))
            # The parent has its answer meanwhile.
            if self._forks and self._engine.restore_mods():
                return _GIVES_WAY
            message = self._channel.receive()
            # No request asks this runner to give way.
            if message is None or message[1] is None:
                return 0
            request = message[1]

    def _perform(self, request: Mapping[str, Any]) -> bytes:
        """Perform one request; return the messages with its result or its error, and with warnings."""
        set_deadline(request["seconds"])
        try:
            operation = Operation(request["function"], None, tuple(request["callbacks"]))
            _, packed = self._channel.pack_outcome(
                lambda: operate(self._engine, operation, request["arguments"], self._say)
            )
        finally:
            clear_deadline()
        return packed + self._pack_warnings()

    def _pack_warnings(self) -> bytes:
        """Return the messages with the warnings that were not reported yet."""
        warnings = self._engine.warnings
        unreported = warnings[self._reported :]
        self._reported = len(warnings)
        return b"".join(frames.pack(frames.WARNING, warning) for warning in unreported)

    def _say(self, line: str) -> None:
        self._channel.send(frames.PRINT, line)

    def _warn(self, line: str) -> None:
        self._channel.send(frames.WARNING, line)


def _refuse(_: Any) -> Any:
    """Answer an observer that asks the parent: workers have nobody who answers."""
    raise HostError("this observer does not work in workers")


def _memory() -> int:
    """Return the most memory that this process has used, in bytes; 0 where the system does not say."""
    try:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _UNIT
    except AttributeError:
        return 0
