"""The columns of numbers in a segment file: measured in a file, and restored when the file is written again."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

# One digit each in `Columns.to_text`; the limit also keeps files small.
_WIDEST = 9
_NUMBER = re.compile(r"\S+")
_WORDS = re.compile(r"[0-9] [1-9] [0-9] [1-9] [01]")


class Column(NamedTuple):
    """`indent` spaces before a row, and `width` characters per number, right-aligned; with width 1 numbers are not
    padded."""

    indent: int
    width: int

    def format_row(self, numbers: Iterable[int], digits: int = 1) -> str:
        """Return a row of numbers, of which the longest has `digits` digits."""
        width = max(self.width, digits) if self.width > 1 else 1
        return " " * self.indent + " ".join(f"{number:{width}d}" for number in numbers)


class Columns(NamedTuple):
    """The columns of a file. The defaults are those of `segments import`."""

    data: Column = Column(1, 3)
    rooms: Column = Column(2, 2)
    # Whether an empty line precedes `eof`.
    gap: bool = True

    def to_text(self) -> str:
        """Return five numbers as text, for a property of a Tiled map."""
        return " ".join(map(str, (*self.data, *self.rooms, int(self.gap))))


def parse_columns(text: str) -> Columns | None:
    """Read the text of `Columns.to_text`; None for other text."""
    if not _WORDS.fullmatch(text):
        return None
    numbers = [int(word) for word in text.split()]
    return Columns(Column(*numbers[:2]), Column(*numbers[2:4]), bool(numbers[4]))


def measure_column(rows: Iterable[str], default: Column) -> Column:
    """Return the column that fits most rows of numbers."""
    votes: Counter[Column] = Counter()
    for row in rows:
        ends = [match.end() for match in _NUMBER.finditer(row)]
        if not ends:
            continue
        # A single number fits columns of any width.
        widths = {1, *(b - a - 1 for a, b in pairwise(ends))} if len(ends) > 1 else range(1, _WIDEST + 1)
        ways = {Column(ends[0] - width, width) for width in widths} | {Column(len(row) - len(row.lstrip()), 1)}
        votes.update(way for way in ways if _fits(way, row))
    return max(sorted(votes), key=lambda way: (votes[way], way == default), default=default)


def _fits(way: Column, row: str) -> bool:
    if not (0 <= way.indent <= _WIDEST and 1 <= way.width <= _WIDEST):
        return False
    return way.format_row(map(int, row.split())) == row.rstrip("\r")
