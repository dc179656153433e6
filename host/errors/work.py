"""Work of Python that grows with what mods wrote: instructions of Lua that mods are charged for it.

Python notes the work where it is done; Lua charges it to the budget after each call (lua/core/border/answers.lua).
"""

from __future__ import annotations


class Work:
    """The work that was noted since it was last taken."""

    __slots__ = ("noted",)

    def __init__(self) -> None:
        # In instructions of Lua that take about as long.
        self.noted = 0

    def note(self, instructions: int) -> None:
        """Add work that takes about as long as a number of instructions of Lua."""
        self.noted += instructions

    def take(self) -> int:
        """Return the work since the last call."""
        noted, self.noted = self.noted, 0
        return noted


WORK = Work()
