"""Run the tests of a pytest session: one fork server per mod, and few of them at the same time.

Options: `--seed`, `--shuffle`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from host.engine.jobs import JobRunner
from host.errors import DiedError, Frame, HostError, counted, in_one_line, visible
from host.model.request import MOST_PLAYERS, MOST_SEED, Request
from host.model.rng import Stream
from host.mods.installed import find_beside
from host.process.budgets import DEFAULT_BUDGETS, Budgets
from host.process.start import START_METHOD
from host.tools.testing.child import CaseKey, ChildSetup
from host.tools.testing.finder import is_named_as_test
from host.tools.testing.fork_server import ForkServer
from host.tools.testing.report import LOADING, Failure
from host.tools.testing.snapshots import SnapshotUses, SnapshotWriter

# Maximum number of fork servers.
_MAX_SERVERS = 4
_INSTRUCTIONS = DEFAULT_BUDGETS.instructions
_MAX_NAME = 400


class Options(NamedTuple):
    """How to run tests."""

    seed: int = 1
    players: int = 2
    # Time limit of one test.
    seconds: float = 10.0
    updates: bool = False
    coverage: bool = False
    spawns: bool = False
    # Profiles or debugs the tests.
    runner: JobRunner | None = None

    def check(self) -> None:
        """Raise ValueError for an option outside its range."""
        if not 0 <= self.seed <= MOST_SEED:
            raise ValueError(f"the seed is {self.seed}: must be between 0 and {MOST_SEED}")
        if not 1 <= self.players <= MOST_PLAYERS:
            raise ValueError(f"there are {self.players} players: must be between 1 and {MOST_PLAYERS}")
        if not 0.001 <= self.seconds <= 1e6:
            raise ValueError(f"the timeout is {self.seconds:g}: must be between 0.001 and 1000000 seconds")


class Declared(NamedTuple):
    """A test that a file declares."""

    name: str
    line: int
    key: CaseKey
    skip: str | None = None


class Case(NamedTuple):
    """A test of a session, or what is reported of a test file in place of tests."""

    # Unique in its file, and valid on the command line of pytest.
    name: str
    line: int = 1
    skip: str | None = None
    key: CaseKey | None = None
    # The failure of the file.
    failure: Failure | None = None


class TestOutcome(NamedTuple):
    """The outcome of a test."""

    failures: list[Failure]
    skipped: str | None = None
    printed: str = ""


class Runs:
    """Runs the tests of a session."""

    def __init__(self, options: Options, is_stopped: Callable[[], bool] = lambda: False) -> None:
        """Start nothing yet. Soon after `is_stopped` returns True, the test that runs is stopped, too."""
        options.check()
        self._options = options
        self._is_stopped = is_stopped
        # (mod, error while a test file was opened) -> the first file with that error.
        self._errors: dict[tuple[Path, str], Path] = {}
        # Folder of a mod -> its fork server; the last used at the end.
        self._servers: dict[Path, ForkServer] = {}
        self.snapshots = SnapshotWriter()
        # The snapshots that tests compared.
        self.snapshot_uses = SnapshotUses()
        # Mod -> file relative to the mod -> lines that ran.
        self.covered: dict[Path, dict[str, set[int]]] = {}

    def cases(self, mod: Path, path: Path) -> list[Case]:
        """Return the tests of a file.

        A file with an error, or without tests, becomes one case that reports it; other files still run.
        """
        error, tests = self.tests(mod, path)
        if error is not None:
            other = self._first_file_with(error, mod, path)
            if other:
                return [Case(LOADING, skip=f"the same error is reported for {other}")]
            return [Case(LOADING, failure=Failure.from_error(error))]
        if not tests:
            name = in_one_line(path.name)
            reason = f"{name} has no tests: no it(…), no _:test(…), no global function named test…"
            if is_named_as_test(path):
                return [Case(LOADING, failure=Failure("error", reason))]
            return [Case(LOADING, skip=reason)]
        return [Case(name, test.line, test.skip, test.key) for name, test in unique_names(tests)]

    def _first_file_with(self, error: HostError, mod: Path, path: Path) -> str | None:
        """Return the first file of the mod with this error, when that is another file and the error has a location."""
        if not any(part.file or part.frames for part in getattr(error, "errors", (error,))):
            return None
        first = self._errors.setdefault((mod, error.report()), path)
        return None if first == path else in_one_line(first.name)

    def tests(self, mod: Path, path: Path) -> tuple[HostError | None, list[Declared]]:
        """Return the error of a test file or its mod, if there is one, and the tests of the file."""
        answer = self._server(mod).open(_inside(mod, path))
        if answer.error is not None:
            return answer.error, []
        try:
            result = answer.results[0]
            self._add_coverage(mod, result["covered"])
            self._add_report(result["report"])
            tests = [_read_declared(test) for test in result["tests"]]
            self.snapshot_uses.add_file(mod, path, len(tests))
            return None, tests
        except (IndexError, KeyError, TypeError, ValueError):
            return DiedError("the child process that runs the tests sent a malformed list of tests"), []

    def run(self, mod: Path, path: Path, key: CaseKey, line: int, following: CaseKey | None = None) -> TestOutcome:
        """Run one test. The next call must be for the `following` test of the file, if there is one."""
        answer = self._server(mod).run(_inside(mod, path), key, following)
        printed = "\n".join(map(visible, answer.printed))
        declaration = Frame(f"{mod.name}/{_inside(mod, path)}", line)
        if answer.error is not None:
            return TestOutcome([_with_frame(Failure.from_error(answer.error), declaration)], printed=printed)
        try:
            result = answer.results[0]
            failures = [_with_frame(Failure.from_data(data), declaration) for data in result["failures"]]
            skipped, unshown = result["skipped"], int(result["unshown"])
            if self._options.updates:
                self.snapshots.write(mod, path, result["snapshots"])
            self.snapshot_uses.add_test(path, result["compared"], passed=not failures and skipped is None)
            self._add_coverage(mod, result["covered"])
            self._add_report(result["report"])
        except HostError as error:
            return TestOutcome([_with_frame(Failure.from_error(error), declaration)], printed=printed)
        except (IndexError, KeyError, TypeError, ValueError, AttributeError):
            failure = Failure("error", "the child process that runs the tests sent a malformed answer", (declaration,))
            return TestOutcome([failure], printed=printed)
        if unshown > 0:
            printed += f"\n… and {counted(unshown, 'more character')}"
        return TestOutcome(failures, visible(skipped) if isinstance(skipped, str) else None, printed)

    def close(self) -> None:
        """End all fork servers."""
        for server in self._servers.values():
            server.close()
        self._servers.clear()

    def _server(self, mod: Path) -> ForkServer:
        server = self._servers.pop(mod, None)
        if server is None:
            options = self._options
            setup = ChildSetup(
                str(mod),
                find_beside([str(mod)]),
                # Recording a line takes a few instructions.
                Budgets(seconds=options.seconds, instructions=_INSTRUCTIONS * (4 if options.coverage else 1)),
                Request(None, seed=options.seed, players=options.players),
                options.updates,
                options.coverage,
                None if options.runner is None else options.runner.observation_of_tests,
            )
            server = self._make_server(setup)
        self._servers[mod] = server
        while len(self._servers) > _MAX_SERVERS:
            self._servers.pop(next(iter(self._servers))).close()
        return server

    def _make_server(self, setup: ChildSetup) -> ForkServer:
        runner = self._options.runner
        if runner is not None:
            # Imported here, because few tests are observed.
            from host.tools.debugging.session import Debugger
            from host.tools.testing.debug_server import DebugServer

            if isinstance(runner, Debugger):
                return DebugServer(setup, runner)
        return ForkServer(setup, "spawn" if self._options.spawns else START_METHOD, self._is_stopped)

    def _add_coverage(self, mod: Path, covered: str) -> None:
        """Add lines that ran, in the format of lua/core/coverage.lua."""
        if not self._options.coverage:
            return
        files = self.covered.setdefault(mod, {})
        for row in covered.splitlines():
            name, _, lines = row.partition("\t")
            files.setdefault(name.partition("/")[2], set()).update(map(int, lines.split()))

    def _add_report(self, report: dict[str, Any] | None) -> None:
        if self._options.runner is not None and report is not None:
            self._options.runner.take_report(report)


def _with_frame(failure: Failure, declaration: Frame) -> Failure:
    """Return a failure with at least one frame: its own frames, or the line of the test."""
    return failure if failure.frames else failure._replace(frames=(declaration,))


def _inside(mod: Path, path: Path) -> str:
    return path.relative_to(mod).as_posix()


def _read_declared(data: dict[str, Any]) -> Declared:
    name, position = data["key"]
    skip = data["skip"]
    if not isinstance(name, str) or not isinstance(data["name"], str) or not isinstance(skip, str | None):
        raise TypeError(name)
    return Declared(data["name"], max(int(data["line"]), 1), CaseKey(name, int(position)), skip and visible(skip))


def unique_names(tests: Sequence[Declared]) -> Iterator[tuple[str, Declared]]:
    """Yield (name, test), where the names are unique and valid on the command line of pytest."""
    seen: dict[str, int] = {}
    for test in tests:
        name = visible(test.name).replace("\n", " ").replace("\t", " ").replace("::", ":")[:_MAX_NAME] or "(no name)"
        seen[name] = seen.get(name, 0) + 1
        yield name if seen[name] == 1 else f"{name} ({seen[name]})", test


def shuffle_by_file(items: list[Any], seed: int) -> list[Any]:
    """Return items in a random order of the seed: files are shuffled, and the tests of each file."""
    stream = Stream(seed, "host", "order of tests")
    by_file: dict[Path, list[Any]] = {}
    for item in items:
        by_file.setdefault(item.path, []).append(item)
    files = list(by_file.values())
    stream.shuffle(files)
    for file in files:
        stream.shuffle(file)
    return [item for file in files for item in file]
