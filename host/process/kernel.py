"""System calls of Linux that Python has no functions for.

They use ctypes. Bindings such as libseccomp has have to be compiled or come with the system, so the host could not
rely on them; and each of these calls is only a number and a struct.
"""

from __future__ import annotations

import ctypes
import errno
import os
import sys
from collections.abc import Callable
from functools import cache
from typing import cast

# The machine, when the numbers of its system calls are listed here; else empty.
MACHINE = os.uname().machine if sys.platform == "linux" and sys.maxsize > 2**32 else ""

PR_SET_PDEATHSIG, PR_GET_PDEATHSIG = 1, 2
PR_GET_DUMPABLE, PR_SET_DUMPABLE = 3, 4
PR_SET_NO_NEW_PRIVS, PR_GET_NO_NEW_PRIVS = 38, 39


def syscall(number: int, *arguments: int | ctypes.Array[ctypes.c_char] | None) -> int:
    """Make a system call and return its result. Raises OSError."""
    libc = _linux()
    libc.syscall.restype = ctypes.c_long
    return _checked(libc.syscall(*(ctypes.c_long(_word(argument)) for argument in (number, *arguments))))


def prctl(operation: int, value: int | ctypes.Array[ctypes.c_char] = 0) -> int:
    """Call prctl with one argument and return its result. Raises OSError."""
    return _checked(_linux().prctl(ctypes.c_int(operation), *(ctypes.c_long(word) for word in (_word(value), 0, 0, 0))))


def read(path: str) -> bytes:
    """Read a small file of /proc. Raises OSError.

    A fork that opens a file by `open` or `Path` first copies the memory that these use: half a millisecond.
    """
    file = os.open(path, os.O_RDONLY)
    try:
        return os.read(file, 4096)
    finally:
        os.close(file)


def fork() -> int:
    """Fork a process that has one thread; return 0 in the child and its number in the parent.

    Faster than os.fork, which gives the child new locks for threads that do not run and new seeds for random numbers
    that nobody draws: that takes longer than a small test.
    """
    pid = _bare_fork()() if sys.platform == "linux" else -1
    # os.fork raises the error that explains a failure.
    return os.fork() if pid == -1 else pid


@cache
def _bare_fork() -> Callable[[], int]:
    # PyDLL does not release the global interpreter lock, so the child holds it.
    return cast(Callable[[], int], ctypes.PyDLL(None).fork)


@cache
def libc() -> ctypes.CDLL:
    """Return the C library. Windows has no name for all that is loaded."""
    return ctypes.CDLL(None, use_errno=True)


def _linux() -> ctypes.CDLL:
    if sys.platform != "linux":
        # On other systems the same numbers mean other calls.
        raise OSError(errno.ENOSYS, "not offered by this system")
    return libc()


def _word(argument: int | ctypes.Array[ctypes.c_char] | None) -> int:
    if argument is None:
        return 0
    return argument if isinstance(argument, int) else ctypes.addressof(argument)


def _checked(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result
