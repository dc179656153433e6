"""Reading from several pipes at once on Windows, with a thread for each."""

from __future__ import annotations

import os
import queue
import threading

from host.process.frames import CHUNK


class ThreadedPipes:
    """Pipes with a thread each."""

    def __init__(self, *descriptors: int) -> None:
        # Few chunks are stored, so that a child that sends too much has to wait.
        self._chunks: queue.Queue[tuple[int, bytes]] = queue.Queue(maxsize=4)
        self._open = set(descriptors)
        self._closed = threading.Event()
        for descriptor in descriptors:
            # The thread reads a copy of its own: the descriptor may be closed at any moment, and another pipe get its
            # number.
            threading.Thread(target=self._read, args=(descriptor, os.dup(descriptor)), daemon=True).start()

    def _read(self, descriptor: int, copy: int) -> None:
        data = b"more"
        while data and not self._closed.is_set():
            try:
                data = os.read(copy, CHUNK)
            except OSError:
                data = b""
            while not self._closed.is_set():
                try:
                    self._chunks.put((descriptor, data), timeout=0.1)
                except queue.Full:
                    continue
                break
        os.close(copy)

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
