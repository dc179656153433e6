"""The results of a session of tests, and what changed since the session before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import pytest

from host.errors import agree, counted, in_one_line
from host.tools.testing.report import LOADING

_PASSED, _FAILED, _SKIPPED = "passed", "failed", "skipped"
_LOAD = f"::{LOADING}"


class Results:
    """A plugin of pytest that stores how each test of a session ended."""

    def __init__(self) -> None:
        # Id of a test -> "passed", "failed" or "skipped".
        self._outcomes: dict[str, str] = {}
        # Names of the tests that were left out of the session.
        self.deselected: list[str] = []
        # Whether Ctrl-C ended the session.
        self.is_interrupted = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        # A test that fails before or after its call has more than one report.
        if report.outcome != _PASSED or report.when == "call":
            self._outcomes[report.nodeid] = report.outcome

    def pytest_deselected(self, items: Sequence[pytest.Item]) -> None:
        self.deselected += [item.name for item in items]

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        # pytest interrupts sessions itself, too, with errors derived from this one.
        self.is_interrupted = excinfo.type is KeyboardInterrupt

    def compare(self, last: Results) -> Iterator[str]:
        """Yield a line about what changed since the last session, and a line for each such test."""
        before, after = last._outcomes, self._outcomes
        # Of a file that does not load nobody knows which tests it has.
        lost, found = _files_of(before) & _unread_files(after), _files_of(after) & _unread_files(before)
        new = [test for test in after if test not in before and _file_of(test) not in lost | found]
        gone = [test for test in before if test not in after and _file_of(test) not in lost | found]
        both = [test for test in after if test in before and after[test] != before[test]]
        parts = [
            f"{counted(len(tests), 'test')} {outcome} that {former}"
            for outcome in (_FAILED, _PASSED, _SKIPPED)
            for former in (_FAILED, _PASSED, _SKIPPED)
            if (tests := [test for test in both if (after[test], before[test]) == (outcome, former)])
        ]
        parts += [
            f"{counted(len(files), 'file')} {agree(len(files), verb)} {when}"
            for files, verb, when in ((lost, "fail", "to load"), (found, "load", "again"))
            if files
        ]
        parts += [
            f"{counted(len(tests), 'test')} {agree(len(tests), 'are')} {word}"
            for tests, word in ((new, "new"), (gone, "gone"))
            if tests
        ]
        yield f"since the last run: {', '.join(parts) or 'the same results'}"
        for outcome in (_FAILED, _PASSED, _SKIPPED):
            yield from (f"  {outcome:7} {in_one_line(test)}" for test in both if after[test] == outcome)


def _files_of(outcomes: Mapping[str, str]) -> set[str]:
    """Return the files of the tests that ran."""
    return {_file_of(test) for test in outcomes if not test.endswith(_LOAD)}


def _unread_files(outcomes: Mapping[str, str]) -> set[str]:
    """Return the files without tests of a session in which one failed to load; the same error skips the others."""
    loads = {_file_of(test): outcome for test, outcome in outcomes.items() if test.endswith(_LOAD)}
    return {*loads} if _FAILED in loads.values() else set()


def _file_of(test: str) -> str:
    return test.partition("::")[0]
