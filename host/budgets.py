"""What mods may use up."""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import isfinite
from typing import Any

from host.errors import GivenError

_MEBIBYTE = 2**20


@dataclass(frozen=True, slots=True)
class Budgets:
    """The limits of one host. Raises GivenError for a value that is none.

    `seconds` is kept by whoever runs the host in a process of its own, as the command line does; the library does not
    stop the process it runs in.
    """

    # Instructions of Lua in one call into mods: to load one, to read a menu, to start a game, to play on. 2**53 is no
    # limit, and then nothing is counted.
    instructions: int = 1_000_000_000
    # What Lua may hold, in bytes.
    memory: int = 512 * _MEBIBYTE
    # Wall clock for a whole job.
    seconds: float = 30.0
    # Characters that mods print in one game.
    output: int = 4_000_000

    def __post_init__(self) -> None:
        for field in fields(self):
            least, most = BOUNDS[field.name]
            value: Any = getattr(self, field.name)
            whole = field.name != "seconds"
            if isinstance(value, bool) or not isinstance(value, int if whole else int | float) or not isfinite(value):
                raise GivenError(f"{field.name} is {value!r}: must be a {'whole ' if whole else ''}number")
            if not least <= value <= most:
                raise GivenError(f"{field.name} is {value}: must be between {least} and {most}")


# Least and most of each. The host's own Lua takes a quarter of the least memory; with less than that the process dies
# while Lua starts.
BOUNDS: dict[str, tuple[float, float]] = {
    "instructions": (100_000, 2**53),
    "memory": (4 * _MEBIBYTE, 2**40),
    "seconds": (0.001, 10.0**9),
    "output": (0, 2**40),
}

DEFAULT_BUDGETS = Budgets()
