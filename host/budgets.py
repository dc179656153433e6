"""Budgets: limits on the instructions, memory, time and output of mods."""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import isfinite
from typing import Any

from host.errors import GivenError

_MEBIBYTE = 2**20


@dataclass(frozen=True, slots=True)
class Budgets:
    """The limits of one host. Raises GivenError for an invalid value.

    `seconds` limits a host in a process of its own, as the command line runs it; the library does not stop the process
    it runs in.
    """

    # Lua instructions in one call into mods: loading a mod, reading a menu, starting a game, playing. 2**53 means no
    # limit; then nothing is counted.
    instructions: int = 1_000_000_000
    # Bytes that Lua may use.
    memory: int = 512 * _MEBIBYTE
    # Wall time of a whole job.
    seconds: float = 30.0
    # Characters that mods may print in one game.
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


# Name -> least and greatest value. The host's own Lua takes a quarter of the least memory; with less the process dies
# while Lua starts.
BOUNDS: dict[str, tuple[float, float]] = {
    "instructions": (100_000, 2**53),
    "memory": (4 * _MEBIBYTE, 2**40),
    "seconds": (0.001, 10.0**9),
    "output": (0, 2**40),
}

DEFAULT_BUDGETS = Budgets()
