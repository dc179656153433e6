"""Budgets: the numbers of the limits on instructions, memory, time and output of mods.

Instructions are counted in lua/core/sandbox/budget.lua, memory in host/border/state.py, time in host/border/deadline.py
and by the parent in host/process/child.py.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from host.errors import BudgetError, RequestError, show_value

_MEBIBYTE = 2**20
# A budget of so many seconds means that nothing reads the clock; a budget of so many instructions is not counted.
NO_CLOCK, _NO_COUNT = 10.0**9, 2**53


@dataclass(frozen=True, slots=True)
class Budgets:
    """The limits of one host. Raises RequestError for an invalid value.

    A host whose mods used up instructions, memory or seconds is over: nothing of them runs again in it.
    """

    # Lua instructions in one call into mods: loading a mod, reading a menu, starting a game, playing. 2**53 means no
    # limit; if `seconds` means no limit, too, nothing is counted.
    instructions: int = 1_000_000_000
    # Bytes that Lua may use.
    memory: int = 512 * _MEBIBYTE
    # Wall time: on the command line of a whole job, and in the library of one call into mods. 1e9 means no limit.
    seconds: float = 30.0
    # Bytes that mods may print in one game.
    output: int = 4_000_000

    def __post_init__(self) -> None:
        for field in fields(self):
            least, most = BOUNDS[field.name]
            value: Any = getattr(self, field.name)
            whole = field.name != "seconds"
            if isinstance(value, bool) or not isinstance(value, int if whole else int | float) or value != value:
                raise RequestError(f"{field.name} is {show_value(value)}: must be a {'whole ' if whole else ''}number")
            if not least <= value <= most:
                raise RequestError(f"{field.name} is {show_value(value)}: must be between {least} and {most}")

    @property
    def are_counted(self) -> bool:
        """Whether Lua stops every few instructions to compare them and the time with the limits."""
        return self.instructions < _NO_COUNT or self.seconds < NO_CLOCK


# Name -> least and greatest value. The host's own Lua takes a quarter of the least memory; with less the process dies
# while Lua starts.
BOUNDS: dict[str, tuple[float, float]] = {
    "instructions": (100_000, _NO_COUNT),
    "memory": (4 * _MEBIBYTE, 2**40),
    "seconds": (0.001, NO_CLOCK),
    "output": (0, 2**40),
}

DEFAULT_BUDGETS = Budgets()


def require_budgets(budgets: Any) -> Budgets:
    """Return what a program passed as budgets. Raises RequestError for anything else."""
    if not isinstance(budgets, Budgets):
        raise RequestError(f"budgets is {show_value(budgets)}: must be Budgets", hint="an example: Budgets(seconds=60)")
    return budgets


def out_of_time(seconds: float) -> BudgetError:
    """Return the error of mods that took longer than their `seconds`."""
    text = f"the mods took longer than {seconds:g} s and were stopped"
    return BudgetError(f"{text}; --timeout SECONDS or Budgets(seconds=…) gives them more")
