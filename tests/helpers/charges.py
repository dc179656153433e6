"""What a call of a mod takes: instructions that it is charged for, and processor time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import process_time
from typing import Any, NamedTuple
from unittest import mock

from host import Budgets
from host.border.lua_function import lua_function
from host.border.state import LuaState

# No call of the tests uses them up.
ENDLESS = Budgets(instructions=2**52, memory=2**32, seconds=500.0, output=2**40)
# A call may take so long for what it is charged, many times as long as an instruction takes where every one is counted;
# and so long besides.
SECONDS_OF_INSTRUCTION, FREE_SECONDS = 4e-7, 0.1


@lua_function("core/sandbox/budget")
def limit(most: int) -> int:
    """Lower the instructions that are left, and return how many there were."""


class Spent(NamedTuple):
    """What a call took."""

    call: str
    instructions: int
    seconds: float

    @property
    def is_unpaid(self) -> bool:
        """Whether it took longer than what it was charged for."""
        return self.seconds > FREE_SECONDS + SECONDS_OF_INSTRUCTION * self.instructions


class Meter:
    """Measures what is between the lines "begin NAME" and "end" that a mod prints."""

    def __init__(self) -> None:
        self.spent: list[Spent] = []
        self._state: LuaState | None = None
        self._begun: tuple[str, int, float] | None = None

    @contextmanager
    def watch(self) -> Iterator[None]:
        """Notice the Lua state that runs mods."""
        call = LuaState.call

        def watched(state: LuaState, *arguments: Any) -> Any:
            self._state = state
            return call(state, *arguments)

        with mock.patch.object(LuaState, "call", watched):
            yield

    def listen(self, line: str) -> None:
        """Take a line of a mod."""
        assert self._state is not None
        if line.startswith("begin "):
            self._begun = line.removeprefix("begin "), self._state.call(limit, 2**62), process_time()
        elif line == "end" and self._begun:
            seconds = process_time()
            call, left, start = self._begun
            self.spent.append(Spent(call, left - self._state.call(limit, 2**62), seconds - start))
            self._begun = None

    @property
    def unpaid(self) -> list[Spent]:
        """What took longer than it was charged for."""
        return [spent for spent in self.spent if spent.is_unpaid]
