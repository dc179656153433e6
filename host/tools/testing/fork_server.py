"""The fork server of tests, as its parent sees it: starts it, sends commands, and kills it after the timeout."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, NamedTuple

from host.errors import HostError
from host.mods.finder import readable_by_mods
from host.process import frames
from host.process.child import REPORT_SECONDS, Child, Handler, error_from, malformed_answer, run_task
from host.process.start import START_METHOD, Forked
from host.process.task import Task
from host.tools.testing.child import LEAST_LOADING_SECONDS, CaseKey, ChildSetup

# Seconds between two looks at whether the tests were stopped.
_TICK = 0.1


class CommandOutcome(NamedTuple):
    """The outcome of a command: its results, the error that ended it, and the printed lines."""

    results: list[Any]
    error: HostError | None
    printed: list[str]


class ForkServer:
    """The fork server of one mod."""

    def __init__(
        self, setup: ChildSetup, method: str = START_METHOD, is_stopped: Callable[[], bool] = lambda: False
    ) -> None:
        """Start nothing yet. Soon after `is_stopped` returns True, a command that runs ends with an error."""
        self._setup = setup
        self._is_stopped = is_stopped
        self._child: Child | None = None
        self._method = method
        # The test file that is open.
        self._path: str | None = None
        # A test that was started before `run` was called for it.
        self._started: CaseKey | None = None

    def open(self, path: str) -> CommandOutcome:
        """Open a test file, whose path is relative to the mod. The one result is the list of its tests."""
        return self._open(path) if self._method == "fork" else self._run_spawned(path, None)

    def run(self, path: str, key: CaseKey, following: CaseKey | None = None) -> CommandOutcome:
        """Run a test of a file; the one result is its outcome.

        The child starts the `following` test of the file at once: the next call must be for that test.
        """
        if self._method != "fork":
            return self._run_spawned(path, key)
        if self._path != path:
            opened = self._open(path)
            if opened.error is not None:
                return opened
        if self._started != key:
            self._finish()
            self._command({"do": "run", "key": list(key)})
        self._started = following
        if following is not None:
            self._command({"do": "run", "key": list(following)})
        return self._listen()

    def close(self) -> None:
        """End the child, if it runs."""
        if self._child is not None:
            self._child.close()
        self._child = self._path = self._started = None

    def _open(self, path: str) -> CommandOutcome:
        self._finish()
        if self._path is not None:
            self._command({"do": "close"})
            self._listen()
        if self._child is None:
            self._child = Child(Forked(self._task("serve")))
            loaded = self._listen(max(LEAST_LOADING_SECONDS, self._setup.budgets.seconds))
            if loaded.error is not None:
                self.close()
                return loaded
        self._command({"do": "open", "path": path})
        answer = self._listen()
        if answer.error is None:
            self._path = path
        return answer

    def _finish(self) -> None:
        """Wait for a test that was started and is not needed after all."""
        if self._started is not None:
            self._started = None
            self._listen()

    def _command(self, command: dict[str, Any]) -> None:
        if self._child is not None:
            self._child.send(frames.COMMAND, command)

    def _listen(self, seconds: float | None = None) -> CommandOutcome:
        """Return what arrives until the child is ready again; a child that fails is closed."""
        if self._child is None:
            return CommandOutcome([], malformed_answer(), [])
        try:
            seconds = self._setup.budgets.seconds if seconds is None else seconds
            answer, is_open = _listen(self._child, seconds, self._is_stopped)
        except _ListenError as error:
            self.close()
            return error.answer
        if not is_open:
            self._path = self._started = None
        return answer

    def _task(self, function: str, seconds: float | None = None, **arguments: Any) -> Task:
        setup = self._setup
        data = {**setup._asdict(), "budgets": asdict(setup.budgets), "request": setup.request.to_data()}
        return Task(
            f"host.tools.testing.child:{function}",
            {"setup": data, **arguments},
            tuple(str(path) for path in readable_by_mods([Path(setup.folder), *map(Path, setup.beside)])),
            setup.budgets if seconds is None else replace(setup.budgets, seconds=seconds),
            takes_messages=seconds is None,
            forks=seconds is None,
        )

    def run_once(self, path: str, key: CaseKey | None, handlers: Mapping[int, Handler], **more: Any) -> Any:
        """Start a process that loads the mods, opens the file, and runs the test; return its result. Raises HostError.

        `handlers` and `more` go to `run_task`.
        """
        seconds = LEAST_LOADING_SECONDS + 2 * self._setup.budgets.seconds
        task = self._task("run_once", seconds, path=path, key=None if key is None else list(key))
        task = task._replace(result={"file": dict, "test": object}, takes_messages=frames.PAUSE in handlers)
        return run_task(task, handlers, **more)

    def _run_spawned(self, path: str, key: CaseKey | None) -> CommandOutcome:
        printed: list[str] = []
        try:
            result = self.run_once(path, key, {frames.PRINT: printed.append}, method="spawn")
        except HostError as error:
            return CommandOutcome([], error, printed)
        return CommandOutcome([result["file" if key is None else "test"]], None, printed)


class _ListenError(Exception):
    """The child ended, or sent a malformed message, before it was ready again."""

    def __init__(self, answer: CommandOutcome, error: HostError) -> None:
        self.answer = answer if answer.error else answer._replace(error=error)


def _listen(child: Child, seconds: float, is_stopped: Callable[[], bool]) -> tuple[CommandOutcome, bool]:
    """Return (what arrives until the child is ready again, whether it has a file open). Raises _ListenError."""
    deadline = time.monotonic() + seconds + REPORT_SECONDS
    answer = CommandOutcome([], None, [])
    while True:
        try:
            left = deadline - time.monotonic()
            message = child.receive(min(_TICK, left))
            if message is None:
                if is_stopped():
                    raise HostError("the tests were stopped")
                if left > 0:
                    continue
                raise child.timeout_error(seconds)
            kind, payload = message
            if kind == frames.READY:
                status, is_open = int(payload["status"]), bool(payload["open"])
                break
            if kind == frames.PRINT and isinstance(payload, str):
                answer.printed.append(payload)
            elif kind == frames.RESULT:
                answer.results.append(payload)
            elif kind == frames.ERROR:
                answer = answer._replace(error=error_from(payload))
            else:
                raise malformed_answer()
        except (ValueError, TypeError, KeyError):
            raise _ListenError(answer, malformed_answer()) from None
        except HostError as error:
            raise _ListenError(answer, error) from None
    if answer.error is None and (status or not answer.results):
        answer = answer._replace(error=child.exit_error(status))
    return answer, is_open
