"""The parent's side: starts a child for a job, listens, and kills it when its time is up."""

from __future__ import annotations

import json
import os
import selectors
import signal
import sys
import time
import warnings
from collections.abc import Callable
from dataclasses import asdict
from typing import Any, NoReturn, Protocol

from host.errors import BudgetError, DiedError, HostError
from host.worker import frames
from host.worker.jobs import Job, Say

DEFAULT_TIMEOUT = 30.0
# The most a child may send, frames and all.
MOST_ANSWERED = 512 * 2**20
# How much of what a dying child says is kept.
_MOST_LAST_WORDS = 20_000
_CHUNK = 1 << 20
_TICK = 0.1
# On macOS a forked child may not use much of what the system loaded; elsewhere without fork there is no choice.
START_METHOD = "fork" if hasattr(os, "fork") and sys.platform != "darwin" else "spawn"

_SPAWN = "import json,sys; sys.path[:]=json.loads(sys.argv[1]); from host.worker.child import main; main()"


class _Child(Protocol):
    """A running child: descriptors to read frames and last words from."""

    output: int
    words: int

    def kill(self) -> None: ...

    def wait(self) -> int:
        """How it ended: the exit code, or minus the signal that killed it."""


def run_job(
    job: Job,
    *,
    timeout: float = DEFAULT_TIMEOUT,
    say: Say,
    warn: Say,
    tick: Callable[[float], None] | None = None,
    method: str = START_METHOD,
) -> Any:
    """Do a job in a child and return its result.

    `say` gets what mods print, `warn` what is wrong with them; `tick` is called now and then with the seconds gone by.
    Raises HostError as the job does; BudgetError when the time is up; DiedError when the child ends without an answer.
    """
    child: _Child = _Forked(job) if method == "fork" else _Spawned(job)
    started = time.monotonic()
    words = bytearray()
    try:
        found = _listen(child, started, timeout, words, say, warn, tick)
    except BaseException:
        child.kill()
        child.wait()
        raise
    finally:
        os.close(child.output)
        os.close(child.words)
    if found is None:
        _explain(child.wait(), words.decode("utf-8", "replace"))
    child.kill()
    child.wait()
    kind, payload = found
    if kind == frames.ERROR:
        raise HostError.from_data(payload)
    return payload


def _listen(
    child: _Child,
    started: float,
    timeout: float,
    words: bytearray,
    say: Say,
    warn: Say,
    tick: Callable[[float], None] | None,
) -> tuple[int, Any] | None:
    """The frame that ends the job, or None when the child is gone without one."""
    unpacker = frames.Unpacker()
    with selectors.DefaultSelector() as selector:
        selector.register(child.output, selectors.EVENT_READ)
        selector.register(child.words, selectors.EVENT_READ)
        while selector.get_map():
            gone = time.monotonic() - started
            if gone >= timeout:
                raise BudgetError(
                    f"the mods took longer than {timeout:g} s and were stopped; --timeout SECONDS gives them more"
                )
            if tick is not None:
                tick(gone)
            for key, _ in selector.select(min(_TICK, timeout - gone)):
                data = os.read(key.fd, _CHUNK)
                if not data:
                    selector.unregister(key.fd)
                elif key.fd == child.words:
                    words += data[: _MOST_LAST_WORDS - len(words)]
                else:
                    for kind, payload in _unpack(unpacker, data):
                        if kind == frames.PRINT:
                            say(str(payload))
                        elif kind == frames.WARNING:
                            warn(str(payload))
                        else:
                            return kind, payload
    return None


def _unpack(unpacker: frames.Unpacker, data: bytes) -> list[tuple[int, Any]]:
    try:
        found = list(unpacker.feed(data))
    except ValueError:
        raise DiedError("the child process sent what is no answer") from None
    if unpacker.received > MOST_ANSWERED:
        raise BudgetError(f"the mods gave more than {MOST_ANSWERED // 2**20} MiB of output and were stopped")
    return found


def _explain(status: int, words: str) -> NoReturn:
    """Say why a child ended without an answer."""
    if "not enough memory" in words or "MemoryError" in words:
        raise BudgetError("the mods used up the memory they may have, and Lua gave up", details=words)
    if status < 0:
        try:
            name = signal.Signals(-status).name
        except ValueError:
            name = f"signal {-status}"
        known = {
            "SIGKILL": "it was killed from outside, perhaps because the machine ran out of memory",
            "SIGXCPU": "it used up the processor time it may have",
            "SIGSEGV": "it crashed",
            "SIGABRT": "it gave up",
        }
        why = f"{known.get(name, 'it was stopped')} ({name})"
    else:
        why = f"it ended with code {status}"
    raise DiedError(f"the child process that runs the mods died: {why}", details=words or None)


class _Forked:
    """A child forked from this process: nothing has to be imported again."""

    def __init__(self, job: Job) -> None:
        self.output, output = os.pipe()
        self.words, words = os.pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        with warnings.catch_warnings():
            # Python warns of forks beside threads; the child only computes, and starts no thread of its own.
            warnings.simplefilter("ignore", DeprecationWarning)
            self._pid = os.fork()
        if self._pid == 0:
            try:
                _become_child(output, words)
                from host.worker.child import work

                work(job, output)
            finally:
                os._exit(1)
        os.close(output)
        os.close(words)

    def kill(self) -> None:
        _kill_group(self._pid)

    def wait(self) -> int:
        _, status = os.waitpid(self._pid, 0)
        return os.waitstatus_to_exitcode(status)


def _become_child(output: int, words: int) -> None:
    """Leave everything of the parent but `output`, which stays, and `words`, which becomes standard error."""
    os.setsid()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGPIPE):
        signal.signal(number, signal.SIG_DFL)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(words, 1)
    os.dup2(words, 2)
    highest = os.sysconf("SC_OPEN_MAX")
    os.closerange(3, output)
    os.closerange(output + 1, min(highest, 65536) if highest > 0 else 65536)


def _kill_group(pid: int) -> None:
    try:
        os.killpg(pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        # It is gone, or has not become a group of its own yet.
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            return


class _Spawned:
    """A child in a fresh interpreter, for platforms without fork."""

    def __init__(self, job: Job) -> None:
        # Not imported where it is not needed: that takes as long as a fork.
        import subprocess

        self._process = subprocess.Popen(  # noqa: S603 - our own interpreter
            [sys.executable, "-I", "-c", _SPAWN, json.dumps(sys.path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        assert self._process.stdin and self._process.stdout and self._process.stderr  # noqa: S101, PT018
        self.output = os.dup(self._process.stdout.fileno())
        self.words = os.dup(self._process.stderr.fileno())
        self._process.stdout.close()
        self._process.stderr.close()
        try:
            self._process.stdin.write(
                json.dumps({**job._asdict(), "arguments": dict(job.arguments), "budgets": asdict(job.budgets)}).encode()
            )
            self._process.stdin.close()
        except BrokenPipeError:
            # It died at once; what it says will be heard.
            pass

    def kill(self) -> None:
        if hasattr(os, "killpg"):
            _kill_group(self._process.pid)
        else:
            self._process.kill()

    def wait(self) -> int:
        return self._process.wait()
