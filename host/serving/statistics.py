"""What a pool has done: numbers of its requests, and records of `logging` about each."""

from __future__ import annotations

import logging
import math
import threading
import time
from collections import Counter
from dataclasses import dataclass
from itertools import count

from host.errors import HostError
from host.model.request import Request

_LOGGER = logging.getLogger("dungeon_host.pool")
# Seconds: the upper bounds of the bars of a histogram.
_BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, math.inf)
# The kind of the failure of a request for which nobody waits any more.
CANCELLED = "Cancelled"

# Numbers of requests, of all pools of this process.
_ids = count(1)


@dataclass(frozen=True, slots=True)
class Stats:
    """What a pool has done since it was opened."""

    # How many requests ended, also those that failed or that the queue refused.
    requests: int
    # Kind of failure -> how many: names of errors, such as "ModError", "Busy" and "DeadlineExceeded", and "Cancelled".
    failures: dict[str, int]
    # How many requests wait.
    queue: int
    # How many processes were started in place of others.
    restarts: int
    # Upper bound in seconds -> how many requests took up to so long and longer than the bound before, with waiting.
    seconds: dict[float, int]
    # Seconds that all of them took together.
    total_seconds: float
    # How many sets of mods are loaded.
    sets: int


@dataclass(frozen=True, slots=True)
class Health:
    """Whether a pool can answer requests."""

    # Whether it takes requests, and a worker at least has mods or gets them.
    ok: bool
    # How many workers there are, and how many of them could not load the mods when they last tried.
    workers: int
    broken: int


class Ledger:
    """Counts the requests of a pool. Threads may share it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._requests = 0
        self._failures: Counter[str] = Counter()
        self._seconds = dict.fromkeys(_BOUNDS, 0)
        self._total_seconds = 0.0

    def begin(self, request: Request) -> RequestEntry:
        """Return the entry of a request that begins now."""
        return RequestEntry(self, request)

    def count(self, seconds: float, failure: str | None) -> None:
        """Count a request that ended, with the kind of its failure if it failed."""
        with self._lock:
            self._requests += 1
            self._total_seconds += seconds
            self._seconds[next(bound for bound in _BOUNDS if seconds <= bound)] += 1
            if failure is not None:
                self._failures[failure] += 1

    def stats(self, *, queue: int, restarts: int, sets: int) -> Stats:
        """Return the numbers until now."""
        with self._lock:
            return Stats(
                self._requests,
                dict(self._failures),
                queue,
                restarts,
                dict(self._seconds),
                self._total_seconds,
                sets,
            )


class RequestEntry:
    """What a ledger knows of one request."""

    def __init__(self, ledger: Ledger, request: Request) -> None:
        self._ledger = ledger
        self._id = next(_ids)
        # `!r`, because a client of a server chose the name: a line of a log stays one line.
        self._name = f"request {self._id} ({request.generator!r}, seed {request.seed})"
        self._started = time.monotonic()
        self._lock = threading.Lock()
        self._has_ended = False

    def end(self, error: BaseException | None, *, is_cancelled: bool = False) -> None:
        """Note that the request was answered, or why it was not; its first end counts."""
        with self._lock:
            if self._has_ended:
                return
            self._has_ended = True
        seconds = time.monotonic() - self._started
        failure = CANCELLED if is_cancelled else None if error is None else type(error).__name__
        self._ledger.count(seconds, failure)
        if failure is None:
            self._log(logging.DEBUG, f"was answered after {seconds:.3f} s")
        elif error is None:
            self._log(logging.INFO, f"was cancelled after {seconds:.3f} s")
        else:
            # A HostError is the fault of a mod or a client; any other error is a fault of the host.
            level = logging.INFO if isinstance(error, HostError) else logging.ERROR
            self._log(level, f"failed after {seconds:.3f} s: {failure}: {str(error)!r}")

    def note_death(self, error: HostError) -> None:
        """Note that the worker of the request died."""
        self._log(logging.WARNING, f"lost its worker: {str(error)!r}")

    def _log(self, level: int, text: str) -> None:
        _LOGGER.log(level, "%s %s", self._name, text, extra={"request_id": self._id})
