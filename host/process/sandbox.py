"""What a child gives up before any mod runs.

The Lua state keeps mods in by rules of our own; this holds if one of them has a hole.
"""

from __future__ import annotations

import errno
import math
import os
import signal
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from host.mods.manifest import is_mod
from host.paths import BUNDLED_MODS, LUA
from host.process import kernel, landlock, seccomp

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

# Beside what Lua may use, for what Python makes of it.
MARGIN = 512 * 2**20
# Longer than the wall clock, because that one tells more; this one holds when nobody is left to look at it.
_MORE_SECONDS = 2
_DESCRIPTORS = 32
# Limits that do not bind a process that forks others.
_KEPT_BY_FORKING = ("RLIMIT_CPU", "RLIMIT_NPROC")
_MOST_SECONDS = 10**9
# The versions that keep a process from more: TCP connections, signals to others.
_LATER_LANDLOCKS = (4, 6)

ON = ""
NOT_OFFERED = "not offered by this system"
# Name of a means -> why it is not in force, or ON; as the last `confine` in this process found it.
applied: dict[str, str] = {}


def confine(readable: Iterable[Path], *, memory: int, seconds: float, forks: bool = False) -> None:
    """Give up all that the system lets this process give up, but reading `readable`, our own Lua and mods, and Python.

    `memory` is what Lua may use, in bytes, `seconds` how long the parent waits. One that `forks` keeps that right and
    may use any time; each fork then calls `confine_fork`. Never fails: what a system does not offer is written down in
    `applied`, which `dungeon-host doctor` shows.
    """
    applied.clear()
    for name in _LIMITS:
        if not (forks and name in _KEPT_BY_FORKING):
            _try(name, lambda name=name: _set_limit(name, memory, seconds))  # type: ignore[misc]
    _try("PR_SET_PDEATHSIG", _die_with_parent)
    _try("PR_SET_DUMPABLE", _be_private)
    _try("PR_SET_NO_NEW_PRIVS", _renounce_privileges)
    _try("Landlock", lambda: _landlock(readable))
    for version in _LATER_LANDLOCKS:
        _try(f"Landlock {version}", lambda version=version: _landlock_has(version))  # type: ignore[misc]
    _try("seccomp", seccomp.restrict_forking if forks else seccomp.restrict)


def confine_fork(*, seconds: float) -> None:
    """Give up, in the fork of a process that is confined and `forks`, what that one kept; the rest is inherited."""
    for name in _KEPT_BY_FORKING:
        _try(name, lambda name=name: _set_limit(name, 0, seconds))  # type: ignore[misc]
    stay_with_parent()
    _try("seccomp", seccomp.restrict_fork)


def stay_with_parent() -> None:
    """Let this fork end when its parent does, which is no right that is inherited."""
    _try("PR_SET_PDEATHSIG", _die_with_parent)


def _try(name: str, apply: Callable[[], None]) -> None:
    try:
        apply()
    except (OSError, ValueError, ImportError, AttributeError) as error:
        applied[name] = getattr(error, "strerror", None) or NOT_OFFERED
    else:
        applied[name] = ON


# -- limits


def _set_limit(name: str, memory: int, seconds: float) -> None:
    which = getattr(resource, name)
    _, most = resource.getrlimit(which)
    wanted = _LIMITS[name](memory, seconds)
    if most != resource.RLIM_INFINITY:
        wanted = min(wanted, most)
    # Only what is less than the most is told by a signal of its own.
    grace = 1 if name == "RLIMIT_CPU" else 0
    resource.setrlimit(which, (wanted - min(grace, wanted), wanted))


# Name -> what it is lowered to, from what Lua may use in bytes and how long the parent waits.
_LIMITS: dict[str, Callable[[int, float], int]] = {
    "RLIMIT_AS": lambda memory, _: _address_space() + memory + MARGIN,
    "RLIMIT_CPU": lambda _, seconds: _processor_seconds(seconds) + 1,
    "RLIMIT_FSIZE": lambda *_: 0,
    "RLIMIT_NOFILE": lambda *_: _DESCRIPTORS,
    "RLIMIT_NPROC": lambda *_: _processes(),
    "RLIMIT_CORE": lambda *_: 0,
}


def _address_space() -> int:
    """What this process has now, in bytes: a forked child begins with all that its parent has."""
    with Path("/proc/self/statm").open("rb") as file:
        return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")


def _processor_seconds(seconds: float) -> int:
    used = sum(os.times()[:2])
    return math.ceil(min(used + seconds, _MOST_SECONDS)) + _MORE_SECONDS


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


def _landlock(readable: Iterable[Path]) -> None:
    # What is loaded later may need libraries of the system, which cannot be read then.
    import numpy.random  # noqa: F401

    landlock.restrict([str(path) for path in (*_python(), LUA, *with_links(BUNDLED_MODS), *readable)])


def _landlock_has(version: int) -> None:
    if applied["Landlock"] != ON:
        raise OSError(errno.ENOSYS, applied["Landlock"])
    if landlock.version() < version:
        raise OSError(errno.ENOSYS, f"this system has version {landlock.version()}")


def with_links(folder: Path) -> list[Path]:
    """A folder of mods, and the mods to which links in it lead."""
    try:
        links = [sub.resolve() for sub in folder.iterdir() if sub.is_symlink()]
        return [folder, *(link for link in links if is_mod(link))]
    except (OSError, RuntimeError):
        return [folder]


def _python() -> set[Path]:
    """Where the standard library, our own code and the packages lie."""
    files = {name: getattr(sys.modules.get(name), "__file__", None) for name in ("os", "host", "lupa", "numpy")}
    places = {name: Path(file).resolve().parent for name, file in files.items() if file}
    return {place if name in ("os", "host") else place.parent for name, place in places.items()}
