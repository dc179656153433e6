"""The parent's side: starts a child for a job, listens, and kills it when its time is up."""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
import time
import warnings
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any, NoReturn, Protocol

from host.errors import BudgetError, DiedError, HostError
from host.process import frames
from host.process.child import work
from host.process.jobs import Ask, Job, Say, fits
from host.process.pipes import LISTENER, Pipes
from host.process.saving import unpack_save
from host.save.contents import WriteSave

# The most a child may send, frames and all.
MOST_ANSWERED = 512 * 2**20
# How much of what a dying child says is kept.
_MOST_LAST_WORDS = 20_000
_TICK = 0.1
# How long a child that can say no more may take to end, and what a dead one said to come.
_LAST_SECONDS = 1.0
# Without these a Python or its libraries may not start; a child clears them before mods run.
_KEPT = ("SYSTEMROOT", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
# On macOS a forked child may not use much of what the system loaded; elsewhere without fork there is no choice.
START_METHOD = "fork" if hasattr(os, "fork") and sys.platform != "darwin" else "spawn"

_SPAWN = (
    "import json,sys; from importlib import import_module; sys.path[:]=json.loads(sys.argv[1]); "
    "import_module(sys.argv[2]).main()"
)

_NO_ANSWER = "the child process that runs the mods sent what is no answer, and was not believed"


class Child(Protocol):
    """A running child: descriptors to read frames and last words from."""

    output: int
    words: int

    def kill(self) -> None:
        """End it and all that it started."""

    def ended(self) -> bool:
        """Whether it is dead."""

    def wait(self) -> int:
        """How it ended: the exit code, or minus the signal that killed it."""


def run_job(
    job: Job,
    *,
    say: Say,
    warn: Say,
    tick: Callable[[float], None] | None = None,
    write_save: WriteSave | None = None,
    ask: Ask | None = None,
    method: str = START_METHOD,
) -> Any:
    """Do a job in a child and return its result.

    `say` gets what mods print, `warn` what is wrong with them; `tick` is called now and then with the seconds gone by;
    `write_save` writes a save, and `ask` what a job that asks shows, and gives what a person answers.
    Raises HostError as the job does; BudgetError when the time is up; DiedError when the child ends without an answer,
    or with one that is none.
    """
    child, answers = _forked(job) if method == "fork" else _spawned(job)
    started = time.monotonic()
    words = bytearray()
    pipes = LISTENER(child.output, child.words)
    try:
        found = _listen(child, pipes, started, job.budgets.seconds, words, say, warn, tick, write_save, ask, answers)
        if found is None:
            _await_end(child)
    finally:
        # The dead are not harmed, and what they started ends with them.
        child.kill()
        status = child.wait()
        pipes.close()
        for descriptor in (child.output, child.words, answers):
            if descriptor is not None:
                os.close(descriptor)
    if found is None:
        explain(status, words.decode("utf-8", "replace"))
    kind, payload = found
    if kind == frames.ERROR:
        raise as_error(payload)
    if not fits(job.do, payload):
        raise DiedError(_NO_ANSWER)
    return payload


def _forked(job: Job) -> tuple[Child, int | None]:
    """A child, and where to write what a person answers, if the job asks."""
    if not job.asks:
        return Forked(lambda output: work(job, output)), None
    reading, writing = os.pipe()
    child = Forked(lambda output: work(job, output), reading)
    os.close(reading)
    return child, writing


def _spawned(job: Job) -> tuple[Child, int | None]:
    arguments = dict(job.arguments)
    saved = arguments.pop("saved", None)
    size = None if saved is None else len(saved)
    asked = {**job._asdict(), "arguments": arguments, "budgets": asdict(job.budgets), "saved": size}
    if "saved" in job.arguments:
        arguments["saved"] = None
    child = Spawned("host.process.child", asked, asks=job.asks, more=saved or b"")
    return child, child.input if job.asks else None


def as_error(payload: Any) -> HostError:
    """The error that a child sent, or one that says that it sent none."""
    try:
        error = HostError.from_data(payload)
        if _is_sound(error):
            return error
    except (AttributeError, TypeError, ValueError, OverflowError, RecursionError):
        pass
    return DiedError(_NO_ANSWER)


def _is_sound(error: HostError) -> bool:
    line: Any = error.line
    texts: list[Any] = [error.mod, error.file, error.path, error.value, error.rule, error.hint, error.details]
    plain = isinstance(line, int | None) and all(isinstance(text, str | None) for text in texts)
    return plain and all(map(_is_sound, getattr(error, "errors", ())))


def _await_end(child: Child) -> None:
    """Give a child that can say no more a moment to end, so that one can tell how it did."""
    deadline = time.monotonic() + _LAST_SECONDS
    while not child.ended():
        if time.monotonic() > deadline:
            raise DiedError("the child process that runs the mods closed its pipes without an answer, and was killed")
        time.sleep(0.002)


def _listen(
    child: Child,
    pipes: Pipes,
    started: float,
    timeout: float,
    words: bytearray,
    say: Say,
    warn: Say,
    tick: Callable[[float], None] | None,
    write_save: WriteSave | None,
    ask: Ask | None,
    answers: int | None,
) -> tuple[int, Any] | None:
    """The frame that ends the job, or None when the child is gone without one."""
    unpacker = frames.Unpacker()
    # When it was first seen to be dead.
    over: float | None = None
    while not pipes.ended():
        gone = time.monotonic() - started
        if gone >= timeout:
            raise BudgetError(
                f"the mods took longer than {timeout:g} s and were stopped; --timeout SECONDS gives them more"
            )
        if tick is not None:
            tick(gone)
        received = pipes.receive(min(_TICK, timeout - gone))
        if not received:
            if over is None:
                over = gone if child.ended() else None
            elif gone - over >= _LAST_SECONDS:
                # What it started may hold its pipes, but has nothing to say; on a busy machine last words take a while.
                return None
        for descriptor, data in received:
            if descriptor == child.words:
                words += data[: _MOST_LAST_WORDS - len(words)]
                continue
            for kind, payload in _unpack(unpacker, data):
                if kind in (frames.ERROR, frames.RESULT):
                    return kind, payload
                if kind == frames.SAVE and write_save is not None:
                    _write(write_save, payload)
                    continue
                if kind == frames.VIEW and ask and answers is not None and isinstance(payload, dict):
                    os.write(answers, f"{ask(payload) or ''}\n".encode())
                    continue
                if kind not in (frames.PRINT, frames.WARNING) or not isinstance(payload, str):
                    raise DiedError(_NO_ANSWER)
                (say if kind == frames.PRINT else warn)(payload)
    return None


def _unpack(unpacker: frames.Unpacker, data: bytes) -> list[tuple[int, Any]]:
    try:
        found = list(unpacker.feed(data))
    except (ValueError, RecursionError):
        raise DiedError(_NO_ANSWER) from None
    if unpacker.announced > MOST_ANSWERED:
        raise BudgetError(f"the mods gave more than {MOST_ANSWERED // 2**20} MiB of output and were stopped")
    return found


def _write(write_save: WriteSave, payload: Any) -> None:
    try:
        save = unpack_save(payload)
    except ValueError:
        raise DiedError(_NO_ANSWER) from None
    write_save(*save)


def explain(status: int, words: str) -> NoReturn:
    """Raise why a child ended without an answer."""
    if "not enough memory" in words or "MemoryError" in words:
        raise BudgetError("the mods used up the memory they may have, and Lua gave up", details=words)
    if status == -getattr(signal, "SIGXCPU", 0):
        raise BudgetError("the mods used up the processor time their process may have (SIGXCPU)", details=words or None)
    if status < 0:
        try:
            name = signal.Signals(-status).name
        except ValueError:
            name = f"signal {-status}"
        known = {
            "SIGKILL": "it was killed from outside, perhaps because the machine ran out of memory",
            "SIGSEGV": "it crashed",
            "SIGABRT": "it gave up",
        }
        why = f"{known.get(name, 'it was stopped')} ({name})"
    else:
        why = f"it ended with code {status}"
    raise DiedError(f"the child process that runs the mods died: {why}", details=words or None)


class Forked:
    """A child forked from this process: nothing has to be imported again. It does `work` with the descriptor to which
    it sends frames; what it reads from standard input is `commands`, or nothing."""

    def __init__(self, work: Callable[[int], NoReturn], commands: int | None = None) -> None:
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
                _become_child(output, words, commands)
                work(output)
            finally:
                os._exit(1)
        os.close(output)
        os.close(words)

    def kill(self) -> None:
        _kill_group(self._pid)

    def ended(self) -> bool:
        return _has_ended(self._pid)

    def wait(self) -> int:
        _, status = os.waitpid(self._pid, 0)
        return os.waitstatus_to_exitcode(status)


def _become_child(output: int, words: int, commands: int | None) -> None:
    """Leave everything of the parent but `output`, which stays, `words`, which becomes standard error, and `commands`,
    which becomes standard input."""
    os.setsid()
    # What the parent made is not looked through for garbage: that would copy all of it.
    gc.freeze()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGPIPE):
        signal.signal(number, signal.SIG_DFL)
    os.dup2(os.open(os.devnull, os.O_RDONLY) if commands is None else commands, 0)
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


def _has_ended(pid: int) -> bool:
    """Whether a child is dead; it is not waited for, so that its number and that of its group stay its own."""
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


class Spawned:
    """A child in a fresh interpreter, for platforms without fork: the `main` of a module, which finds what is asked of
    it in standard input, as a line of JSON, and then `more` bytes."""

    # Where to write what it reads after that, when it asks.
    input: int

    def __init__(self, module: str, asked: Any, *, asks: bool = False, more: bytes = b"") -> None:
        # Not imported where it is not needed: that takes as long as a fork.
        import subprocess

        self._process = subprocess.Popen(  # noqa: S603 - our own interpreter
            [sys.executable, "-I", "-c", _SPAWN, json.dumps([str(Path(path).absolute()) for path in sys.path]), module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            env=_environment(),
        )
        assert self._process.stdin and self._process.stdout and self._process.stderr  # noqa: S101, PT018
        self.output = os.dup(self._process.stdout.fileno())
        self.words = os.dup(self._process.stderr.fileno())
        self._process.stdout.close()
        self._process.stderr.close()
        try:
            self._process.stdin.write(json.dumps(asked).encode() + b"\n" + more)
            if asks:
                self.input = os.dup(self._process.stdin.fileno())
            self._process.stdin.close()
        except BrokenPipeError:
            # It died at once; what it says will be heard.
            pass

    def kill(self) -> None:
        if hasattr(os, "killpg"):
            _kill_group(self._process.pid)
        else:
            self._process.kill()

    def ended(self) -> bool:
        return _has_ended(self._process.pid) if hasattr(os, "waitid") else self._process.poll() is not None

    def wait(self) -> int:
        return self._process.wait()


def _environment() -> dict[str, str]:
    # One thread is all that a child may have, and numpy would start more where there are more processors.
    return {"OPENBLAS_NUM_THREADS": "1", **{name: os.environ[name] for name in _KEPT if name in os.environ}}
