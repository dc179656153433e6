"""Segments that were drawn in another program: the parts that all importers share."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from host.errors import visible
from host.model.segment_file import SegmentFile, parse_segment_file, write_segments

MOST_LAYERS = 100
MOST_SEGMENTS = 20_000
# Squares of all layers of all segments.
MOST_IN_ALL = 8_000_000
# Control characters, and those that change the direction of text.
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_ARGUMENT = re.compile("-?[0-9]{1,10}")
# What a segment file begins with, after comments.
_SEGMENT_FILE = re.compile(rb"\s*(?:#[^\n]*\n\s*)*segment\s*$", re.MULTILINE)

# Name and arguments of a function that a switch calls.
Call = tuple[str, tuple[int, ...]]


class Drawn(NamedTuple):
    """The text of the segment file, its number of segments, and warnings about what it leaves out."""

    text: str
    segments: int
    warnings: list[str]


def is_segment_file(content: bytes) -> bool:
    """Return whether a file begins as segment files do."""
    return _SEGMENT_FILE.match(content) is not None


def drawn_segments(file: SegmentFile, source: str, warnings: list[str]) -> Drawn:
    """Return segments that were read from `source` as text. Segments without rooms are one room.

    Raises HostError for what a segment file cannot have.
    """
    for segment in file.segments:
        if not segment.rooms:
            segment.rooms.append((0, 0, segment.width, segment.height))
    # No name moves the cursor of a terminal that shows the text.
    text = _CONTROLS.sub(lambda match: visible(match[0]), write_segments(file))
    # The rules of the format are checked in one place.
    parse_segment_file(text, f"{source} as text")
    return Drawn(text, len(file.segments), warnings)


def path_beside(file: Path, name: str, what: str) -> Path:
    """Return the path of a file that another one names, in its folder or below it; nothing else may be read.

    Raises ValueError with a sentence about `what`.
    """
    try:
        folder = file.parent.resolve()
        path: Path = (folder / name.replace("\\", "/")).resolve()
        is_file = path.is_file() or not path.exists()
    except (OSError, RuntimeError) as error:
        # Of a loop of links, Python before 3.13 raises RuntimeError.
        reason = getattr(error, "strerror", None) or "a link leads to itself"
        raise ValueError(f"{what} cannot be read: {reason}") from None
    if not path.is_relative_to(folder):
        raise ValueError(f"{what} lies outside the folder of the map, and is not read")
    if not is_file:
        # A read from a pipe could block without end.
        raise ValueError(f"{what} is not a file")
    return path


def comment_lines(value: object) -> tuple[str, ...]:
    """Return the lines of a text as comments of a segment file; none when it is no text."""
    lines = [line.strip() for line in value.split("\n")] if isinstance(value, str) else []
    return tuple(line if not line or line.startswith("#") else f"# {line}" for line in lines) if any(lines) else ()


def read_calls(value: object) -> tuple[Call, ...]:
    """Return the calls of a switch, one a line, such as "open 2 5". Raises ValueError with the wrong line."""
    calls = []
    for line in value.splitlines() if isinstance(value, str) else ():
        name, *arguments = line.split() or [""]
        if name:
            if not all(_ARGUMENT.fullmatch(word) for word in arguments):
                raise ValueError(line[:60])
            calls.append((name, tuple(map(int, arguments))))
    return tuple(calls)


def write_calls(calls: tuple[Call, ...]) -> str:
    """Return the text that `read_calls` reads."""
    return "\n".join(" ".join([name, *map(str, arguments)]) for name, arguments in calls)
