"""The connection to an editor, by a port or by standard input and output: messages of the Debug Adapter Protocol.

Options: `--port`.
"""

from __future__ import annotations

import json
import os
import queue
import selectors
import socket
import threading
from typing import Any, NamedTuple

# Bytes of the longest message, and of its head.
_MOST_BYTES, _MOST_HEAD = 2**24, 4096
# Fields of the head of a message.
_FIELDS = {b"Content-Length", b"Content-Type"}
_PART = 65536
# Connections to a port that may wait to send a first message, and bytes of the longest one.
_MOST_WAITING, _MOST_FIRST = 64, 65536

Message = dict[str, Any]


class SessionEnded(KeyboardInterrupt):
    """The editor has ended the session: the command that runs ends, and reports nothing."""


class Connection:
    """Messages to and from an editor, over two descriptors. A thread reads, so that the mods can run meanwhile."""

    def __init__(self, incoming: int, outgoing: int, received: bytes = b"") -> None:
        """Begin to read from a descriptor, after what was `received` from it before."""
        self._incoming = incoming
        self._outgoing = outgoing
        self._received = bytearray(received)
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
            # A wrong message ends the session: where the next one begins is unknown.
            pass
        self._arrived.put(None)

    def _read(self) -> Message | None:
        # Not through a buffer of Python: a fork while this thread holds its lock would never get it.
        while (parsed := _parse(self._received)) is None:
            part = os.read(self._incoming, _PART)
            if not part:
                return None
            self._received += part
        del self._received[: parsed.length]
        return parsed.message


def accept_editor(server: socket.socket) -> tuple[socket.socket, bytes]:
    """Wait for an editor; return its connection, and what was received from it.

    The first message of an editor is `initialize`. A connection that sends anything else is closed, and half a message
    does not keep an editor from the port.
    """
    waiting: dict[socket.socket, bytearray] = {}
    server.setblocking(False)
    with selectors.DefaultSelector() as selector:
        selector.register(server, selectors.EVENT_READ, server)

        def cut_off(connection: socket.socket) -> None:
            selector.unregister(connection)
            del waiting[connection]
            connection.close()

        try:
            while True:
                for key, _ in selector.select():
                    connection: socket.socket = key.data
                    try:
                        if connection is server:
                            accepted, _ = server.accept()
                            accepted.setblocking(False)
                            waiting[accepted] = bytearray()
                            selector.register(accepted, selectors.EVENT_READ, accepted)
                            if len(waiting) > _MOST_WAITING:
                                cut_off(next(iter(waiting)))
                        elif connection in waiting and _receive_first(connection, waiting[connection]):
                            connection.setblocking(True)
                            return connection, bytes(waiting.pop(connection))
                    except BlockingIOError:
                        continue
                    except (OSError, ValueError, RecursionError):
                        if connection in waiting:
                            cut_off(connection)
        finally:
            for connection in list(waiting):
                connection.close()


def _receive_first(connection: socket.socket, received: bytearray) -> bool:
    """Receive a part of a first message, and return whether it is whole. Raises OSError or ValueError for any other."""
    part = connection.recv(_PART)
    received += part
    parsed = _parse(received)
    if parsed is not None:
        if (parsed.message.get("type"), parsed.message.get("command")) != ("request", "initialize"):
            raise ValueError(parsed.message)
        return True
    if not part or len(received) > _MOST_FIRST:
        raise ValueError(received)
    return False


class _Parsed(NamedTuple):
    """A message, and its length in bytes with the head."""

    message: Message
    length: int


def _parse(received: bytearray) -> _Parsed | None:
    """Return the first message of what was received; None while it is not whole. Raises ValueError for no message."""
    end = received.find(b"\r\n\r\n", 0, _MOST_HEAD)
    if end < 0:
        if len(received) >= _MOST_HEAD:
            raise ValueError(received[:_MOST_HEAD])
        return None
    fields = dict(line.split(b":", 1) for line in bytes(received[:end]).split(b"\r\n"))
    if not fields.keys() <= _FIELDS:
        # A browser can send a request to the port for any page; its head has other fields.
        raise ValueError(fields)
    length = int(fields[b"Content-Length"]) if b"Content-Length" in fields else -1
    if not 0 <= length <= _MOST_BYTES:
        raise ValueError(length)
    start = end + 4
    if len(received) < start + length:
        return None
    message = _clean(json.loads(received[start : start + length]))
    if not isinstance(message, dict):
        raise ValueError(message)
    return _Parsed(message, start + length)


def _clean(value: Any) -> Any:
    """Return what an editor sent without NUL and lone surrogates, which neither paths nor words of Lua may have."""
    if isinstance(value, str):
        return value.replace("\0", "").encode("utf-8", "replace").decode()
    if isinstance(value, list):
        return [_clean(item) for item in value]
    if isinstance(value, dict):
        return {_clean(key): _clean(item) for key, item in value.items()}
    return value
