"""Wiping the environment of a child process: the passwords and keys of its parent.

A forked child has the memory of its parent. Variables lie there up to three times: in the block that the system shows
as /proc/PID/environ, in the heap of the C library when the program has set them, and in `os.environ`. To remove a
variable leaves its text in all of them.
"""

from __future__ import annotations

import ctypes
import os
import sys
from typing import NamedTuple

from host.process import kernel

# Where Linux says at which addresses the environment of a process starts and ends, and the numbers of these fields.
_STAT = "/proc/self/stat"
_START, _END = 50, 51
# The name of the process is the second field, and may hold spaces: the fields behind it are counted.
_NAME = 2
# Bytes of an object of Python in front of the text of a `bytes`.
_HEAD = bytes.__basicsize__ - 1


class Block(NamedTuple):
    """A range of addresses."""

    start: int
    end: int


# The environment that this process was started with, as `wipe` left it; empty where the system does not tell.
block = Block(0, 0)


def wipe() -> None:
    """Overwrite all variables by zeros and remove them. Call it only in a child: objects that hold a value change."""
    global block
    if sys.platform != "win32":
        block = _find_block()
        ctypes.memset(block.start, 0, block.end - block.start)
        for address in _list_variables():
            if not block.start <= address < block.end:
                ctypes.memset(address, 0, len(ctypes.string_at(address)))
        # `os.environ.clear` would make a copy of each value.
        texts = [text for variable in os.environb.items() for text in variable]
        os.environb.clear()
        for text in texts:
            # All of Python shares the shorter ones.
            if len(text) > 1:
                ctypes.memset(id(text) + _HEAD, 0, len(text))
    # On other systems than Windows nothing is left, unless the program put something in its place.
    os.environ.clear()


def remains() -> bool:
    """Return whether this process finds a text where its environment was."""
    found = [ctypes.string_at(block.start, block.end - block.start).strip(b"\0")]
    if sys.platform != "win32":
        found += [ctypes.string_at(address) for address in _list_variables()]
    return bool(os.environ) or any(found)


def _list_variables() -> list[int]:
    """Return the addresses of the variables that the C library has."""
    try:
        start = ctypes.c_void_p.in_dll(kernel.libc(), "environ").value
    except ValueError:
        # macOS shows them to programs in another way. There a child is a fresh interpreter, which got none.
        return []
    addresses: list[int] = []
    if start is not None:
        variables = ctypes.cast(start, ctypes.POINTER(ctypes.c_void_p))
        while address := variables[len(addresses)]:
            addresses.append(address)
    return addresses


def _find_block() -> Block:
    try:
        fields = kernel.read(_STAT).rpartition(b")")[2].split()
        return Block(*(int(fields[number - _NAME - 1]) for number in (_START, _END)))
    except (OSError, IndexError):
        # Without /proc, as in some containers.
        return Block(0, 0)
