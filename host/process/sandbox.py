"""The sandbox: what a child process gives up before it runs mods.

The Lua state restricts mods by rules of the host; the sandbox is the second line of defence, for a hole in those rules.
"""

from __future__ import annotations

import errno
import math
import os
import signal
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from host.process import kernel, landlock, seccomp

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

# Bytes of memory for Python, beside those for Lua.
MARGIN = 512 * 2**20
# Where Linux says how much memory a process uses, and more than what the host uses before mods run, in bytes.
_STATM = "/proc/self/statm"
_USUAL_SPACE = 2**30
# Seconds of processor time beyond the wall clock: that limit has the better message; this one works without a parent.
_EXTRA_SECONDS = 2
_DESCRIPTORS = 32
# Limits that only forked processes get, not the process that forks them.
_LIMITS_OF_FORKS = ("RLIMIT_CPU", "RLIMIT_NPROC")
_MOST_SECONDS = 10**9
# Versions that restrict more: TCP connections, signals to others.
_LATER_LANDLOCKS = (4, 6)

ON = ""
NOT_OFFERED = "not offered by this system"
# Means of the sandbox -> why it is not in force, or ON; as the last `enter` in this process left it.
outcomes: dict[str, str] = {}


def enter(readable: Iterable[Path], *, memory: int, seconds: float, forks: bool = False) -> None:
    """Give up all rights that the system lets this process give up, except reading Python, the host and `readable`.

    `memory` is what Lua may use, in bytes; `seconds` how long the parent waits. With `forks` the process keeps the
    right to fork and may use any processor time; each fork then calls `enter_fork`. Never fails: `outcomes` says what
    the system does not offer, and `dungeon-host doctor` shows it.
    """
    outcomes.clear()
    for name in _LIMITS:
        if not (forks and name in _LIMITS_OF_FORKS):
            _try(name, lambda name=name: _set_limit(name, memory, seconds))  # type: ignore[misc]
    _try("PR_SET_PDEATHSIG", _die_with_parent)
    _try("PR_SET_DUMPABLE", _be_private)
    _try("PR_SET_NO_NEW_PRIVS", _renounce_privileges)
    _try("Landlock", lambda: _restrict_files(readable))
    for version in _LATER_LANDLOCKS:
        _try(f"Landlock {version}", lambda version=version: _check_landlock(version))  # type: ignore[misc]
    _try("seccomp", seccomp.restrict_forking if forks else seccomp.restrict)


def enter_fork(*, seconds: float) -> None:
    """Give up, in a fork of a process that entered with `forks`, the rights that it kept; the rest is inherited."""
    for name in _LIMITS_OF_FORKS:
        _try(name, lambda name=name: _set_limit(name, 0, seconds))  # type: ignore[misc]
    end_with_parent()
    _try("seccomp", seccomp.restrict_fork)


def end_with_parent() -> None:
    """End this process when its parent ends; a fork does not inherit that."""
    _try("PR_SET_PDEATHSIG", _die_with_parent)


def _try(name: str, apply: Callable[[], None]) -> None:
    try:
        apply()
    except (OSError, ValueError, ImportError, AttributeError) as error:
        outcomes[name] = getattr(error, "strerror", None) or NOT_OFFERED
    else:
        outcomes[name] = ON


# -- limits


def _set_limit(name: str, memory: int, seconds: float) -> None:
    number = getattr(resource, name)
    _, most = resource.getrlimit(number)
    limit = _LIMITS[name](memory, seconds)
    if most != resource.RLIM_INFINITY:
        limit = min(limit, most)
    # A soft limit below the hard one sends another signal (SIGXCPU).
    grace = 1 if name == "RLIMIT_CPU" else 0
    resource.setrlimit(number, (limit - min(grace, limit), limit))


# Name -> the limit, from what Lua may use in bytes and how long the parent waits in seconds.
_LIMITS: dict[str, Callable[[int, float], int]] = {
    "RLIMIT_AS": lambda memory, _: _address_space() + memory + MARGIN,
    "RLIMIT_CPU": lambda _, seconds: _processor_seconds(seconds) + 1,
    "RLIMIT_FSIZE": lambda *_: 0,
    "RLIMIT_NOFILE": lambda *_: _DESCRIPTORS,
    "RLIMIT_NPROC": lambda *_: _processes(),
    "RLIMIT_CORE": lambda *_: 0,
}


def _address_space() -> int:
    """Return the bytes that this process uses now: a forked child starts with the memory of its parent."""
    try:
        return int(kernel.read(_STATM).split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        if sys.platform != "linux":
            raise
        # Without /proc, as in some containers.
        return _USUAL_SPACE


def _processor_seconds(seconds: float) -> int:
    used = sum(os.times()[:2])
    return math.ceil(min(used + seconds, _MOST_SECONDS)) + _EXTRA_SECONDS


def _processes() -> int:
    if os.geteuid() == 0:
        raise OSError(errno.EPERM, "does not bind root")
    return 0


# -- Linux


def _die_with_parent() -> None:
    kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)


def _be_private() -> None:
    kernel.prctl(kernel.PR_SET_DUMPABLE, 0)


def _renounce_privileges() -> None:
    kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)


def _restrict_files(readable: Iterable[Path]) -> None:
    # A later import may need libraries of the system, which cannot be read then.
    import numpy.random  # noqa: F401

    landlock.restrict([str(path) for path in (*_python(), *readable)])


def _check_landlock(version: int) -> None:
    if outcomes["Landlock"] != ON:
        raise OSError(errno.ENOSYS, outcomes["Landlock"])
    if landlock.version() < version:
        raise OSError(errno.ENOSYS, f"this system has version {landlock.version()}")


def _python() -> set[Path]:
    """Return the folders of the standard library, of the host and of the packages that it uses."""
    files = {name: getattr(sys.modules.get(name), "__file__", None) for name in ("os", "host", "lupa", "numpy")}
    folders = {name: Path(file).resolve().parent for name, file in files.items() if file}
    return {folder if name in ("os", "host") else folder.parent for name, folder in folders.items()}
