"""Tries, in a confined child, what must not work there: what `dungeon-host doctor` tells is what happened."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from host.process import kernel, sandbox

# In the folder for trying that the parent makes: a file with text, and one that the system would run.
SECRET, PROGRAM = "secret", "program"

Refused = Callable[[Path], bool]


class Protection(NamedTuple):
    """What is held back, and what for; `refused` tries it, given the folder, and `means` are those of `confine`."""

    name: str
    why: str
    refused: Refused
    means: tuple[str, ...] = ()


def probe(folder: str) -> list[dict[str, Any]]:
    """Each protection as {"name", "why", "state", "by"}: `state` is "on", "off" (there is something against it, and it
    worked all the same) or "not offered by this system"; `by` are the means in force, or what kept them from it."""
    return [_tried(protection, Path(folder)) for protection in PROTECTIONS]


def _tried(protection: Protection, folder: Path) -> dict[str, Any]:
    outcomes = {name: sandbox.applied.get(name, sandbox.NOT_OFFERED) for name in protection.means}
    by = [name for name, outcome in outcomes.items() if outcome == sandbox.ON]
    try:
        refused = protection.refused(folder)
    except (OSError, ValueError, AttributeError, ImportError):
        refused = False
    if refused:
        state = "on"
    elif by or not (protection.means or sys.platform == "win32"):
        state = "off"
    else:
        state = sandbox.NOT_OFFERED
        by = [f"{name}: {outcome}" for name, outcome in outcomes.items() if outcome != sandbox.NOT_OFFERED]
    return {"name": protection.name, "why": protection.why, "state": state, "by": by or list(_ours(protection))}


def _ours(protection: Protection) -> tuple[str, ...]:
    return () if protection.means else ("dungeon-host",)


def _fails(act: Callable[[], object]) -> bool:
    try:
        act()
    except OSError:
        return True
    return False


def _limit(name: str) -> int | None:
    """A limit that is in force, or None."""
    import resource

    found, _ = resource.getrlimit(getattr(resource, name))
    return None if found == resource.RLIM_INFINITY else found


# -- what is tried


def _environment(_: Path) -> bool:
    return not os.environ


def _descriptors(_: Path) -> bool:
    def is_open(number: int) -> bool:
        return not _fails(lambda: os.fstat(number))

    # The pipe for answers, and no other.
    return sum(map(is_open, range(3, 4096))) == 1 and os.read(0, 1) == b""


def _group(_: Path) -> bool:
    return os.getpgrp() == os.getpid()


def _orphan(_: Path) -> bool:
    import ctypes
    import signal

    found = ctypes.create_string_buffer(4)
    kernel.prctl(kernel.PR_GET_PDEATHSIG, found)
    return int.from_bytes(found.raw, sys.byteorder) == signal.SIGKILL


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
        with socket.socket() as one:
            # Nobody listens there: refused by a peer is not refused by the system.
            one.connect(("127.0.0.1", 1))
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
        os.execv(folder / PROGRAM, [PROGRAM])  # noqa: S606 - it is no program, so that this always comes back
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
    Protection("no open files of the parent", "what is open needs no permission", _descriptors),
    Protection("a process group of its own", "it can be killed with all that it started", _group),
    Protection("an end with the parent", "nothing runs on unwatched", _orphan, ("PR_SET_PDEATHSIG",)),
    Protection("a limit on memory", "a mod cannot take the memory of the machine", _memory, ("RLIMIT_AS",)),
    Protection("a limit on processor time", "it ends even if nobody stops it", _processor, ("RLIMIT_CPU",)),
    Protection("a limit on open files", "a mod cannot use up those of the system", _open_files, ("RLIMIT_NOFILE",)),
    Protection("writing no file", "a disk cannot be filled", _writing, ("RLIMIT_FSIZE", "Landlock", "seccomp")),
    Protection("changing no file", "nothing is made, renamed or removed", _changing, ("Landlock", "seccomp")),
    Protection("reading only mods and Python", "your files stay yours", _reading, ("Landlock",)),
    Protection("no TCP connections", "nothing is sent anywhere", _connections, ("Landlock 4", "seccomp")),
    Protection("no sockets", "nor in any other way", _sockets, ("seccomp",)),
    Protection("no new processes", "a mod cannot multiply", _processes, ("RLIMIT_NPROC", "seccomp")),
    Protection("no programs", "nothing of the system can be run", _programs, ("Landlock", "seccomp")),
    Protection("no signals to others", "a mod cannot stop another program", _signals, ("Landlock 6", "seccomp")),
    Protection("no new privileges", "no program gives it more rights", _privileges, ("PR_SET_NO_NEW_PRIVS",)),
    Protection("no core dump, no debugger", "its memory is not left lying", _privacy, ("PR_SET_DUMPABLE",)),
)
