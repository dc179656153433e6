"""Channels: the child's end of the pipes to its parent."""

from __future__ import annotations

import gc
import json
import math
import os
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from host.errors import HostError, InternalError, MemoryBudgetError
from host.errors.work import WORK
from host.process import environment, frames, sandbox
from host.process.kernel import fork
from host.process.task import Task, resolve


class Channel:
    """The pipes to the parent of this process, which its forks share."""

    def __init__(self, output: int, data: bytes | None = None) -> None:
        # The bytes that the task carries.
        self.data = data
        # Descriptor to which frames are written; messages of the parent arrive on standard input.
        self._output = output

    def send(self, kind: int, payload: object) -> None:
        """Send a message. Raises BrokenPipeError when the parent is gone."""
        self.send_packed(frames.pack(kind, payload))

    def send_packed(self, packed: bytes) -> None:
        """Send messages that are packed, in one write where the system takes them at once. Raises as `send` does."""
        data = memoryview(packed)
        while data:
            data = data[os.write(self._output, data) :]

    def receive(self) -> tuple[int, Any] | None:
        """Return kind and payload of the next message, or None when there are no more.

        Reads not a byte beyond the message: what follows may be for another process that shares the pipe.
        """
        head = _read(frames.HEAD.size)
        if head is None:
            return None
        length, kind = frames.HEAD.unpack(head)
        body = _read(length)
        return None if body is None else (kind, frames.unpack(kind, body))

    def ask(self, request: object, kind: int = frames.REQUEST) -> Any:
        """Send a request and return the reply; None when the parent is gone."""
        self.send(kind, request)
        message = self.receive()
        return None if message is None else message[1]

    def report(self, work: Callable[[], object]) -> bool:
        """Run `work` and send its result, or the error that it raised; return whether it had a result."""
        has_result, packed = self.pack_outcome(work)
        self.send_packed(packed)
        return has_result

    def pack_outcome(self, work: Callable[[], object]) -> tuple[bool, bytes]:
        """Run `work`; return whether it had a result, and the message with that result or with the error it raised."""
        try:
            result = work()
            return True, frames.pack(frames.DATA if isinstance(result, bytes) else frames.RESULT, result)
        except BrokenPipeError:
            raise
        except Exception as error:
            return False, frames.pack(frames.ERROR, _as_host_error(error).to_data())

    def fork(self, work: Callable[[], object], *, seconds: float | None = None) -> int:
        """Run `work` in a fork of this process, and return how that ended: its exit code, or minus a signal.

        With `seconds` the fork gives up the right to fork, and gets a limit of processor time.
        """
        pid = fork()
        if pid == 0:
            try:
                gc.disable()
                if seconds is None:
                    sandbox.end_with_parent()
                else:
                    sandbox.enter_fork(seconds=seconds)
                work()
            finally:
                # Without cleaning up: finalizers in a Lua state that ran mods are mod code.
                os._exit(0)
        return _wait_for(pid)

    def go_on_in_fork(self) -> int | None:
        """Fork this process, and return None in the fork, which goes on; here, return how that ended, as `fork` does.

        Both keep the right to fork.
        """
        pid = fork()
        if pid == 0:
            sandbox.end_with_parent()
            return None
        return _wait_for(pid)


def _wait_for(pid: int) -> int:
    """Wait until a fork ends, and return its exit code, or minus a signal."""
    _, status = os.waitpid(pid, 0)
    return os.waitstatus_to_exitcode(status)


def _read(size: int) -> bytes | None:
    data = b""
    while len(data) < size:
        chunk = os.read(0, size - len(data))
        if not chunk:
            return None
        data += chunk
    return data


def _as_host_error(error: Exception) -> HostError:
    if isinstance(error, MemoryError):
        return MemoryBudgetError(
            "the mods used up the memory that their process may use",
            hint="--memory MIB or Budgets(memory=…) gives the process more",
        )
    if not isinstance(error, HostError):
        error = InternalError(f"the host failed: {type(error).__name__}: {error}")
    if error.details is None:
        error.details = traceback.format_exc()
    return error


def run(task: Task, function: Callable[..., Any], output: int) -> NoReturn:
    """Run a task in this process, which is a child, and end the process.

    It ends without cleaning up: finalizers in a Lua state that ran mods are mod code.
    """
    channel = Channel(output, task.data)

    def work() -> Any:
        # What mods of the parent made is not charged to mods of the task.
        WORK.take()
        # A child writes nothing, so it needs no working folder. No user can write in this one, and no relative path
        # leads from here to a file of the user.
        os.chdir("/")
        environment.wipe()
        readable = [Path(path) for path in task.readable]
        # The time of a task that takes messages begins anew with each, so there is no limit for all of them together.
        seconds = math.inf if task.takes_messages else task.budgets.seconds
        sandbox.enter(readable, memory=task.budgets.memory, seconds=seconds, forks=task.forks)
        return function(channel, **task.arguments)

    try:
        channel.report(work)
    except BrokenPipeError:
        pass
    finally:
        os._exit(0)


def main() -> NoReturn:
    """Run the task on standard input, a line of JSON and then its data: the program of a spawned child."""
    line = bytearray()
    while (char := os.read(0, 1)) and char != b"\n":
        line += char
    fields = json.loads(line)
    task = Task.from_data(fields, None if fields["data"] is None else _read(fields["data"]))
    if not task.takes_messages:
        devnull = os.open(os.devnull, os.O_RDONLY)
        os.dup2(devnull, 0)
        os.close(devnull)
    output = os.dup(1)
    # What anything else prints must not get between the frames.
    os.dup2(2, 1)
    run(task, resolve(task.function), output)
