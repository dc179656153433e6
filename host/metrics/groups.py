"""Numbers in groups that grow together (union-find)."""

from __future__ import annotations


class Groups:
    """The numbers from 0 to `count` - 1, at first each in a group of its own."""

    def __init__(self, count: int) -> None:
        # By number, another one of its group; the last one on the way is its own.
        self._next = list(range(count))

    def find(self, number: int) -> int:
        """Return the number that stands for a group."""
        following = self._next
        while following[number] != number:
            following[number] = number = following[following[number]]
        return number

    def join(self, first: int, second: int) -> bool:
        """Put the groups of two numbers together; return whether there were two."""
        first, second = self.find(first), self.find(second)
        self._next[first] = second
        return first != second
