"""Reading from several pipes at once."""

from __future__ import annotations

import os
import sys
from typing import Protocol

from host.process.frames import CHUNK

if sys.platform != "win32":
    import select


class Pipes(Protocol):
    """The reading ends of some pipes."""

    def receive(self, seconds: float) -> list[tuple[int, bytes]]:
        """Return the data that has arrived, by descriptor; wait for it at most `seconds`."""

    def ended(self) -> bool:
        """Return whether all writing ends are closed."""

    def close(self) -> None: ...


class PolledPipes:
    """Pipes that the system watches. The module `selectors` does the same, and takes longer to import."""

    def __init__(self, *descriptors: int) -> None:
        self._poll = select.poll()
        self._open = set(descriptors)
        for descriptor in descriptors:
            self._poll.register(descriptor, select.POLLIN)

    def receive(self, seconds: float) -> list[tuple[int, bytes]]:
        received = []
        for descriptor, _ in self._poll.poll(max(seconds, 0) * 1000):
            data = os.read(descriptor, CHUNK)
            if data:
                received.append((descriptor, data))
            else:
                self._poll.unregister(descriptor)
                self._open.discard(descriptor)
        return received

    def ended(self) -> bool:
        return not self._open

    def close(self) -> None:
        """Do nothing: the descriptors belong to the process."""


def read_pipes(*descriptors: int) -> Pipes:
    """Return the reader of some pipes that this system offers: Windows watches no pipes."""
    if sys.platform == "win32":
        from host.process.threaded_pipes import ThreadedPipes

        return ThreadedPipes(*descriptors)
    return PolledPipes(*descriptors)
