"""TOML that may come from strangers: parsed in linear time and memory, with the line of what is wrong."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from host.border.values import shown

# Bits of a number that messages show.
MOST_BITS = 64
# Parts of the longest key: the library that reads TOML takes memory for each part, as often as a key has parts.
_MOST_PARTS = 20
_PART = r"""(?:(?<![\w-])[\w-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')"""
_LONG_KEY = re.compile(rf"{_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{_MOST_PARTS}}}")


class NotTomlError(Exception):
    """A text is not TOML; `message` is a sentence, `line` is None when no line is to blame."""

    def __init__(self, message: str, line: int | None, hint: str | None = None) -> None:
        super().__init__(message)
        self.message, self.line, self.hint = message, line, hint


def parse_toml(content: bytes, noun: str) -> dict[str, Any]:
    """Return the tables of a TOML text; `noun` names the text in messages. Raises NotTomlError.

    The tables are cached: do not change them. The caller has limited the bytes of the text.
    """
    # The import takes longer than reading all manifests, and many processes read none.
    import tomllib

    try:
        source = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise NotTomlError(f"{noun} is not UTF-8 (byte {error.start})", line) from None
    long_key = _LONG_KEY.search(source)
    if long_key:
        line = source.count("\n", 0, long_key.start()) + 1
        raise NotTomlError(f"a key has too many parts with dots: must have at most {_MOST_PARTS}", line)
    try:
        return _parse(source)
    except RecursionError:
        raise NotTomlError(f"{noun} is nested too deep", None) from None
    except tomllib.TOMLDecodeError as error:
        text = str(error)
        position = re.search(r" \(at line (\d+), column \d+\)", text)
        # An error at the end of the text has no position.
        line = int(position[1]) if position else source.rstrip().count("\n") + 1
        bare = position and re.match(r"[^=]*=\s*[A-Za-z_]", source.split("\n")[line - 1])
        hint = "text stands between quotes" if bare and text.startswith("Invalid value") else None
        raise NotTomlError(f"{noun} is not TOML: {text}", line, hint) from None
    except ValueError:
        # Python reads no number of more digits, and tomllib passes on its ValueError, which has no line.
        long_number = re.search(r"[\d_]{4300}", source)
        line = source.count("\n", 0, long_number.start()) + 1 if long_number else 1
        raise NotTomlError(f"a number of {noun} has too many digits", line) from None


@lru_cache(maxsize=16)
def _parse(source: str) -> dict[str, Any]:
    """Parse a text; a process parses the manifests of the bundled mods once."""
    import tomllib

    return tomllib.loads(source)


def as_written(value: Any) -> str:
    """Return a value for a message as a file writes it; TOML has lists, tables and dates, Lua the types of `shown`."""
    if isinstance(value, list):
        return f"[{', '.join(map(as_written, value))}]" if len(value) < 10 else "a long list"
    if isinstance(value, Mapping):
        return "a table"
    if hasattr(value, "isoformat"):
        return str(value)
    if isinstance(value, int) and value.bit_length() > MOST_BITS:
        # Python reads hexadecimal numbers of any length, and does not write them as decimal ones.
        return "a huge number"
    return shown(value)
