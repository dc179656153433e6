"""How the numbers of a segment file stand in columns: measured in one, and kept when it is written again."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

# One digit each in `Columns.words`, and no file of spaces from a stranger.
_WIDEST = 9
_NUMBER = re.compile(r"\S+")
_WORDS = re.compile(r"[0-9] [1-9] [0-9] [1-9] [01]")


class Column(NamedTuple):
    """Spaces before a row, and characters of each number, right-aligned; where it is 1 they stand as they are."""

    indent: int
    width: int

    def row(self, numbers: Iterable[int], digits: int = 1) -> str:
        """A row of numbers, the longest of which has so many digits."""
        width = max(self.width, digits) if self.width > 1 else 1
        return " " * self.indent + " ".join(f"{number:{width}d}" for number in numbers)


class Columns(NamedTuple):
    """Those of a file, as `segments import` writes them where nobody said otherwise."""

    data: Column = Column(1, 3)
    rooms: Column = Column(2, 2)
    # An empty line before `eof`.
    gap: bool = True

    def words(self) -> str:
        """Five numbers, as a property of a map has them."""
        return " ".join(map(str, (*self.data, *self.rooms, int(self.gap))))


def parse_columns(words: str) -> Columns | None:
    """What `Columns.words` wrote, or None where it did not."""
    if not _WORDS.fullmatch(words):
        return None
    numbers = [int(word) for word in words.split()]
    return Columns(Column(*numbers[:2]), Column(*numbers[2:4]), bool(numbers[4]))


def measured(rows: Iterable[str], default: Column) -> Column:
    """The column in which most rows of numbers stand."""
    votes: Counter[Column] = Counter()
    for row in rows:
        ends = [match.end() for match in _NUMBER.finditer(row)]
        if not ends:
            continue
        # A number that stands alone fits into columns of any width.
        widths = {1, *(b - a - 1 for a, b in pairwise(ends))} if len(ends) > 1 else range(1, _WIDEST + 1)
        ways = {Column(ends[0] - width, width) for width in widths} | {Column(len(row) - len(row.lstrip()), 1)}
        votes.update(way for way in ways if _fits(way, row))
    return max(sorted(votes), key=lambda way: (votes[way], way == default), default=default)


def _fits(way: Column, row: str) -> bool:
    if not (0 <= way.indent <= _WIDEST and 1 <= way.width <= _WIDEST):
        return False
    return way.row(map(int, row.split())) == row.rstrip("\r")
