"""The tests of the mods that are shown: a thread runs them as `dungeon-host test` does, and pages get each result."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from host.engine.jobs import Job
from host.errors import HostError, RequestError, shorten, visible
from host.mods.files import is_file
from host.mods.manifest import read_toml
from host.paths import BUNDLED_MODS
from host.studio.events import Batch
from host.tools.testing.finder import find_tests
from host.tools.testing.report import Failure
from host.tools.testing.runs import Case, Options, Runs, TestOutcome

# Test files, and tests of all files, that are run.
_MOST_FILES, _MOST_CASES = 500, 5000
# Characters of a name.
_LONGEST_NAME = 200
# Seconds in which changes are collected into one message.
_QUIET = 0.1

# How a test ended. The others wait, run, or were never run.
FAILED = "failed"
_ENDS = ("passed", FAILED, "skipped")


@dataclass(slots=True)
class ListedTest:
    """A test on the page."""

    number: int
    mod: Path
    path: Path
    # The name of the file in messages, "mod/path.lua".
    file: str
    case: Case
    # "new", "waiting", "running", "passed", "failed" or "skipped".
    state: str = "new"
    seconds: float | None = None
    failures: list[Failure] = field(default_factory=list)
    printed: str = ""
    skipped: str = ""
    # Whether files were saved since it ended.
    is_old: bool = False

    def to_data(self) -> dict[str, Any]:
        """Return what lists of tests show."""
        return {
            "number": self.number,
            "name": shorten(visible(self.case.name), _LONGEST_NAME),
            "line": self.case.line,
            "state": self.state,
            "seconds": self.seconds,
            "skipped": self.skipped,
            "has_snapshot": self.has_snapshot,
            "is_old": self.is_old,
        }

    @property
    def has_snapshot(self) -> bool:
        """Whether a snapshot can be accepted: one has another value, or does not exist."""
        return self.state == FAILED and any(failure.snapshot for failure in self.failures)


class ModTests:
    """Runs tests, one set at a time, and stores how each ended."""

    def __init__(self, job: Job, notify: Callable[[dict[str, Any]], None]) -> None:
        """Prepare the tests of the mods of a job.

        `notify` takes what changed now and then, in the thread of the event loop that `attach` names.
        """
        folders = map(Path, job.mods.folders)
        # As for a check: without folders, of the last bundled mod that is named.
        self._folders = list(folders) or [BUNDLED_MODS / name for name in job.mods.names[-1:]]
        self._notify = notify
        self._batch = Batch(self._send_changes, _QUIET)
        self._lock = threading.Lock()
        # (path of the file, name) -> number, which a test keeps.
        self._numbers: dict[tuple[Path, str], int] = {}
        self._tests: dict[int, ListedTest] = {}
        self._changed: set[int] = set()
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()
        # Held while one set of tests gives way to the next.
        self._starting = asyncio.Lock()
        # Whether the tests run again when a file is saved.
        self.runs_at_saves = False
        # Whether files were saved since the tests were listed.
        self.is_stale = True
        # Why there are no tests, if there is a reason.
        self._error: HostError | None = None

    def attach(self, loop: asyncio.AbstractEventLoop) -> None:
        """Notify in the thread of this loop from now on."""
        self._batch.attach(loop)

    @property
    def is_running(self) -> bool:
        """Whether tests run."""
        return self._thread is not None and self._thread.is_alive()

    def find(self, number: int) -> ListedTest:
        """Return a test. Raises RequestError when there is none."""
        with self._lock:
            test = self._tests.get(number)
        if test is None:
            raise RequestError(f"there is no test {number}")
        return test

    def to_data(self) -> dict[str, Any]:
        """Return all tests by file."""
        with self._lock:
            files: dict[Path, dict[str, Any]] = {}
            for test in self._tests.values():
                data = files.setdefault(test.path, {"file": test.file, "tests": []})
                data["tests"].append(test.to_data())
            error = self._error
        return {**self._state(), "files": list(files.values()), "error": error and visible(str(error))}

    def _state(self) -> dict[str, Any]:
        return {"is_running": self.is_running, "is_stale": self.is_stale, "runs_at_saves": self.runs_at_saves}

    async def start(self, numbers: Collection[int] | None, *, accepts: bool = False) -> None:
        """Stop what runs, list the tests, and run those with some numbers, by default all.

        With `accepts`, values that differ from their snapshots are written as the new ones.
        """
        async with self._starting:
            await self._start(numbers, accepts=accepts)

    async def refresh_list(self) -> None:
        """List the tests when files were saved since, unless tests run."""
        async with self._starting:
            if self.is_stale and not self.is_running:
                await self._start(())

    async def _start(self, numbers: Collection[int] | None, *, accepts: bool = False) -> None:
        await self.stop()
        self._stop = threading.Event()
        self.is_stale = False
        self._thread = threading.Thread(target=self._work, args=(self._stop, numbers, accepts), daemon=True)
        self._thread.start()

    async def stop(self) -> None:
        """Stop the tests that run, and wait for their end."""
        self._stop.set()
        if self._thread is not None:
            await asyncio.to_thread(self._thread.join)

    async def note_saved(self, files: Collection[Path]) -> None:
        """Note that files were saved, and run the tests again if they run at saves."""
        self.is_stale = True
        with self._lock:
            ended = [test for test in self._tests.values() if test.state in _ENDS]
        # A snapshot is what a test saw when it ended.
        is_newer = any("snapshots" not in file.parts[-3:] for file in files)
        for test in ended if is_newer else ():
            test.is_old = True
            self._change(test, test.state)
        if self.runs_at_saves:
            await self.start(None)
        else:
            self._notify(self._state())

    def _work(self, stop: threading.Event, numbers: Collection[int] | None, accepts: bool) -> None:
        """Do the work of `start`; this is the thread."""
        runs = Runs(Options(updates=accepts), stop.is_set)
        try:
            listed = self._list(runs, stop)
            wanted = [test for test in listed if numbers is None or test.number in numbers]
            for test in wanted:
                self._change(test, "waiting")
            for test, following in zip(wanted, [*wanted, None][1:], strict=True):
                if stop.is_set():
                    break
                self._run(runs, test, following, stop)
        except HostError as error:
            self._error = error
        except OSError as error:
            # A folder is gone, or no process can be started.
            self._error = RequestError(f"the tests cannot be run: {error.strerror or error}")
        finally:
            runs.close()
            self._end()

    def _list(self, runs: Runs, stop: threading.Event) -> list[ListedTest]:
        """List the tests of all files; how each ended before stays until it runs again."""
        self._error = None
        listed: dict[int, ListedTest] = {}
        with self._lock:
            before = self._tests
        files = islice((file for folder in self._folders for file in find_tests(folder)), _MOST_FILES)
        for mod, path in files:
            file = _name_of(mod, path)
            for case in runs.cases(mod, path):
                if stop.is_set() or len(listed) >= _MOST_CASES:
                    break
                number = self._numbers.setdefault((path, case.name), len(self._numbers) + 1)
                test = before.get(number) or ListedTest(number, mod, path, file, case)
                test.case = case
                listed[number] = test
        if not listed and not stop.is_set():
            self._error = RequestError(
                "the mods have no tests",
                hint="tests are the .lua files in folders test and tests, and those named *_test.lua",
            )
        if not stop.is_set():
            with self._lock:
                self._tests = listed
            self._notify_after_changes({"is_listed": True})
        return list(listed.values())

    def _run(self, runs: Runs, test: ListedTest, following: ListedTest | None, stop: threading.Event) -> None:
        case, test.is_old = test.case, False
        if case.key is None or case.skip is not None:
            self._finish(test, TestOutcome([case.failure] if case.failure else [], case.skip), None)
            return
        self._change(test, "running")
        key = None
        if following is not None and following.path == test.path and following.case.skip is None:
            key = following.case.key
        started = time.perf_counter()
        outcome = runs.run(test.mod, test.path, case.key, case.line, key)
        if stop.is_set():
            self._change(test, "new")
        else:
            self._finish(test, outcome, time.perf_counter() - started)

    def _finish(self, test: ListedTest, outcome: TestOutcome, seconds: float | None) -> None:
        test.failures, test.printed = outcome.failures, outcome.printed
        test.skipped = shorten(visible(outcome.skipped or ""), _LONGEST_NAME)
        test.seconds = seconds
        self._change(test, FAILED if outcome.failures else "passed" if outcome.skipped is None else "skipped")

    def _end(self) -> None:
        for test in list(self._tests.values()):
            if test.state not in (*_ENDS, "new"):
                self._change(test, "new")
        # The thread ends now, and counts as running until it has.
        self._notify_after_changes({"is_running": False})

    def _change(self, test: ListedTest, state: str) -> None:
        """Set the state of a test, and notify soon."""
        with self._lock:
            test.state = state
            self._changed.add(test.number)
        self._batch.request()

    def _send_changes(self) -> None:
        with self._lock:
            tests = [self._tests[number].to_data() for number in sorted(self._changed) if number in self._tests]
            self._changed.clear()
        self._notify({"tests": tests})

    def _notify_after_changes(self, data: dict[str, Any]) -> None:
        """Notify of the state of the run and of data, after the changes so far."""

        def send() -> None:
            self._send_changes()
            self._notify({**self._state(), **data})

        self._batch.call(send)


def _name_of(mod: Path, path: Path) -> str:
    manifest = read_toml(mod)[0] if is_file(mod / "mod.toml") else None
    return visible(f"{manifest.id if manifest else mod.name}/{path.relative_to(mod).as_posix()}")
