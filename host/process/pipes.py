"""Reading from several pipes at once."""

from __future__ import annotations

import os
import queue
import selectors
import sys
import threading
from typing import Protocol

# A pipe of Linux holds no more. Python allocates all of it for each read.
_CHUNK = 1 << 16


class Pipes(Protocol):
    """The reading ends of some pipes."""

    def receive(self, seconds: float) -> list[tuple[int, bytes]]:
        """Return the data that has arrived, by descriptor; wait for it at most `seconds`."""

    def ended(self) -> bool:
        """Return whether all writing ends are closed."""

    def close(self) -> None: ...


class Selected:
    """Pipes that a selector of the system watches."""

    def __init__(self, *descriptors: int) -> None:
        self._selector = selectors.DefaultSelector()
        for descriptor in descriptors:
            self._selector.register(descriptor, selectors.EVENT_READ)

    def receive(self, seconds: float) -> list[tuple[int, bytes]]:
        received = []
        for key, _ in self._selector.select(seconds):
            data = os.read(key.fd, _CHUNK)
            if data:
                received.append((key.fd, data))
            else:
                self._selector.unregister(key.fd)
        return received

    def ended(self) -> bool:
        return not self._selector.get_map()

    def close(self) -> None:
        self._selector.close()


class Threaded:
    """Pipes with a thread each: selectors of Windows do not take pipes."""

    def __init__(self, *descriptors: int) -> None:
        # Few chunks are stored, so that a child that sends too much has to wait.
        self._chunks: queue.Queue[tuple[int, bytes]] = queue.Queue(maxsize=4)
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
                    self._chunks.put((descriptor, data), timeout=0.1)
                except queue.Full:
                    continue
                break

    def receive(self, seconds: float) -> list[tuple[int, bytes]]:
        try:
            descriptor, data = self._chunks.get(timeout=max(seconds, 0))
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


READER: type[Selected | Threaded] = Threaded if sys.platform == "win32" else Selected
