"""The system calls of Linux that Python has no names for.

They are made with ctypes, and not with bindings of libseccomp or the like: those have to be compiled or come with the
system, so that the host could not count on them, and each of these calls is a number and a struct.
"""

from __future__ import annotations

import ctypes
import errno
import os
import sys
from collections.abc import Callable
from functools import cache
from typing import cast

# The machines whose system calls have the numbers we know.
MACHINE = os.uname().machine if sys.platform == "linux" and sys.maxsize > 2**32 else ""

PR_SET_PDEATHSIG, PR_GET_PDEATHSIG = 1, 2
PR_GET_DUMPABLE, PR_SET_DUMPABLE = 3, 4
PR_SET_NO_NEW_PRIVS, PR_GET_NO_NEW_PRIVS = 38, 39


def syscall(number: int, *arguments: int | ctypes.Array[ctypes.c_char] | None) -> int:
    """The answer of a system call. Raises OSError."""
    libc = _libc()
    libc.syscall.restype = ctypes.c_long
    return _checked(libc.syscall(*(ctypes.c_long(_word(argument)) for argument in (number, *arguments))))


def prctl(what: int, value: int | ctypes.Array[ctypes.c_char] = 0) -> int:
    """The answer of prctl with one argument. Raises OSError."""
    return _checked(_libc().prctl(ctypes.c_int(what), *(ctypes.c_long(word) for word in (_word(value), 0, 0, 0))))


def fork() -> int:
    """os.fork for a process with one thread, without what Python does in the child: new locks for threads that do not
    run, and new seeds for numbers that nobody draws, take longer than a small test."""
    pid = _bare_fork()() if sys.platform == "linux" else -1
    # Python says best why there can be none.
    return os.fork() if pid == -1 else pid


@cache
def _bare_fork() -> Callable[[], int]:
    # PyDLL keeps Python's own lock, which the child then has.
    return cast(Callable[[], int], ctypes.PyDLL(None).fork)


@cache
def _libc() -> ctypes.CDLL:
    if sys.platform != "linux":
        # Others have calls of these numbers too, which do something else.
        raise OSError(errno.ENOSYS, "not offered by this system")
    return ctypes.CDLL(None, use_errno=True)


def _word(argument: int | ctypes.Array[ctypes.c_char] | None) -> int:
    if argument is None:
        return 0
    return argument if isinstance(argument, int) else ctypes.addressof(argument)


def _checked(answer: int) -> int:
    if answer < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return answer
