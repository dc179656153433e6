"""Landlock: which files a process, and all that it starts, can access (Linux 5.13 and later)."""

from __future__ import annotations

import contextlib
import ctypes
import os
import stat
import struct
from collections.abc import Iterable

from host.process.kernel import syscall

# Numbers of the system calls, the same on every machine.
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_VERSION_FLAG = 1
_PATH_BENEATH = 1

_READ_FILE, _READ_DIR = 1 << 2, 1 << 3
# Version -> number of rights on files, from the lowest bit; later versions have as many as the last one here.
_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
_BIND_TCP, _CONNECT_TCP = 1, 2
_ABSTRACT_SOCKETS, _SIGNALS = 1, 2


def version() -> int:
    """Return the version of Landlock of the kernel. Raises OSError if it has none."""
    return syscall(_CREATE_RULESET, None, 0, _VERSION_FLAG)


def restrict(readable: Iterable[str]) -> None:
    """Let this thread only read `readable` (files, and folders with all in them), and create, change or run no file.

    From version 4 it also opens no TCP connection, and from version 6 it signals no process outside. Open files stay
    open. Raises OSError. Requires no-new-privileges.
    """
    kernel_version = version()
    files = (1 << _FILE_RIGHTS.get(kernel_version, _FILE_RIGHTS[5])) - 1
    attributes = [files]
    if kernel_version >= 4:
        attributes.append(_BIND_TCP | _CONNECT_TCP)
    if kernel_version >= 6:
        attributes.append(_ABSTRACT_SOCKETS | _SIGNALS)
    rules = _struct(f"={len(attributes)}Q", *attributes)
    ruleset = syscall(_CREATE_RULESET, rules, 8 * len(attributes), 0)
    try:
        for path in readable:
            # A missing file cannot be read either.
            with contextlib.suppress(FileNotFoundError, NotADirectoryError, PermissionError):
                _allow(ruleset, path)
        syscall(_RESTRICT_SELF, ruleset, 0)
    finally:
        os.close(ruleset)


def _allow(ruleset: int, path: str) -> None:
    descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        rights = _READ_FILE | _READ_DIR if stat.S_ISDIR(os.fstat(descriptor).st_mode) else _READ_FILE
        syscall(_ADD_RULE, ruleset, _PATH_BENEATH, _struct("=Qi", rights, descriptor), 0)
    finally:
        os.close(descriptor)


def _struct(layout: str, *values: int) -> ctypes.Array[ctypes.c_char]:
    data = struct.pack(layout, *values)
    return ctypes.create_string_buffer(data, len(data))
