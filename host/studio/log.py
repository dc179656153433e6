"""The log: the last lines that mods printed, and warnings about them."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from host.errors import shorten, visible
from host.studio.events import Batch

# Lines that are stored, and characters of each; lines that a page gets at a time.
_MOST_LINES, _MOST_CHARACTERS, _MOST_SENT = 1000, 2000, 200
# Seconds in which lines are collected into one message.
_QUIET = 0.1


class Line(NamedTuple):
    """A line of the log: its number, from 1; "print" or "warning"; its text."""

    number: int
    kind: str
    text: str


class Log:
    """The last lines of mods, which any thread may add."""

    def __init__(self, notify: Callable[[dict[str, Any]], None]) -> None:
        """Make an empty log. `notify` takes new lines now and then, in the thread of the event loop."""
        self._notify = notify
        self._lines: deque[Line] = deque(maxlen=_MOST_LINES)
        self._count = 0
        self._sent = 0
        self._lock = threading.Lock()
        self._batch = Batch(self._send, _QUIET)

    def attach(self, loop: asyncio.AbstractEventLoop) -> None:
        """Notify in the thread of this loop from now on."""
        self._batch.attach(loop)

    def print(self, text: str) -> None:
        """Add what a mod printed."""
        self._add("print", text)

    def warn(self, text: str) -> None:
        """Add a warning."""
        self._add("warning", text)

    def lines(self) -> list[Line]:
        """Return the stored lines."""
        with self._lock:
            return list(self._lines)

    def clear(self) -> None:
        """Remove all lines."""
        with self._lock:
            self._lines.clear()
            # Nobody misses lines that were not sent yet.
            self._sent = self._count

    def _add(self, kind: str, text: str) -> None:
        shown = visible(shorten(text, _MOST_CHARACTERS))
        with self._lock:
            self._count += 1
            self._lines.append(Line(self._count, kind, shown))
        self._batch.request()

    def _send(self) -> None:
        """Notify of the lines since the last call; of a flood, only of the last ones."""
        with self._lock:
            new = [line for line in self._lines if line.number > self._sent][-_MOST_SENT:]
            left_out = self._count - self._sent - len(new)
            self._sent = self._count
        self._notify({"lines": as_data(new), "left_out": left_out})


def as_data(lines: Sequence[Line]) -> list[dict[str, Any]]:
    """Return lines as plain data."""
    return [line._asdict() for line in lines]
