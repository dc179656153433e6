"""Messages to the pages that are open, as server-sent events."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from typing import Any

# Pages that may be open at a time, and messages that may wait for a slow one.
_MOST_PAGES, _MOST_WAITING = 32, 64
# Seconds between two messages that keep a connection alive.
_PAUSE = 15.0


class Hub:
    """Sends each message to all pages. A page that reads too slowly is cut off, and connects again."""

    def __init__(self) -> None:
        # Texts that wait for each page; None ends the stream.
        self._pages: set[asyncio.Queue[str | None]] = set()

    def send(self, kind: str, data: Mapping[str, Any]) -> None:
        """Send a message to all pages. Call it in the thread of the event loop."""
        text = f"event: {kind}\ndata: {json.dumps(data)}\n\n"
        for page in list(self._pages):
            if page.qsize() >= _MOST_WAITING:
                self._cut_off(page)
            else:
                page.put_nowait(text)

    def close(self) -> None:
        """End all streams."""
        for page in list(self._pages):
            self._cut_off(page)

    def is_full(self) -> bool:
        """Return whether no more pages may connect."""
        return len(self._pages) >= _MOST_PAGES

    def stream(self, first: Mapping[str, Any]) -> AsyncIterator[str]:
        """Yield the texts for a page: a message `hello` with the data `first`, and then all that are sent."""
        # The page counts from now on, and not only when its first text is asked for.
        page: asyncio.Queue[str | None] = asyncio.Queue()
        self._pages.add(page)
        return self._texts(page, first)

    async def _texts(self, page: asyncio.Queue[str | None], first: Mapping[str, Any]) -> AsyncIterator[str]:
        try:
            # A page that was cut off asks again after so many milliseconds.
            yield f"retry: 500\nevent: hello\ndata: {json.dumps(first)}\n\n"
            while True:
                try:
                    text = await asyncio.wait_for(page.get(), _PAUSE)
                except TimeoutError:
                    text = ": still here\n\n"
                if text is None:
                    return
                yield text
        finally:
            self._pages.discard(page)

    def _cut_off(self, page: asyncio.Queue[str | None]) -> None:
        self._pages.discard(page)
        while not page.empty():
            page.get_nowait()
        page.put_nowait(None)


class Batch:
    """Sends a message soon after it was asked for, once for all who ask meanwhile, in the thread of an event loop."""

    def __init__(self, send: Callable[[], None], seconds: float) -> None:
        """Prepare to call `send` a number of `seconds` after the first who asks."""
        self._send = send
        self._seconds = seconds
        self._lock = threading.Lock()
        self._is_due = False
        self._loop: asyncio.AbstractEventLoop | None = None

    def attach(self, loop: asyncio.AbstractEventLoop) -> None:
        """Send in the thread of this loop from now on."""
        self._loop = loop

    def request(self) -> None:
        """Send soon. Any thread may ask."""
        with self._lock:
            if self._is_due or self._loop is None:
                return
            self._is_due = True
        self.call(self._loop.call_later, self._seconds, self._send_now)

    def call(self, function: Callable[..., object], *arguments: object) -> None:
        """Call a function in the thread of the loop, unless that has ended. Any thread may ask."""
        if self._loop is not None:
            # The loop may end in the middle of this call.
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(function, *arguments)

    def _send_now(self) -> None:
        with self._lock:
            self._is_due = False
        self._send()
