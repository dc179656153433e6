"""What goes over the pipe from the child to its parent: frames of a length, a kind and a payload."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from typing import Any, NoReturn

# length of the payload (4 bytes, network order), kind (1 byte).
_HEAD = struct.Struct("!IB")

PRINT, WARNING, ERROR, RESULT, SAVE, VIEW = b"PWERSV"
# A child that forks others is ready for the next command.
READY = ord("Y")
# Kinds whose payload is bytes; the payload of all others is JSON.
_BYTES = (SAVE,)


def pack(kind: int, payload: Any) -> bytes:
    """A frame whose payload is `payload`: bytes as they are, anything else as JSON."""
    data = payload if kind in _BYTES else json.dumps(payload, separators=(",", ":")).encode("ascii")
    return _HEAD.pack(len(data), kind) + data


class Unpacker:
    """Frames out of a stream of bytes."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._received = 0
        # Bytes received in all, and still to come in a frame that has begun.
        self.announced = 0

    @property
    def waiting(self) -> int:
        """Bytes of the frame that has begun, those to come among them."""
        return len(self._buffer) + self.announced - self._received

    def feed(self, data: bytes) -> Iterator[tuple[int, Any]]:
        """(kind, payload) of the frames that are complete. Raises ValueError for what is no frame."""
        self._buffer += data
        self._received = self.announced = self._received + len(data)
        while len(self._buffer) >= _HEAD.size:
            length, kind = _HEAD.unpack_from(self._buffer)
            end = _HEAD.size + length
            if len(self._buffer) < end:
                self.announced += end - len(self._buffer)
                return
            data = bytes(memoryview(self._buffer)[_HEAD.size : end])
            payload = data if kind in _BYTES else json.loads(data, parse_constant=_refuse)
            del self._buffer[:end]
            yield kind, payload


def _refuse(word: str) -> NoReturn:
    raise ValueError(f"{word} is no JSON")
