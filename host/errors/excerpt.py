"""Excerpts: the line that an error is about, with two lines around it and a mark below the column."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple

# Lines before and after the line of the error.
_AROUND = 2
# Characters of a line that are shown, and how many of them come before a mark that would be cut off.
_WIDTH, _BEFORE = 100, 40
# Characters that are shown in the narrowest terminal.
_LEAST = 20
_TAB = "    "
_LONGEST_LABEL = 300
_LINE_END = re.compile(r"\r\n|\n\r|\r|\n")

# Styles a text: takes the text and one of "number", "line", "mark".
Style = Callable[[str, str], str]


class Excerpt(NamedTuple):
    """Lines of a file; `line` is the number of the one that matters, `column` counts from 1, 0 for an unknown one."""

    first: int
    lines: tuple[str, ...]
    line: int
    column: int = 0
    # Characters that are marked.
    length: int = 0
    # What was expected there, or an empty text.
    label: str = ""

    def to_data(self) -> list[Any]:
        """Return plain data from which `from_data` makes an equal excerpt."""
        return [self.first, list(self.lines), self.line, self.column, self.length, self.label]

    @staticmethod
    def from_data(data: Any) -> Excerpt:
        """Return the excerpt that `to_data` described. Raises TypeError or ValueError for malformed data."""
        first, lines, line, column, length, label = data
        numbers = first, line, column, length
        if not all(type(number) is int and 0 <= number < 2**53 for number in numbers):
            raise TypeError("an excerpt has a number that is not one")
        if len(lines) > 2 * _AROUND + 1 or not all(type(text) is str for text in (*lines, label)):
            raise TypeError("an excerpt has a line that is not one")
        most = _WIDTH + 2
        lines = tuple(text[:most] for text in lines)
        return Excerpt(first, lines, line, min(column, most), min(length, most), label[:_LONGEST_LABEL])

    def format(self, style: Style = lambda text, _: text, columns: int | None = None) -> list[str]:
        """Return the excerpt as lines of text, of at most `columns` if there is a mark's room in them."""
        width = len(str(self.first + len(self.lines) - 1))
        # Margin and an ellipsis take the rest.
        room = _WIDTH if columns is None else max(_LEAST, min(_WIDTH, columns - width - 6))
        cut = max(0, self.column + min(self.length, room - 1) - room)
        shown = []
        for number, raw in enumerate(self.lines, self.first):
            is_marked = number == self.line
            # No mod can move the cursor or recolour the terminal.
            text = _printable(_clip(raw, cut if is_marked else 0, room)) if columns is not None else _printable(raw)
            margin = style(f"{'>' if is_marked else ' '} {number:{width}} |", "mark" if is_marked else "number")
            shown.append(f"{margin} {style(text, 'line') if is_marked else text}".rstrip())
            if is_marked and (self.column or self.label):
                blank = style(f"  {' ' * width} |", "number")
                carets = "^" * max(1, min(self.length, room - self.column + cut + 1)) if self.column else ""
                mark = " ".join(filter(None, (carets, _printable(self.label))))
                shown.append(f"{blank} {' ' * max(0, self.column - cut - 1)}{style(mark, 'mark')}")
        return shown


def _printable(text: str) -> str:
    return "".join(char if char.isprintable() else "\ufffd" for char in text)


def quote_bytes(source: bytes, line: int, byte: int, label: str = "") -> Excerpt | None:
    """Return the excerpt around a line of a file, with a byte of the line marked, which counts from 1; 0 for none.

    `label` says what was expected there.
    """
    column = 0
    if byte:
        # A character for each byte.
        text = "".join(lines_between(source.decode("latin-1"), line, line))
        column = len(text[: byte - 1].encode("latin-1").decode("utf-8", "replace")) + 1
    excerpt = make_excerpt(source, line, column)
    return excerpt and excerpt._replace(label=label)


def lines_between(text: str, first: int, last: int) -> list[str]:
    """Return the lines of a text with the numbers from `first` to `last`, as far as there are any.

    Nothing else is stored: a text may have millions of lines.
    """
    first = max(1, first)
    ends = _LINE_END.finditer(text)
    before = next(islice(ends, first - 2, None), None) if first > 1 else None
    if last < first or (first > 1 and before is None):
        return []
    lines, start = [], before.end() if before else 0
    for end in islice(ends, last - first + 1):
        lines.append(text[start : end.start()])
        start = end.end()
    return lines if len(lines) > last - first else [*lines, text[start:]]


def make_excerpt(source: bytes, line: int, column: int = 0, words: Iterable[str] = ()) -> Excerpt | None:
    """Return the excerpt around a line of a file, or None when the file has no such line.

    `column` counts characters from 1. Without it the first of `words` is marked that is on the line exactly once.
    """
    start = max(1, line - _AROUND)
    texts = lines_between(source.decode("utf-8", "replace"), start, line + _AROUND + 1)
    if line < 1 or len(texts) <= line - start:
        return None
    text = texts[line - start]
    # What follows the last end of a line is none.
    if texts[-1] == "" and len(texts) < 2 * _AROUND + 2 and len(texts) > line - start + 1:
        texts.pop()
    length = _length_of_token(text, column) if column else 0
    if not column:
        column, length = next(_find_words(text, words), (0, 0))
    before = text[: max(0, column - 1)]
    column += before.count("\t") * (len(_TAB) - 1)
    cut = max(0, column + min(length, _BEFORE) - _WIDTH)
    texts = texts[: line + _AROUND + 1 - start]
    lines = [_clip(other, cut if number == line else 0) for number, other in enumerate(texts, start)]
    marked = _clip(text, cut)
    column -= cut
    length = max(0, min(length, len(marked) - column + 1))
    return Excerpt(start, tuple(lines), line, max(0, column), length)


def _find_words(text: str, words: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Yield column and length of each of the words that is on a line exactly once."""
    for word in words:
        if not word:
            continue
        left = r"(?<!\w)" if word[0].isalnum() else ""
        right = r"(?!\w)" if word[-1].isalnum() else ""
        matches = [match.start() for match in re.finditer(left + re.escape(word) + right, text)]
        if len(matches) == 1:
            yield matches[0] + 1, len(word)


def _length_of_token(text: str, column: int) -> int:
    """Return the length of the name, number or sign that begins at a column."""
    match = re.compile(r"\w+|\.{2,3}|[=~<>]=|//|::|\S|$").match(text, column - 1)
    return len(match[0]) if match else 1


def _clip(text: str, start: int, width: int = _WIDTH) -> str:
    """Return the part of a line that is shown; what is left out is an ellipsis."""
    text = text.replace("\t", _TAB)
    shown = text[start : start + width]
    if start:
        shown = f"…{shown[1:]}"
    return f"{shown}…" if len(text) > start + width else shown
