"""Landlock: what files a process, and all that it starts, can still reach (Linux 5.13 and later)."""

from __future__ import annotations

import contextlib
import ctypes
import os
import stat
import struct
from collections.abc import Iterable

from host.process.kernel import syscall

# The same on every machine.
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_VERSION_FLAG = 1
_PATH_BENEATH = 1

_READ_FILE, _READ_DIR = 1 << 2, 1 << 3
# How many rights on files a version knows, from the lowest bit; later versions know as many as the last.
_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
_BIND_TCP, _CONNECT_TCP = 1, 2
_ABSTRACT_SOCKETS, _SIGNALS = 1, 2


def version() -> int:
    """The version of Landlock that the kernel has. Raises OSError if it has none."""
    return syscall(_CREATE_RULESET, None, 0, _VERSION_FLAG)


def restrict(readable: Iterable[str]) -> None:
    """From now on this thread reads only files in `readable` (folders and files) and changes, makes and runs none; it
    opens no TCP connection from version 4, and signals nobody outside from version 6. What is open stays open.

    Raises OSError. Needs no-new-privileges.
    """
    found = version()
    files = (1 << _FILE_RIGHTS.get(found, _FILE_RIGHTS[5])) - 1
    attributes = [files]
    if found >= 4:
        attributes.append(_BIND_TCP | _CONNECT_TCP)
    if found >= 6:
        attributes.append(_ABSTRACT_SOCKETS | _SIGNALS)
    rules = _struct(f"={len(attributes)}Q", *attributes)
    ruleset = syscall(_CREATE_RULESET, rules, 8 * len(attributes), 0)
    try:
        for path in readable:
            # What is not there cannot be read either.
            with contextlib.suppress(FileNotFoundError, NotADirectoryError, PermissionError):
                _allow(ruleset, path)
        syscall(_RESTRICT_SELF, ruleset, 0)
    finally:
        os.close(ruleset)


def _allow(ruleset: int, path: str) -> None:
    place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        rights = _READ_FILE | _READ_DIR if stat.S_ISDIR(os.fstat(place).st_mode) else _READ_FILE
        syscall(_ADD_RULE, ruleset, _PATH_BENEATH, _struct("=Qi", rights, place), 0)
    finally:
        os.close(place)


def _struct(form: str, *values: int) -> ctypes.Array[ctypes.c_char]:
    data = struct.pack(form, *values)
    return ctypes.create_string_buffer(data, len(data))
