"""Limits for examples/web_service.py: how often a client may ask, and when mods of strangers get their turn."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncGenerator, Set
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass

from host.errors import BudgetError, DiedError

# Clients and uploads of which something is known.
MOST_KNOWN = 10_000
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
        if len(self._clients) > MOST_KNOWN:
            self._clients.popitem(last=False)
        if left < 1:
            raise Wait(429, f"at most {self._rate:g} requests a second", (1 - left) / self._rate)


@dataclass
class Upload:
    """What is known of an upload: until when it waits, how many slow dungeons it had in a row, and what runs."""

    running: asyncio.Semaphore
    until: float = 0.0
    slow: int = 0


class Turns:
    """Turns of uploads. Their dungeons leave a worker to others, and they wait when they are a burden to others."""

    def __init__(self, workers: int) -> None:
        self._at_once = max(1, workers - 1)
        # The uploads that were asked for last, by name.
        self._uploads: OrderedDict[str, Upload] = OrderedDict()
        # Seconds that a dungeon takes as a rule, with waiting.
        self._usual = LEAST_SLOW

    @asynccontextmanager
    async def turn(self, names: Set[str]) -> AsyncGenerator[None]:
        """Wait for the turn of a request with these uploads, which is the body. Raises Wait."""
        uploads = [self._find(name) for name in sorted(names)]
        async with uploads[0].running if uploads else nullcontext():
            begin = time.monotonic()
            if (until := max((upload.until for upload in uploads), default=0.0)) > begin:
                raise Wait(503, "this mod was a burden to others, and has to wait", until - begin)
            rest = 0.0
            try:
                yield
            except (BudgetError, DiedError):
                rest = PENALTY
                raise
            finally:
                took = time.monotonic() - begin
                is_slow = self._is_slow(took)
                for upload in uploads:
                    upload.slow = upload.slow + 1 if is_slow else 0
                    pause = max(rest, REST * took if upload.slow >= IN_A_ROW else 0.0)
                    # Another dungeon of the upload may have ended meanwhile, and have to wait longer.
                    upload.until = max(upload.until, begin + took + pause)

    def _find(self, name: str) -> Upload:
        upload = self._uploads.pop(name, None) or Upload(asyncio.Semaphore(self._at_once))
        self._uploads[name] = upload
        if len(self._uploads) > MOST_KNOWN:
            self._uploads.popitem(last=False)
        return upload

    def _is_slow(self, seconds: float) -> bool:
        """Return whether a dungeon that took so long was slow, and learn what is usual: few slow ones change little."""
        is_slow = seconds > max(LEAST_SLOW, SLOW * self._usual)
        self._usual += 0.05 * (min(seconds, 2 * self._usual) - self._usual)
        return is_slow
