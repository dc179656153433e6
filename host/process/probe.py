"""Attempts, in a sandboxed child, of acts that the sandbox must refuse; `dungeon-host doctor` shows the results."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from host.process import environment, kernel, sandbox
from host.process.channel import Channel

# Files in the temporary folder that the parent makes: one with text, and one that is executable.
SECRET, PROGRAM = "secret", "program"

Attempt = Callable[[Path], bool]


class Protection(NamedTuple):
    """An act that the sandbox refuses, and why."""

    name: str
    why: str
    # Attempts it in the temporary folder; returns whether it was refused.
    is_refused: Attempt
    # Means of the sandbox that refuse it (`sandbox.outcomes`); none when the start of a child does.
    means: tuple[str, ...] = ()


def probe(_: Channel, folder: str) -> list[dict[str, Any]]:
    """Try all protections in this process; return each as {"name", "why", "state", "by"}.

    `state` is "on", "off" (a means against the act is in force, and the act worked all the same) or "not offered by
    this system"; `by` lists the means in force, or why they are not.
    """
    return [_try(protection, Path(folder)) for protection in PROTECTIONS]


def _try(protection: Protection, folder: Path) -> dict[str, Any]:
    outcomes = {name: sandbox.outcomes.get(name, sandbox.NOT_OFFERED) for name in protection.means}
    by = [name for name, outcome in outcomes.items() if outcome == sandbox.ON]
    try:
        is_refused = protection.is_refused(folder)
    except (OSError, ValueError, AttributeError, ImportError):
        is_refused = False
    if is_refused:
        state = "on"
    elif by or not (protection.means or sys.platform == "win32"):
        state = "off"
    else:
        state = sandbox.NOT_OFFERED
        by = [f"{name}: {outcome}" for name, outcome in outcomes.items() if outcome != sandbox.NOT_OFFERED]
    by = by or ([] if protection.means else ["dungeon-host"])
    return {"name": protection.name, "why": protection.why, "state": state, "by": by}


def _fails(act: Callable[[], object]) -> bool:
    try:
        act()
    except OSError:
        return True
    return False


def _limit(name: str) -> int | None:
    """Return a limit that is in force, or None."""
    import resource

    limit, _ = resource.getrlimit(getattr(resource, name))
    return None if limit == resource.RLIM_INFINITY else limit


# -- attempts


def _environment(_: Path) -> bool:
    try:
        shown = kernel.read("/proc/self/environ")
    except OSError:
        shown = b""
    return not environment.remains() and not shown.strip(b"\0")


def _descriptors(_: Path) -> bool:
    def is_open(number: int) -> bool:
        return not _fails(lambda: os.fstat(number))

    # Only the pipe to the parent.
    return sum(map(is_open, range(3, 4096))) == 1 and os.read(0, 1) == b""


def _group(_: Path) -> bool:
    return os.getpgrp() == os.getpid()


def _orphan(_: Path) -> bool:
    import ctypes
    import signal

    number = ctypes.create_string_buffer(4)
    kernel.prctl(kernel.PR_GET_PDEATHSIG, number)
    return int.from_bytes(number.raw, sys.byteorder) == signal.SIGKILL


def _memory(_: Path) -> bool:
    import mmap

    limit = _limit("RLIMIT_AS")
    return limit is not None and _fails(lambda: mmap.mmap(-1, limit))


def _processor(_: Path) -> bool:
    return _limit("RLIMIT_CPU") is not None


def _open_files(_: Path) -> bool:
    limit = _limit("RLIMIT_NOFILE")
    copies: list[int] = []
    try:
        return limit is not None and _fails(lambda: copies.extend(os.dup(0) for _ in range(limit)))
    finally:
        for copy in copies:
            os.close(copy)


def _writing(folder: Path) -> bool:
    def write() -> None:
        with (folder / SECRET).open("ab", buffering=0) as file:
            file.write(b"more")

    return _fails(write)


def _changing(folder: Path) -> bool:
    return all(
        _fails(act)
        for act in (
            (folder / "new").touch,
            (folder / "new folder").mkdir,
            lambda: (folder / SECRET).rename(folder / "renamed"),
            lambda: (folder / SECRET).chmod(0o777),
            (folder / SECRET).unlink,
        )
    )


def _reading(folder: Path) -> bool:
    return _fails((folder / SECRET).read_bytes) and _fails(lambda: list(folder.iterdir()))


def _sockets(_: Path) -> bool:
    import socket

    def opens(family: int, kind: int) -> bool:
        return not _fails(lambda: socket.socket(family, kind).close())

    kinds = product((socket.AF_INET, socket.AF_INET6, socket.AF_UNIX), (socket.SOCK_STREAM, socket.SOCK_DGRAM))
    return not any(opens(*kind) for kind in kinds)


def _connections(_: Path) -> bool:
    import socket

    try:
        with socket.socket() as connection:
            # Nothing listens there: an error of the peer (refused) differs from an error of the system (permission).
            connection.connect(("127.0.0.1", 1))
    except PermissionError:
        return True
    except OSError:
        return False
    return False


def _processes(_: Path) -> bool:
    try:
        pid = os.fork()
    except OSError:
        return True
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)
    return False


def _programs(folder: Path) -> bool:
    try:
        os.execv(folder / PROGRAM, [PROGRAM])  # noqa: S606 - the file is not a program, so the call returns
    except PermissionError:
        return True
    except OSError:
        return False


def _signals(_: Path) -> bool:
    return _fails(lambda: os.kill(os.getppid(), 0))


def _privileges(_: Path) -> bool:
    return kernel.prctl(kernel.PR_GET_NO_NEW_PRIVS) == 1


def _privacy(_: Path) -> bool:
    return _limit("RLIMIT_CORE") == 0 and kernel.prctl(kernel.PR_GET_DUMPABLE) == 0


PROTECTIONS = (
    Protection("an empty environment", "passwords and keys lie in environments", _environment),
    Protection("no open files of the parent", "an open file needs no permission", _descriptors),
    Protection("a process group of its own", "it can be killed with all that it started", _group),
    Protection("an end with the parent", "no process runs on without supervision", _orphan, ("PR_SET_PDEATHSIG",)),
    Protection("a limit on memory", "a mod cannot use up the memory of the machine", _memory, ("RLIMIT_AS",)),
    Protection(
        "a limit on processor time", "it ends even when its parent does not stop it", _processor, ("RLIMIT_CPU",)
    ),
    Protection(
        "a limit on open files", "a mod cannot use up the open files of the system", _open_files, ("RLIMIT_NOFILE",)
    ),
    Protection("writing no file", "a disk cannot be filled", _writing, ("RLIMIT_FSIZE", "Landlock", "seccomp")),
    Protection("changing no file", "no file is created, renamed or removed", _changing, ("Landlock", "seccomp")),
    Protection("reading only mods and Python", "a mod cannot read your files", _reading, ("Landlock",)),
    Protection("no TCP connections", "a mod sends nothing over the network", _connections, ("Landlock 4", "seccomp")),
    Protection("no sockets", "nor over any other connection", _sockets, ("seccomp",)),
    Protection("no new processes", "a mod cannot start copies of itself", _processes, ("RLIMIT_NPROC", "seccomp")),
    Protection("no programs", "no program of the system can be run", _programs, ("Landlock", "seccomp")),
    Protection("no signals to others", "a mod cannot stop another program", _signals, ("Landlock 6", "seccomp")),
    Protection("no new privileges", "no program gives it more rights", _privileges, ("PR_SET_NO_NEW_PRIVS",)),
    Protection(
        "no core dump, no debugger",
        "its memory is not written to disk or read by others",
        _privacy,
        ("PR_SET_DUMPABLE",),
    ),
)
