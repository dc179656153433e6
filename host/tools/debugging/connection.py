"""The connection to an editor: messages of the Debug Adapter Protocol over two descriptors."""

from __future__ import annotations

import json
import os
import queue
import threading
from typing import Any

# Bytes of the longest message, and of its head.
_MOST_BYTES, _MOST_HEAD = 2**24, 4096
# Fields of the head of a message.
_FIELDS = {b"Content-Length", b"Content-Type"}

Message = dict[str, Any]


class SessionEnded(KeyboardInterrupt):
    """The editor has ended the session: the command that runs ends, and reports nothing."""


class Connection:
    """Messages to and from an editor, over two descriptors. A thread reads, so that the mods can run meanwhile."""

    def __init__(self, incoming: int, outgoing: int) -> None:
        self._incoming = incoming
        self._outgoing = outgoing
        self._sequence = 0
        # Messages that arrived; None at the end.
        self._arrived: queue.Queue[Message | None] = queue.Queue()
        threading.Thread(target=self._read_all, daemon=True).start()

    def receive(self, *, wait: bool) -> Message | None:
        """Return the next message; without `wait` None when none is there. Raises SessionEnded after the last one."""
        try:
            message = self._arrived.get(block=wait)
        except queue.Empty:
            return None
        if message is None:
            self._arrived.put(None)
            raise SessionEnded
        return message

    def send(self, kind: str, **fields: Any) -> None:
        """Send a message. Raises SessionEnded when the editor is gone."""
        self._sequence += 1
        body = json.dumps({"seq": self._sequence, "type": kind, **fields}).encode("utf-8", "replace")
        data = memoryview(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        try:
            while data:
                data = data[os.write(self._outgoing, data) :]
        except OSError:
            raise SessionEnded from None

    def _read_all(self) -> None:
        try:
            while (message := self._read()) is not None:
                self._arrived.put(message)
        except (OSError, ValueError, RecursionError):
            # What is no message ends the session: nobody knows where the next one begins.
            pass
        self._arrived.put(None)

    def _read(self) -> Message | None:
        head = b""
        # Not through a buffer of Python: a fork while this thread holds its lock would never get it.
        while not head.endswith(b"\r\n\r\n"):
            byte = os.read(self._incoming, 1)
            if not byte:
                return None
            head += byte
            if len(head) > _MOST_HEAD:
                raise ValueError(head)
        fields = dict(line.split(b":", 1) for line in head.strip().split(b"\r\n"))
        if not fields.keys() <= _FIELDS:
            # A browser can send a request to the port for any page; its head has other fields.
            raise ValueError(head)
        left = int(fields[b"Content-Length"]) if b"Content-Length" in fields else -1
        if not 0 <= left <= _MOST_BYTES:
            raise ValueError(left)
        body = b""
        while len(body) < left:
            part = os.read(self._incoming, left - len(body))
            if not part:
                return None
            body += part
        message = _clean(json.loads(body))
        if not isinstance(message, dict):
            raise ValueError(body)
        return message


def _clean(value: Any) -> Any:
    """Return what an editor sent without NUL and lone surrogates, which neither paths nor words of Lua may have."""
    if isinstance(value, str):
        return value.replace("\0", "").encode("utf-8", "replace").decode()
    if isinstance(value, list):
        return [_clean(item) for item in value]
    if isinstance(value, dict):
        return {_clean(key): _clean(item) for key, item in value.items()}
    return value
