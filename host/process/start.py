"""Starting child processes: by fork, or as a fresh interpreter where a fork is not possible."""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Protocol

from host.process import collect_rarely
from host.process.channel import run
from host.process.task import Task, resolve

# Variables without which a Python or its libraries may not start; a child clears them before mods run.
_ENVIRONMENT = ("SYSTEMROOT", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
# On macOS a forked child may not use many libraries of the system; Windows has no fork.
START_METHOD = "fork" if hasattr(os, "fork") and sys.platform != "darwin" else "spawn"
# The ways to start a process that this system offers.
METHODS = tuple(dict.fromkeys((START_METHOD, "spawn")))

# The first folder is the one of this package: another one of its name may be in front of it on the path.
_PROGRAM = (
    "import json,sys,typing; sys.path[:]=json.loads(sys.argv[1]); import host; del sys.path[0]; "
    "from host.process.channel import main; main()"
)
_FOLDER = Path(__file__).resolve().parents[2]


class Process(Protocol):
    """A running child process, and the descriptors of its pipes."""

    # Descriptors: frames from the child, its standard error, and messages to the child if its task takes messages.
    output: int
    errors: int
    input: int | None

    def kill(self) -> None:
        """End it and all that it started; a dead process may be killed again."""

    def ended(self) -> bool:
        """Whether it is dead."""

    def wait(self) -> int:
        """Return how it ended: the exit code, or minus the signal that killed it."""

    def close(self) -> None:
        """Close the descriptors."""


class Forked:
    """A fork of this process, which has nothing to import again.

    It ends with the last reference to this object, because Ctrl-C may come between the lines that start and close it.
    """

    # The numbers of the process that starts the fork, and of the fork; None before the start.
    _parent: int | None = None
    _pid: int | None = None
    _status: int | None = None
    output = errors = -1
    input: int | None = None

    def __init__(self, task: Task) -> None:
        # Imported by the parent, once for all forks.
        function = resolve(task.function)
        for stream in (sys.stdout, sys.stderr):
            # A program without standard streams, such as a server, has None.
            if stream is not None:
                stream.flush()
        with defer_interrupts() as mask:
            self._parent = os.getpid()
            self.output, output = os.pipe()
            self.errors, errors = os.pipe()
            if task.takes_messages:
                messages, self.input = os.pipe()
            else:
                messages = os.open(os.devnull, os.O_RDONLY)
            try:
                with warnings.catch_warnings():
                    # Python warns of forks beside threads; the child only computes, and starts no thread.
                    warnings.simplefilter("ignore", DeprecationWarning)
                    self._pid = os.fork()
                if self._pid == 0:
                    try:
                        output = _become_child(output, errors, messages)
                        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
                        run(task, function, output)
                    finally:
                        os._exit(1)
            finally:
                os.close(output)
                os.close(errors)
                os.close(messages)

    def kill(self) -> None:
        # A process that was waited for is gone, and another one may have its number.
        if self._pid is not None and self._status is None:
            _kill_group(self._pid)

    def ended(self) -> bool:
        return self._pid is None or self._status is not None or _has_ended(self._pid)

    def wait(self) -> int:
        with defer_interrupts():
            if self._pid is not None and self._status is None:
                _, status = os.waitpid(self._pid, 0)
                self._status = os.waitstatus_to_exitcode(status)
        return self._status or 0

    def close(self) -> None:
        with defer_interrupts():
            _close(self)

    def __del__(self) -> None:
        # A fork of the parent has this object, too.
        if self._parent == os.getpid():
            self.kill()
            self.wait()
            self.close()


@contextmanager
def defer_interrupts() -> Iterator[set[int]]:
    """Defer Ctrl-C to the end of a block, which gets the set of signals that were deferred before.

    Python ignores what Ctrl-C raises in some functions, such as those that end weak references or run after a fork.
    Windows defers nothing.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield set()
        return
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
    # Another thread may take the signal now, and Python still runs the handler in its main thread.
    handler = signal.getsignal(signal.SIGINT)
    # Without their frames, which would keep objects of Lua alive for longer than their state.
    arrived: list[int] = []
    is_replaced = callable(handler) and threading.current_thread() is threading.main_thread()
    if is_replaced:
        signal.signal(signal.SIGINT, lambda number, _: arrived.append(number))
    try:
        yield mask
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        if is_replaced:
            signal.signal(signal.SIGINT, handler)
        if arrived and callable(handler):
            handler(arrived[0], None)


def _become_child(output: int, errors: int, messages: int) -> int:
    """Close all descriptors of the parent but `output`, whose new number is returned.

    `errors` becomes standard error, `messages` standard input.
    """
    os.setsid()
    # Objects of the parent are exempt from garbage collection: looking through them would copy their memory.
    gc.freeze()
    collect_rarely()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGPIPE):
        signal.signal(number, signal.SIG_DFL)
    output, errors, messages = map(_move_up, (output, errors, messages))
    os.dup2(messages, 0)
    os.dup2(errors, 1)
    os.dup2(errors, 2)
    for descriptor in _list_descriptors():
        if descriptor > 2 and descriptor != output:
            # The list itself was a descriptor.
            with suppress(OSError):
                os.close(descriptor)
    return output


def _move_up(descriptor: int) -> int:
    """Return a descriptor above the standard streams, which a pipe may have in a program that has closed them."""
    while descriptor <= 2:
        descriptor = os.dup(descriptor)
    return descriptor


def _list_descriptors() -> Iterable[int]:
    """Return the numbers of all open descriptors, and perhaps of others; some may be above the limit of today."""
    try:
        return [int(name) for name in os.listdir("/proc/self/fd")]  # noqa: PTH208 - the import of a path takes longer
    except OSError:
        highest = os.sysconf("SC_OPEN_MAX")
        return range(min(highest, 65536) if highest > 0 else 65536)


def _kill_group(pid: int) -> None:
    try:
        os.killpg(pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        # The process is gone, or not the leader of a group yet.
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def _has_ended(pid: int) -> bool:
    """Whether a child is dead.

    The child is not reaped: its number, and the number of its process group, stay taken.
    """
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


class Spawned:
    """A fresh interpreter, for platforms without fork."""

    def __init__(self, task: Task) -> None:
        # Not at the top: the import takes as long as a fork, which does not need it.
        import subprocess

        path = json.dumps([str(_FOLDER), *(str(Path(entry).absolute()) for entry in sys.path)])
        self._process = subprocess.Popen(  # noqa: S603 - our own interpreter
            [sys.executable, "-I", "-c", _PROGRAM, path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            env=_environment(),
        )
        assert self._process.stdin and self._process.stdout and self._process.stderr  # noqa: S101, PT018
        self.output = os.dup(self._process.stdout.fileno())
        self.errors = os.dup(self._process.stderr.fileno())
        self.input: int | None = os.dup(self._process.stdin.fileno()) if task.takes_messages else None
        self._process.stdout.close()
        self._process.stderr.close()
        # A process that died at once has explained itself on standard error.
        with suppress(BrokenPipeError):
            self._process.stdin.write(json.dumps(task.to_data()).encode() + b"\n" + (task.data or b""))
            self._process.stdin.close()

    def kill(self) -> None:
        if self._process.returncode is not None:
            return
        if hasattr(os, "killpg"):
            _kill_group(self._process.pid)
        else:
            self._process.kill()

    def ended(self) -> bool:
        if self._process.returncode is not None:
            return True
        return _has_ended(self._process.pid) if hasattr(os, "waitid") else self._process.poll() is not None

    def wait(self) -> int:
        return self._process.wait()

    def close(self) -> None:
        _close(self)


# How a process is started -> what starts it.
STARTERS: Mapping[str, Callable[[Task], Process]] = {"fork": Forked, "spawn": Spawned}


def _close(process: Forked | Spawned) -> None:
    for descriptor in (process.output, process.errors, process.input):
        if descriptor is not None and descriptor >= 0:
            os.close(descriptor)
    process.output = process.errors = -1
    process.input = None


def _environment() -> dict[str, str]:
    # A child may have one thread, and numpy would start more on a machine with more processors.
    return {"OPENBLAS_NUM_THREADS": "1", **{name: os.environ[name] for name in _ENVIRONMENT if name in os.environ}}
