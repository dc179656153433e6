"""Explainers: they count the requests of a game that fail, and explain one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from host.generate.explain.explanation import Explanation


class RecordedCall(NamedTuple):
    """A call of a mod: the name of the function, and file and line."""

    function: str
    file: str | None
    line: int | None


class Explainer:
    """Explains the failure with a number, of those in a game that is made again with the same seed.

    Without a number it only counts them: explanations take time, and a mod may try many requests before it gives up.
    """

    def __init__(self, number: int | None = None) -> None:
        self._number = number
        # How many requests have failed.
        self.failures = 0
        self.explanation: Explanation | None = None
        # The last call that was recorded.
        self.call = RecordedCall("", None, None)
        # Tile slot on the map of the game -> the call that locked it.
        self.locks: dict[int, RecordedCall] = {}

    def record_call(self, function: str, file: str | None, line: int | None) -> None:
        """Record where a mod calls a function."""
        self.call = RecordedCall(function, file, line)

    def record_locks(self, slots: Iterable[int]) -> None:
        """Record that the last call locked tile slots."""
        self.locks.update(dict.fromkeys(slots, self.call))

    def fail(self, reason: str, explain: Callable[[], Explanation | None] | None = None) -> str:
        """Count a request that failed; return the reason, and below it the explanation when it is to be explained."""
        self.failures += 1
        if self.failures != self._number:
            return reason
        self.explanation = explain() if explain else None
        return f"{reason}\n{self.explanation.text()}" if self.explanation else reason
