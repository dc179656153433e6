"""The table of a user (`--table`) that says which number of a segment file a glyph, a colour or a word stands for."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from host.errors import in_one_line, shorten

# Characters of a list in a message.
_LONGEST_LIST = 200


class NumberTable(NamedTuple):
    """The numbers of a file, by glyph, colour or word, and the name of the file for messages."""

    file: str
    numbers: Mapping[str, int]


def quoted(word: str) -> str:
    """Return a word as a table writes it."""
    return in_one_line(json.dumps(shorten(word, 40), ensure_ascii=False))


def known(words: Iterable[str]) -> str:
    """Return the words of a table for a message; of many only the first ones."""
    return shorten(", ".join(map(quoted, words)), _LONGEST_LIST)
