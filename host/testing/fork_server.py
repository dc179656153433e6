"""The parent's side of tests: starts the child that has loaded a mod, gives it commands, and kills it when it takes too
long."""

from __future__ import annotations

import json
import os
import time
from contextlib import suppress
from dataclasses import asdict
from typing import Any, NamedTuple

from host.engine.host import DEFAULT_BUDGETS
from host.errors import BudgetError, DiedError, HostError
from host.process import frames
from host.process.parent import MOST_ANSWERED, START_METHOD, Child, Forked, Spawned, as_error, explain
from host.process.pipes import LISTENER
from host.testing.child import HEAD, Place, Setup, nurse

# How much longer than a test may take its process lives: it can tell where the time went, and is asked to first.
_GRACE = 1.5
# What loading the mods may take, however little a test may.
_LOADING = DEFAULT_BUDGETS.seconds
_NO_ANSWER = "the child process that runs the tests sent what is no answer, and was not believed"
_MOST_LAST_WORDS = 20_000


class Answer(NamedTuple):
    """What a command led to: its results, the error that ended it, and what was printed."""

    results: list[Any]
    error: HostError | None
    printed: list[str]


class Nursery:
    """The tests of one mod."""

    def __init__(self, setup: Setup, method: str = START_METHOD) -> None:
        self._setup = setup
        self._line: _Line | None = None
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
            answer = self._spawned(path, place)
            return answer._replace(results=answer.results[1:])
        if self._path != path:
            opened = self._open(path)
            if opened.error is not None:
                return opened
        if self._ahead != place:
            self._finish()
            self._tell({"do": "run", "place": list(place)})
        self._ahead = following
        if following is not None:
            self._tell({"do": "run", "place": list(following)})
        return self._listen()

    def close(self) -> None:
        """End the child, if there is one."""
        if self._line is not None:
            self._line.kill()
        self._line = self._path = self._ahead = None

    def _open(self, path: str) -> Answer:
        self._finish()
        if self._path is not None:
            self._tell({"do": "close"})
            self._listen()
        if self._line is None:
            self._line = _Line(self._setup)
            loaded = self._listen(max(_LOADING, self._setup.budgets.seconds))
            if loaded.error is not None:
                self.close()
                return loaded
        self._tell({"do": "open", "path": path})
        answer = self._listen()
        if answer.error is None:
            self._path = path
        return answer

    def _finish(self) -> None:
        """Let a test that was begun ahead, and that nobody asked for after all, come to its end."""
        if self._ahead is not None:
            self._ahead = None
            self._listen()

    def _tell(self, command: dict[str, Any]) -> None:
        if self._line is not None:
            self._line.tell(command)

    def _listen(self, seconds: float | None = None) -> Answer:
        if self._line is None:
            return Answer([], DiedError(_NO_ANSWER), [])
        answer, is_open = self._line.listen(self._setup.budgets.seconds if seconds is None else seconds)
        if is_open is None:
            self.close()
        elif not is_open:
            self._path = self._ahead = None
        return answer

    def _spawned(self, path: str, place: Place | None) -> Answer:
        """A process that loads the mods, opens the file, and runs the test."""
        setup = {**self._setup._asdict(), "budgets": asdict(self._setup.budgets)}
        asked = {"setup": setup, "path": path, "place": None if place is None else list(place)}
        line = _Line(Spawned("host.testing.child", asked))
        try:
            answer, _ = line.listen(_LOADING + 2 * self._setup.budgets.seconds)
        finally:
            line.kill()
        # The first says that the mods are loaded.
        wanted = 2 if place is None else 3
        if answer.error is None and len(answer.results) != wanted:
            answer = answer._replace(error=DiedError(_NO_ANSWER))
        return answer._replace(results=answer.results[1:])


class _Line:
    """A child, and the pipes to and from it."""

    def __init__(self, child: Setup | Spawned) -> None:
        self._commands: int | None = None
        if isinstance(child, Spawned):
            self._child: Child = child
        else:
            commands, self._commands = os.pipe()
            self._child = Forked(lambda output: nurse(child, output), commands)
            os.close(commands)
        self._pipes = LISTENER(self._child.output, self._child.words)
        self._unpacker = frames.Unpacker()
        self._words = bytearray()

    def tell(self, command: dict[str, Any]) -> None:
        data = json.dumps(command).encode()
        try:
            assert self._commands is not None  # noqa: S101 - only forked children are told anything
            os.write(self._commands, HEAD.pack(len(data)) + data)
        except BrokenPipeError:
            # It is dead, as will be heard.
            pass

    def listen(self, seconds: float) -> tuple[Answer, bool | None]:
        """(what comes until the child is ready again, whether it has a file open); None in place of that when there is
        no child any more that can be used."""
        deadline = time.monotonic() + seconds + _GRACE
        answer = Answer([], None, [])
        # What came already, after what was listened for before.
        received = [(self._child.output, b"")]
        while received or not self._pipes.ended():
            left = deadline - time.monotonic()
            if left <= 0:
                text = f"it took longer than {seconds:g} s and was stopped; --timeout SECONDS gives tests more"
                return answer._replace(error=BudgetError(text)), None
            for descriptor, data in received or self._pipes.receive(left):
                if descriptor == self._child.words:
                    self._words += data[: _MOST_LAST_WORDS - len(self._words)]
                    continue
                try:
                    answer, ready = self._take(answer, data)
                except (ValueError, TypeError, KeyError, RecursionError):
                    return answer._replace(error=DiedError(_NO_ANSWER)), None
                if ready is not None:
                    return self._settled(answer, ready["status"]), ready["open"]
            received = []
        return self._settled(answer, None), None

    def _take(self, answer: Answer, data: bytes) -> tuple[Answer, dict[str, Any] | None]:
        """`answer` with what came; and what a child says that is ready, whose later words are left for later."""
        for kind, payload in self._unpacker.feed(data):
            if kind == frames.READY:
                return answer, {"status": int(payload["status"]), "open": bool(payload["open"])}
            if kind == frames.PRINT and isinstance(payload, str):
                answer.printed.append(payload)
            elif kind == frames.RESULT:
                answer.results.append(payload)
            elif kind == frames.ERROR:
                answer = answer._replace(error=as_error(payload))
            else:
                raise ValueError(kind)
        if self._unpacker.waiting > MOST_ANSWERED:
            raise ValueError(self._unpacker.waiting)
        return answer, None

    def _settled(self, answer: Answer, status: int | None) -> Answer:
        """`answer`, with an error when a process ended without one."""
        if answer.error is not None or (answer.results and not status):
            return answer
        if status is None:
            status = self._child.wait() if self._ended() else 0
            if self._commands is None and answer.results:
                return answer
        try:
            explain(status, self._words.decode("utf-8", "replace"))
        except HostError as error:
            return answer._replace(error=error)

    def _ended(self) -> bool:
        deadline = time.monotonic() + 1
        while not self._child.ended() and time.monotonic() < deadline:
            time.sleep(0.002)
        return self._child.ended()

    def kill(self) -> None:
        self._child.kill()
        # Perhaps it was waited for already.
        with suppress(ChildProcessError):
            self._child.wait()
        self._pipes.close()
        for descriptor in (self._child.output, self._child.words, self._commands):
            if descriptor is not None:
                os.close(descriptor)
