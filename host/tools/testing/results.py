"""The results of a session of tests, and what changed since the session before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from host.errors import agree, counted, in_one_line

_PASSED, _FAILED, _SKIPPED = "passed", "failed", "skipped"


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
        new = [test for test in after if test not in before]
        gone = [test for test in before if test not in after]
        both = [test for test in after if test in before and after[test] != before[test]]
        parts = [
            f"{counted(len(tests), 'test')} {outcome} that {former}"
            for outcome in (_FAILED, _PASSED, _SKIPPED)
            for former in (_FAILED, _PASSED, _SKIPPED)
            if (tests := [test for test in both if (after[test], before[test]) == (outcome, former)])
        ]
        parts += [
            f"{counted(len(tests), 'test')} {agree(len(tests), 'are')} {word}"
            for tests, word in ((new, "new"), (gone, "gone"))
            if tests
        ]
        yield f"since the last run: {', '.join(parts) or 'the same results'}"
        for outcome in (_FAILED, _PASSED, _SKIPPED):
            yield from (f"  {outcome:7} {in_one_line(test)}" for test in both if after[test] == outcome)
