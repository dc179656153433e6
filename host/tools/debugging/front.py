"""A person's side of a debug session, an editor or a terminal, and what it is told about a stop."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Protocol

# A front yields words for Lua, and gets the words of the answer.
Conversation = Generator[list[str], list[str], str]


@dataclass(frozen=True, slots=True)
class Stop:
    """Where and why the mods stopped."""

    # "breakpoint", "step", "exception", "pause" or "entry".
    reason: str
    text: str
    # Probes passed, calls of Python, errors met; the last probe with a breakpoint that stops.
    probes: int
    calls: int
    errors: int
    path: str
    line: int
    last_hit: int


class Front(Protocol):
    """A person's side of a session: an editor or a terminal."""

    def converse(self, stop: Stop) -> Conversation:
        """Talk about a stop: yield questions, get the answers, and return how to go on.

        That is "continue", "into", "over", "out", "back" or "back_to_breakpoint".
        """

    def log(self, text: str, path: str, line: int) -> None:
        """Show the message of a breakpoint."""

    def tick(self) -> None:
        """Handle what the person wants while the mods run; called ten times a second."""
