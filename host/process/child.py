"""Child processes as their parent sees them: messages, kills, and errors that name the line where a mod last was.

Options: `--timeout`.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Any, Protocol, Self

from host.errors import BudgetError, DiedError, HostError, MemoryBudgetError
from host.process import frames
from host.process.budgets import out_of_time
from host.process.frames import CHUNK
from host.process.start import START_METHOD, STARTERS, Process
from host.process.task import Task, fits

if sys.platform != "win32":
    import select


class Pipes(Protocol):
    """The reading ends of some pipes."""

    def receive(self, seconds: float) -> list[tuple[int, bytes]]:
        """Return the data that has arrived, by descriptor; wait for it at most `seconds`."""

    def ended(self) -> bool:
        """Return whether all writing ends are closed."""

    def close(self) -> None: ...


class PolledPipes:
    """Pipes that the system watches. The module `selectors` does the same, and takes longer to import."""

    def __init__(self, *descriptors: int) -> None:
        self._poll = select.poll()
        self._open = set(descriptors)
        for descriptor in descriptors:
            self._poll.register(descriptor, select.POLLIN)

    def receive(self, seconds: float) -> list[tuple[int, bytes]]:
        received = []
        for descriptor, _ in self._poll.poll(max(seconds, 0) * 1000):
            data = os.read(descriptor, CHUNK)
            if data:
                received.append((descriptor, data))
            else:
                self._poll.unregister(descriptor)
                self._open.discard(descriptor)
        return received

    def ended(self) -> bool:
        return not self._open

    def close(self) -> None:
        """Do nothing: the descriptors belong to the process."""


def read_pipes(*descriptors: int) -> Pipes:
    """Return the reader of some pipes that this system offers: Windows watches no pipes."""
    if sys.platform == "win32":
        from host.process.threaded_pipes import ThreadedPipes

        return ThreadedPipes(*descriptors)
    return PolledPipes(*descriptors)


# Bytes that a child may send until it is sent a message, and in all when it is sent none.
MOST_RECEIVED = 512 * 2**20
# Bytes of the standard error of a child that are stored.
_MOST_STDERR = 20_000
# Seconds between two looks at the clock.
_TICK = 0.1
# Seconds after the time limit of a child until it is killed: it reports the line of the mod first, if it can.
REPORT_SECONDS = 1.5
# Seconds that a child which closed its pipes may take to end, and that output of a dead child may take to arrive.
_GRACE = 1.0

# Takes the payload of a message.
Handler = Callable[[Any], Any]

_MALFORMED = "the child process that runs the mods sent a malformed answer, which was rejected"
_SIGNALS = {
    "SIGKILL": "it was killed from outside, perhaps because the machine ran out of memory",
    "SIGSEGV": "it crashed",
    "SIGABRT": "it aborted",
}
# Shapes of the payloads that handlers get.
_PAYLOADS = {
    frames.PRINT: str,
    frames.WARNING: str,
    frames.SAVE: bytes,
    frames.REQUEST: dict,
    frames.PAUSE: dict,
    frames.REPORT: dict,
}
# The shape of a source location.
_LOCATION = {"file": str, "line": int}
# Kinds of messages after which the mods of a child are at another location, or run no more.
_TURNS = (frames.RESULT, frames.DATA, frames.ERROR, frames.READY, frames.REQUEST, frames.PAUSE)
# Kinds of messages for whose reply a child waits.
_WAITING = (frames.REQUEST, frames.PAUSE)


def run_task(
    task: Task,
    handlers: Mapping[int, Handler] = MappingProxyType({}),
    *,
    tick: Callable[[float], None] | None = None,
    method: str = START_METHOD,
) -> Any:
    """Run a task in a child and return its result.

    `handlers` take the messages of the child by kind; what the handler of requests returns is sent back, and after None
    there may be no more requests. `tick` is called now and then with the seconds that have gone by. Time counts from
    the start of the child, and again from each reply to it: the one who replies may take any time. Raises the HostError
    that the task raised; BudgetError when its time is up; DiedError when the child ends without an answer, or sends a
    malformed one.
    """
    started = time.monotonic()
    has_ended = False
    timeout = task.budgets.seconds
    with Child(STARTERS[method](task)) as child:
        while True:
            elapsed = time.monotonic() - started
            if elapsed >= timeout + REPORT_SECONDS:
                raise child.timeout_error(timeout)
            if tick is not None:
                tick(min(elapsed, timeout))
            message = child.receive(min(_TICK, timeout + REPORT_SECONDS - elapsed))
            if message is None:
                continue
            kind, payload = message
            if kind == frames.RESULT:
                if not fits(task.result, payload):
                    raise malformed_answer()
                return payload
            if kind == frames.ERROR:
                raise error_from(payload)
            if kind not in handlers or not fits(_PAYLOADS[kind], payload) or (kind in _WAITING and has_ended):
                raise malformed_answer()
            reply = handlers[kind](payload)
            if kind in _WAITING:
                has_ended = reply is None
                child.send(frames.REPLY, reply)
                started = time.monotonic()


class Child:
    """A child process and its messages. `close` kills the process and all processes that it started."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._pipes = read_pipes(self._process.output, self._process.errors)
        self._unpacker = frames.Unpacker()
        # Messages that have arrived and were not asked for yet.
        self._messages: deque[tuple[int, Any]] = deque()
        self._received = 0
        # Where a mod was when the child last said so.
        self._location: dict[str, Any] | None = None
        self._stderr = bytearray()
        # When the process was first seen to have ended.
        self._ended_at: float | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def send(self, kind: int, payload: object) -> None:
        """Send a message; `receive` raises the error when the child is dead."""
        self._received = 0
        data = memoryview(frames.pack(kind, payload))
        with suppress(BrokenPipeError):
            while data and self._process.input is not None:
                data = data[os.write(self._process.input, data) :]

    def receive(self, seconds: float) -> tuple[int, Any] | None:
        """Return kind and payload of the next message, or None when none arrives within `seconds`.

        Raises DiedError or BudgetError when the child ended, sent what is no message, or sent too much.
        """
        deadline = time.monotonic() + seconds
        left = seconds
        while True:
            while self._messages:
                kind, payload = self._messages.popleft()
                if kind != frames.LOCATION:
                    if kind in _TURNS:
                        self._location = None
                    return kind, payload
                if not fits(_LOCATION, payload):
                    raise malformed_answer()
                self._location = payload if payload["file"] else None
            if left < 0:
                return None
            if self._pipes.ended() or self._is_silent():
                raise self.exit_error()
            self._read(min(left, _TICK))
            left = deadline - time.monotonic()

    def timeout_error(self, seconds: float) -> BudgetError:
        """Return the error of mods that did not end by themselves in their `seconds`, with where a mod last was."""
        error = out_of_time(seconds)
        if self._location is not None:
            error.file, error.line = self._location["file"], self._location["line"]
            error.mod = error.file.partition("/")[0]
            error.hint = "one step took so long that its process was killed: it began at this line, or within a second"
        return error

    def exit_error(self, status: int | None = None) -> HostError:
        """Return why the child ended without an answer, or why a fork of it did that ended with `status`."""
        if status is None:
            if not self._await_end():
                return DiedError(
                    "the child process that runs the mods closed its pipes without an answer, and was killed"
                )
            # What it started ends with it.
            self._process.kill()
            status = self._process.wait()
        stderr = self._stderr.decode("utf-8", "replace")
        if "not enough memory" in stderr or "MemoryError" in stderr:
            return MemoryBudgetError("the mods used up the memory that they may use, and Lua aborted", details=stderr)
        if status == -getattr(signal, "SIGXCPU", 0):
            text = "the mods used up the processor time that their process may use (SIGXCPU)"
            return BudgetError(text, details=stderr or None)
        if status < 0:
            try:
                name = signal.Signals(-status).name
            except ValueError:
                name = f"signal {-status}"
            reason = f"{_SIGNALS.get(name, 'it was stopped')} ({name})"
        else:
            reason = f"it ended with code {status}"
        return DiedError(f"the child process that runs the mods died: {reason}", details=stderr or None)

    def close(self) -> None:
        """Kill the child, and all that it started. A closed child can be closed again."""
        self._process.kill()
        self._process.wait()
        self._pipes.close()
        self._process.close()

    def _read(self, seconds: float) -> None:
        received = self._pipes.receive(seconds)
        if received:
            self._ended_at = None
        elif self._ended_at is None and self._process.ended():
            self._ended_at = time.monotonic()
        for descriptor, data in received:
            if descriptor == self._process.errors:
                self._stderr += data[: _MOST_STDERR - len(self._stderr)]
                continue
            self._received += len(data)
            try:
                self._messages.extend(list(self._unpacker.feed(data)))
            except (ValueError, RecursionError, MemoryError):
                raise malformed_answer() from None
            if self._received + self._unpacker.missing > MOST_RECEIVED:
                raise BudgetError(f"the mods gave more than {MOST_RECEIVED // 2**20} MiB of output and were stopped")

    def _is_silent(self) -> bool:
        """Return whether the child is dead and nothing of it is still to come.

        A process that the child started may hold its pipes open, and on a busy machine the last output takes a while.
        """
        return self._ended_at is not None and time.monotonic() - self._ended_at >= _GRACE

    def _await_end(self) -> bool:
        """Give a child that can send nothing more a moment to end; return whether it did."""
        deadline = time.monotonic() + _GRACE
        while not self._process.ended():
            if time.monotonic() > deadline:
                return False
            time.sleep(0.002)
        return True


def malformed_answer() -> DiedError:
    """Return the error for a child that sent what no child sends."""
    return DiedError(_MALFORMED)


def error_from(payload: Any) -> HostError:
    """Return the error that a child sent; for any other message, an error about the message."""
    try:
        error = HostError.from_data(payload)
        if _is_sound(error):
            return error
    except (AttributeError, TypeError, ValueError, OverflowError, RecursionError):
        pass
    return malformed_answer()


def _is_sound(error: HostError) -> bool:
    line: Any = error.line
    texts: list[Any] = [error.mod, error.file, error.path, error.value, error.rule, error.hint, error.details]
    is_plain = isinstance(line, int | None) and all(isinstance(text, str | None) for text in texts)
    parts = getattr(error, "errors", None)
    # An error without a text, and a group of no errors, would be shown as nothing.
    return is_plain and str(error) != "" and (parts is None or all(map(_is_sound, parts)))
