"""The parent's side of tests: starts the child that has loaded a mod, gives it commands, and kills it when it takes too
long."""

from __future__ import annotations

import time
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, NamedTuple

from host.budgets import DEFAULT_BUDGETS
from host.errors import BudgetError, HostError
from host.mods.finder import readable_by_mods
from host.process import frames
from host.process.child import Child, error_from, malformed_answer, run_task
from host.process.start import START_METHOD
from host.process.task import Task
from host.testing.child import Place, Setup

# How much longer than a test may take its process lives: it can tell where the time went, and is asked to first.
_GRACE = 1.5
# What loading the mods may take, however little a test may.
_LOADING = DEFAULT_BUDGETS.seconds


class Answer(NamedTuple):
    """What a command led to: its results, the error that ended it, and what was printed."""

    results: list[Any]
    error: HostError | None
    printed: list[str]


class Nursery:
    """The tests of one mod."""

    def __init__(self, setup: Setup, method: str = START_METHOD) -> None:
        self._setup = setup
        self._child: Child | None = None
        self._method = method
        # The test file that is open.
        self._path: str | None = None
        # The test that runs already, though nobody has asked for it yet.
        self._ahead: Place | None = None

    def tests(self, path: str) -> Answer:
        """Open a test file, given relative to the mod: the one result is the list of its tests."""
        return self._open(path) if self._method == "fork" else self._spawned(path, None)

    def run(self, path: str, place: Place, following: Place | None = None) -> Answer:
        """Run a test of a file: the one result is what came of it. The child goes on with the `following` test of the
        file at once, which will be asked for next."""
        if self._method != "fork":
            return self._spawned(path, place)
        if self._path != path:
            opened = self._open(path)
            if opened.error is not None:
                return opened
        if self._ahead != place:
            self._finish()
            self._command({"do": "run", "place": list(place)})
        self._ahead = following
        if following is not None:
            self._command({"do": "run", "place": list(following)})
        return self._listen()

    def close(self) -> None:
        """End the child, if there is one."""
        if self._child is not None:
            self._child.close()
        self._child = self._path = self._ahead = None

    def _open(self, path: str) -> Answer:
        self._finish()
        if self._path is not None:
            self._command({"do": "close"})
            self._listen()
        if self._child is None:
            self._child = Child(self._task("serve"))
            loaded = self._listen(max(_LOADING, self._setup.budgets.seconds))
            if loaded.error is not None:
                self.close()
                return loaded
        self._command({"do": "open", "path": path})
        answer = self._listen()
        if answer.error is None:
            self._path = path
        return answer

    def _finish(self) -> None:
        """Let a test that was begun ahead, and that nobody asked for after all, come to its end."""
        if self._ahead is not None:
            self._ahead = None
            self._listen()

    def _command(self, command: dict[str, Any]) -> None:
        if self._child is not None:
            self._child.send(frames.COMMAND, command)

    def _listen(self, seconds: float | None = None) -> Answer:
        """What comes until the child is ready again; a child that fails is closed."""
        if self._child is None:
            return Answer([], malformed_answer(), [])
        try:
            answer, is_open = _listen(self._child, self._setup.budgets.seconds if seconds is None else seconds)
        except _ListenError as error:
            self.close()
            return error.answer
        if not is_open:
            self._path = self._ahead = None
        return answer

    def _task(self, function: str, seconds: float | None = None, **arguments: Any) -> Task:
        setup = self._setup
        return Task(
            f"host.testing.child:{function}",
            {"setup": {**setup._asdict(), "budgets": asdict(setup.budgets)}, **arguments},
            tuple(str(path) for path in readable_by_mods([Path(setup.folder), *map(Path, setup.beside)])),
            setup.budgets if seconds is None else replace(setup.budgets, seconds=seconds),
            takes_messages=seconds is None,
            forks=seconds is None,
        )

    def _spawned(self, path: str, place: Place | None) -> Answer:
        """A process that loads the mods, opens the file, and runs the test."""
        seconds = _LOADING + 2 * self._setup.budgets.seconds
        task = self._task("run_once", seconds, path=path, place=None if place is None else list(place))
        printed: list[str] = []
        try:
            result = run_task(
                task._replace(result={"file": dict, "test": object}), {frames.PRINT: printed.append}, method="spawn"
            )
        except HostError as error:
            return Answer([], error, printed)
        return Answer([result["file" if place is None else "test"]], None, printed)


class _ListenError(Exception):
    """A child ended, or was malformed, before it was ready again."""

    def __init__(self, answer: Answer, error: HostError) -> None:
        self.answer = answer if answer.error else answer._replace(error=error)


def _listen(child: Child, seconds: float) -> tuple[Answer, bool]:
    """(what comes until the child is ready again, whether it has a file open). Raises _ListenError."""
    deadline = time.monotonic() + seconds + _GRACE
    answer = Answer([], None, [])
    while True:
        try:
            message = child.receive(deadline - time.monotonic())
            if message is None:
                raise BudgetError(
                    f"it took longer than {seconds:g} s and was stopped; --timeout SECONDS gives tests more"
                )
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
