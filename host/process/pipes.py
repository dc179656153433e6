"""Listening to several pipes at once."""

from __future__ import annotations

import os
import queue
import selectors
import sys
import threading
from typing import Protocol

_CHUNK = 1 << 20


class Pipes(Protocol):
    """The ends to read of some pipes."""

    def receive(self, seconds: float) -> list[tuple[int, bytes]]:
        """What has come, by descriptor, after at most so many seconds."""

    def ended(self) -> bool:
        """Whether nothing can come any more."""

    def close(self) -> None: ...


class Selected:
    """Pipes that the system watches."""

    def __init__(self, *descriptors: int) -> None:
        self._selector = selectors.DefaultSelector()
        for descriptor in descriptors:
            self._selector.register(descriptor, selectors.EVENT_READ)

    def receive(self, seconds: float) -> list[tuple[int, bytes]]:
        found = []
        for key, _ in self._selector.select(seconds):
            data = os.read(key.fd, _CHUNK)
            if data:
                found.append((key.fd, data))
            else:
                self._selector.unregister(key.fd)
        return found

    def ended(self) -> bool:
        return not self._selector.get_map()

    def close(self) -> None:
        self._selector.close()


class Threaded:
    """Pipes with a thread each, for Windows, which can watch no pipes."""

    def __init__(self, *descriptors: int) -> None:
        # No more than a few chunks wait, so that a child that says much has to wait as well.
        self._found: queue.Queue[tuple[int, bytes]] = queue.Queue(maxsize=4)
        self._open = set(descriptors)
        self._closed = threading.Event()
        for descriptor in descriptors:
            threading.Thread(target=self._read, args=(descriptor,), daemon=True).start()

    def _read(self, descriptor: int) -> None:
        data = b"more"
        while data and not self._closed.is_set():
            try:
                data = os.read(descriptor, _CHUNK)
            except OSError:
                data = b""
            while not self._closed.is_set():
                try:
                    self._found.put((descriptor, data), timeout=0.1)
                except queue.Full:
                    continue
                break

    def receive(self, seconds: float) -> list[tuple[int, bytes]]:
        try:
            descriptor, data = self._found.get(timeout=max(seconds, 0))
        except queue.Empty:
            return []
        if data:
            return [(descriptor, data)]
        self._open.discard(descriptor)
        return []

    def ended(self) -> bool:
        return not self._open

    def close(self) -> None:
        self._closed.set()


LISTENER: type[Selected | Threaded] = Threaded if sys.platform == "win32" else Selected
