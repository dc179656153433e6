"""Limits for examples/web_service.py: how often a client may ask, and when mods of strangers get their turn."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncGenerator, Set
from contextlib import asynccontextmanager

from host.errors import BudgetError, DiedError

MOST_CLIENTS = 10_000
# Seconds that an upload waits that used up its budgets or killed its worker; then it may make one more dungeon.
PENALTY = 120.0
# A dungeon is slow that takes so many times as long as usual, and at least so many seconds. An upload with so many
# slow dungeons one after another (the first ones load the mod) waits so many times as long as the last one took.
SLOW, LEAST_SLOW, IN_A_ROW, REST = 3, 0.1, 3, 30


class Wait(Exception):  # noqa: N818 - no error, but what a client shall do
    """It is not the turn of a client or an upload: the status of HTTP, why, and the seconds until it is."""

    def __init__(self, status: int, reason: str, seconds: float) -> None:
        super().__init__(reason)
        self.status, self.seconds = status, seconds


class Rate:
    """Requests of each client: `rate` a second, and as many at once; 0 for any number."""

    def __init__(self, rate: float) -> None:
        self._rate = rate
        # Client -> requests that it may make now, and when that was.
        self._clients: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def count(self, client: str) -> None:
        """Count a request. Raises Wait."""
        if not self._rate:
            return
        now, most = time.monotonic(), max(1.0, self._rate)
        left, before = self._clients.pop(client, (most, now))
        left = min(most, left + (now - before) * self._rate)
        self._clients[client] = (left - 1 if left >= 1 else left, now)
        if len(self._clients) > MOST_CLIENTS:
            self._clients.popitem(last=False)
        if left < 1:
            raise Wait(429, f"at most {self._rate:g} requests a second", (1 - left) / self._rate)


class Turns:
    """Turns of uploads. Their dungeons leave a worker to others, and they wait when they are a burden to others."""

    def __init__(self, workers: int) -> None:
        self._at_once = max(1, workers - 1)
        # Upload -> until when it waits, how many slow dungeons in a row, and what lets so many run at a time.
        self._waits: dict[str, float] = {}
        self._slow: dict[str, int] = {}
        self._running: dict[str, asyncio.Semaphore] = {}
        # Seconds that a dungeon takes as a rule, with waiting.
        self._usual = LEAST_SLOW

    @asynccontextmanager
    async def turn(self, uploads: Set[str]) -> AsyncGenerator[None]:
        """Wait for the turn of a request with these uploads, which is the body. Raises Wait."""
        if not uploads:
            begin = time.monotonic()
            yield
            self._is_slow(time.monotonic() - begin)
            return
        async with self._running.setdefault(min(uploads), asyncio.Semaphore(self._at_once)):
            begin = time.monotonic()
            if (until := max(self._waits.get(name, 0.0) for name in uploads)) > begin:
                raise Wait(503, "this mod was a burden to others, and has to wait", until - begin)
            rest = 0.0
            try:
                yield
            except (BudgetError, DiedError):
                rest = PENALTY
                raise
            finally:
                took = time.monotonic() - begin
                in_a_row = max(self._slow.get(name, 0) for name in uploads) + 1 if self._is_slow(took) else 0
                if in_a_row >= IN_A_ROW:
                    rest = max(rest, REST * took)
                self._slow |= dict.fromkeys(uploads, in_a_row)
                self._waits |= dict.fromkeys(uploads, begin + took + rest)

    def _is_slow(self, seconds: float) -> bool:
        """Return whether a dungeon that took so long was slow, and learn what is usual: few slow ones change little."""
        is_slow = seconds > max(LEAST_SLOW, SLOW * self._usual)
        self._usual += 0.05 * (min(seconds, 2 * self._usual) - self._usual)
        return is_slow
