"""Frames: the encoding of messages in the pipes between a child and its parent.

A frame is a length, a kind and a payload. Both directions use the same encoding.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from typing import Any, NoReturn

# Length of the payload in bytes (4 bytes, network order), kind (1 byte).
HEAD = struct.Struct("!IB")
# A pipe of Linux holds no more. Python allocates all of it for each read.
CHUNK = 1 << 16

# From the child. The last message of a task, or of a step of a server, is its result or its error; DATA is a result of
# bytes.
RESULT, DATA, ERROR = b"RDE"
# A line that a mod prints, a warning, a save.
PRINT, WARNING, SAVE = b"PWS"
# A request of the job, and a stop of a debugger; the child waits for the reply.
REQUEST, PAUSE = b"QB"
# What an observer of the mods reports at the end.
REPORT = ord("O")
# Where a mod is, once a second: the parent kills a child that cannot say so itself.
LOCATION = ord("L")
# A server is ready for the next command.
READY = ord("Y")
# From the parent.
REPLY, COMMAND = b"AC"
# Values and lists in a payload of more than a few bytes: Python takes many times the bytes of short ones.
_FEW_BYTES, _MOST_VALUES, _MOST_LISTS = 2**22, 2**25, 2**23
# Kinds whose payload is bytes; the payload of all others is JSON.
_BYTES = (SAVE, DATA)


def _reject_constant(word: str) -> NoReturn:
    raise ValueError(f"{word} is not JSON")


# The functions of `json` would make one for each text.
_ENCODER = json.JSONEncoder(separators=(",", ":"))
_DECODER = json.JSONDecoder(parse_constant=_reject_constant)


def pack(kind: int, payload: Any) -> bytes:
    """Return a frame with `payload`: bytes as they are, anything else as JSON."""
    data = payload if kind in _BYTES else _ENCODER.encode(payload).encode("ascii")
    return HEAD.pack(len(data), kind) + data


def unpack(kind: int, data: bytes) -> Any:
    """Return the payload of a frame. Raises ValueError for data that is not JSON, or has too many values."""
    return data if kind in _BYTES else decode(data)


def decode(data: bytes) -> Any:
    """Return the plain data of JSON. Raises as `unpack` does."""
    if len(data) > _FEW_BYTES and (
        data.count(b",") > _MOST_VALUES or data.count(b"[") + data.count(b"{") > _MOST_LISTS
    ):
        raise ValueError("it has too many values")
    return _DECODER.decode(data.decode())


class Unpacker:
    """Splits a stream of bytes into messages."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        # Bytes of the frame at the start of the buffer that are still to come.
        self.missing = 0

    def feed(self, data: bytes) -> Iterator[tuple[int, Any]]:
        """Yield (kind, payload) of each complete frame. Raises ValueError for a payload that is not JSON."""
        self._buffer += data
        self.missing = 0
        while len(self._buffer) >= HEAD.size:
            length, kind = HEAD.unpack_from(self._buffer)
            end = HEAD.size + length
            if len(self._buffer) < end:
                self.missing = end - len(self._buffer)
                return
            payload = unpack(kind, bytes(memoryview(self._buffer)[HEAD.size : end]))
            del self._buffer[:end]
            yield kind, payload
