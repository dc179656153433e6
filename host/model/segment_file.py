"""Read and write the text format of segment files.

# a comment, between segments
segment
name: anything
width: 12
height: 12
data:
1 1 2 …                     width × height tile numbers, row by row
switches:
1                           how many; each: x y functions, then name, arguments, …
3 4 1 open 2 5 6
rooms:
2                           how many; each: x y width height, 1-based, walls included
0 0 7 8
6 0 8 8
end
eof
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import dropwhile
from typing import NamedTuple, NoReturn

import numpy as np

from host.errors import HostError
from host.errors.spelling import did_you_mean

_KEYS = ("name", "width", "height", "data", "switches", "rooms")
# Limits far above what real files have.
MAX_SIDE = 1000
MAX_SQUARES = 250_000
_MOST_ROOMS = 10_000
# The greatest integer of Lua, whose tables hold the tiles.
LARGEST_TILE = 2**63 - 1
_FARTHEST_ROOM = 1_000_000
# A process parses files up to this length once: each of its hosts loads the files of the bundled mods.
_LONGEST_CACHED = 1 << 16

# Numbers of the format: ASCII digits and at most one sign.
_WHOLE = re.compile(r"-?[0-9]+")
# Lines that need no further check: tile numbers, and a room.
_TILE_NUMBERS = re.compile(r"[0-9]{1,18}(?:[ \t]+[0-9]{1,18})*")
_ROOM = re.compile(r"(-?[0-9]{1,6})" + r"[ \t]+(-?[0-9]{1,6})" * 3)


class SwitchText(NamedTuple):
    """A switch: its square (0-based), and the functions that it calls with whole numbers."""

    x: int
    y: int
    calls: tuple[tuple[str, tuple[int, ...]], ...]
    line: int


@dataclass(slots=True)
class SegmentText:
    """A segment as a file describes it."""

    # Line of the word `segment`.
    line: int
    # Comment lines before the segment, without leading empty lines.
    comments: tuple[str, ...] = ()
    title: str | None = None
    width: int = 0
    height: int = 0
    # Tile numbers row by row; one list per `data:`, from the lowest layer up.
    layers: list[list[int]] = field(default_factory=list)
    switches: list[SwitchText] = field(default_factory=list)
    # (x, y, width, height), 0-based: -1 is the border outside.
    rooms: list[tuple[int, int, int, int]] = field(default_factory=list)
    # For each layer, (index of the first number, line) of each line of its data; and the line of each room.
    data_lines: list[list[tuple[int, int]]] = field(default_factory=list, compare=False, repr=False)
    room_lines: list[int] = field(default_factory=list, compare=False, repr=False)
    # Texts after `data:`, `switches:` and `rooms:`, which mean nothing; and the line of the word `end`.
    notes: list[str] = field(default_factory=list, compare=False, repr=False)
    end_line: int = field(default=0, compare=False, repr=False)

    def line_of(self, layer: int, square: int) -> int:
        """Return the line of the tile number of a square in a layer."""
        return find_line(self.data_lines[layer], square)


class SegmentFile(NamedTuple):
    """A file: its segments in order, and the comment lines after the last."""

    segments: list[SegmentText]
    comments: tuple[str, ...] = ()


def find_line(lines: Sequence[tuple[int, int]], index: int) -> int:
    """Return the line of a number, from (index of the first number, line) of each line."""
    return lines[bisect_right(lines, index, key=lambda start: start[0]) - 1][1]


def parse_segments(text: str, file: str) -> tuple[SegmentText, ...]:
    """Return the segments of a file, in order; nobody may change them. Raises HostError with the line of an error."""
    return _parse_again(text, file) if len(text) <= _LONGEST_CACHED else tuple(_Parser(text, file).segments())


@lru_cache(maxsize=64)
def _parse_again(text: str, file: str) -> tuple[SegmentText, ...]:
    return tuple(_Parser(text, file).segments())


def parse_segment_file(text: str, file: str) -> SegmentFile:
    """Return all contents of a file. Raises HostError with the line of the first error."""
    parser = _Parser(text, file)
    segments = list(parser.segments())
    return SegmentFile(segments, parser.take_comments())


def decode_segment_file(content: bytes, file: str, noun: str = "a segment file") -> str:
    """Decode a segment file, or what `noun` says. Raises HostError with the line of the first byte that is no UTF-8."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise HostError(
            f"byte 0x{content[error.start]:02x} is not UTF-8: {noun} is plain text",
            file=file,
            line=content.count(b"\n", 0, error.start) + 1,
        ) from None


def write_segments(file: SegmentFile) -> str:
    """Return the text of a file. Parsing the text returns an equal file."""
    lines: list[str] = []
    for segment in file.segments:
        lines += [*segment.comments, *format_segment(segment), ""]
    return "\n".join([*lines, *file.comments, "eof", ""])


def format_segment(segment: SegmentText) -> Iterator[str]:
    """Yield the lines of a segment, without its comments, in the form in which all segments are written."""
    yield "segment"
    if segment.title:
        yield f"name: {segment.title}"
    yield f"width: {segment.width}"
    yield f"height: {segment.height}"
    for layer in segment.layers:
        yield "data:"
        rows = [layer[start : start + segment.width] for start in range(0, len(layer), segment.width)]
        yield from _format_rows(rows, " ", 3)
    if segment.switches:
        yield "switches:"
        yield f"  {len(segment.switches)}"
        for switch in segment.switches:
            yield f"  {switch.x} {switch.y} {len(switch.calls)}"
            for name, arguments in switch.calls:
                yield "    " + " ".join([name, str(len(arguments)), *map(str, arguments)])
    yield "rooms:"
    yield f"  {len(segment.rooms)}"
    yield from _format_rows([(x + 1, y + 1, w, h) for x, y, w, h in segment.rooms], "  ", 2)
    yield "end"


def _format_rows(rows: Sequence[Sequence[int]], indent: str, least: int) -> Iterator[str]:
    """Yield lines of numbers in columns, as wide as the longest number, and at least `least` characters."""
    width = max([least, *(len(str(number)) for row in rows for number in row)])
    for row in rows:
        yield indent + " ".join(f"{number:{width}d}" for number in row)


@lru_cache(maxsize=64)
def _row_of(width: int) -> re.Pattern[str]:
    """Return a pattern for a line of `width` tile numbers, which need no further check."""
    return re.compile(rf"[0-9]{{1,9}}(?:[ \t]+[0-9]{{1,9}}){{{width - 1}}}")


def _misplaced(what: str, behind: str) -> str | None:
    """Return a hint for a count that stands behind its key."""
    return f'the count stands on the line after "{what}:"' if _WHOLE.fullmatch(behind) else None


class _Parser:
    def __init__(self, text: str, file: str) -> None:
        # Without surrounding white space; line n is _lines[n - 1].
        self._lines = [line.strip() for line in text.split("\n")]
        self._file = file
        # Number of the last line that was read.
        self._line = 0
        self._left: list[str] = []
        self._comments: list[str] = []

    def take_comments(self) -> tuple[str, ...]:
        """Return the comment lines since the last segment, without leading empty lines, and clear them."""
        comments = tuple(dropwhile(lambda line: not line, self._comments))
        self._comments.clear()
        return comments

    def segments(self) -> Iterator[SegmentText]:
        """Iterate over the segments of the file."""
        while True:
            line = self._next_line('the file ends without "eof"')
            if line == "eof":
                return
            if line == "segment":
                yield self._segment()
            elif not line or line.startswith("#"):
                self._comments.append(line)
            else:
                self._fail(f'"{line[:40]}" stands where only "segment", "eof" or a comment may')

    def _segment(self) -> SegmentText:
        segment = SegmentText(self._line, self.take_comments())
        last = ""
        while True:
            line = self._next_line('the file ends inside a segment, before "end"')
            if line == "end":
                segment.end_line = self._line
                break
            if not line:
                continue
            key, colon, rest = line.partition(":")
            key = key.strip()
            if not colon or key not in _KEYS:
                if last == "data" and _TILE_NUMBERS.fullmatch(line):
                    self._fail(f"this row is too many: data has height = {segment.height} rows before it")
                hint = did_you_mean(key, (*_KEYS, "end"))
                self._fail(f'"{line[:40]}" is not one of {", ".join(_KEYS)} with a colon, nor "end"', hint)
            last = key
            getattr(self, f"_read_{key}")(segment, rest.strip())
        missing = [
            name
            for name, is_present in (
                ("width", segment.width),
                ("height", segment.height),
                ("data", segment.layers),
                ("rooms (at least one)", segment.rooms),
            )
            if not is_present
        ]
        if missing:
            self._fail(f"the segment that begins at line {segment.line} ends without {', '.join(missing)}")
        return segment

    def _read_name(self, segment: SegmentText, rest: str) -> None:
        segment.title = rest or segment.title

    def _read_width(self, segment: SegmentText, rest: str) -> None:
        segment.width = self._side(segment, rest, "width", segment.width)

    def _read_height(self, segment: SegmentText, rest: str) -> None:
        segment.height = self._side(segment, rest, "height", segment.height)

    def _side(self, segment: SegmentText, rest: str, what: str, before: int) -> int:
        side = self._whole(rest, what, 1, MAX_SIDE)
        if segment.layers and side != before:
            self._fail(f"{what} changes from {before} to {side} after the data")
        return side

    def _read_data(self, segment: SegmentText, rest: str) -> None:
        segment.notes += [rest] if rest else []
        if not segment.width or not segment.height:
            self._fail("data stands before width and height")
        area = segment.width * segment.height
        if area > MAX_SQUARES:
            self._fail(f"width × height is {area}: must be at most {MAX_SQUARES}")
        start = self._line
        rows = self._lines[start : start + segment.height]
        if len(rows) == segment.height and all(map(_row_of(segment.width).fullmatch, rows)):
            # As nearly all files are written.
            numbers: list[int] = np.fromstring(" ".join(rows), np.int64, sep=" ").tolist()
            lines = [(i * segment.width, start + 1 + i) for i in range(segment.height)]
            self._line += segment.height
        else:
            numbers, lines = self._read_numbers(segment.width, segment.height)
        segment.layers.append(numbers)
        segment.data_lines.append(lines)

    def _read_numbers(self, width: int, height: int) -> tuple[list[int], list[tuple[int, int]]]:
        """Read lines of tile numbers; return the numbers, and (index of the first number, line) of each line."""
        numbers: list[int] = []
        lines: list[tuple[int, int]] = []
        while len(numbers) < width * height:
            line = self._next_line("the file ends inside data")
            if not line:
                continue
            lines.append((len(numbers), self._line))
            if _TILE_NUMBERS.fullmatch(line):
                numbers += map(int, line.split())
            elif line == "end" or ":" in line:
                self._refuse_rows(lines[:-1], len(numbers), width, height)
            else:
                numbers += map(self._tile_number, line.split())
        if len(numbers) > width * height:
            # Lines that are too long hide the last ones.
            while len(lines) < height and _TILE_NUMBERS.fullmatch(self._peek()):
                lines.append((len(numbers), self._line + 1))
                numbers += map(int, self._next_line("").split())
            self._refuse_rows(lines, len(numbers), width, height)
        return numbers, lines

    def _tile_number(self, word: str) -> int:
        if not _WHOLE.fullmatch(word):
            self._fail(f'"{word[:40]}" is not a tile number: must be a whole number, 0 or more')
        if word.startswith("-"):
            self._fail(f"{word[:40]} is not a tile number: must be 0 or more")
        if len(word) > 19 or int(word) > LARGEST_TILE:
            self._fail(f"{word[:40]} is not a tile number: must be at most {LARGEST_TILE}")
        return int(word)

    def _read_rooms(self, segment: SegmentText, rest: str) -> None:
        segment.notes += [rest] if rest else []
        words = self._words("rooms", rest)
        count = self._whole(next(words), "the number of rooms", 0, _MOST_ROOMS)
        for _ in range(count):
            room = None if self._left else _ROOM.fullmatch(self._peek())
            if room:
                self._line += 1
                x, y, w, h = map(int, room.groups())
            else:
                x, y, w, h = (self._room_number(next(words)) for _ in range(4))
            segment.rooms.append((x - 1, y - 1, w, h))
            segment.room_lines.append(self._line)
        self._end_of("rooms", rest)

    def _room_number(self, word: str) -> int:
        if not _WHOLE.fullmatch(word):
            self._fail(f'"{word[:40]}" is not part of a room: must be four whole numbers, x y width height')
        return self._whole(word, "part of a room", -_FARTHEST_ROOM, _FARTHEST_ROOM)

    def _read_switches(self, segment: SegmentText, rest: str) -> None:
        segment.notes += [rest] if rest else []
        if not segment.layers:
            self._fail("switches stands before data")
        words = self._words("switches")
        for _ in range(self._whole(next(words), "the number of switches", 0, MAX_SQUARES)):
            x = self._whole(next(words), "x of a switch", 0, segment.width - 1)
            y = self._whole(next(words), "y of a switch", 0, segment.height - 1)
            line = self._line
            calls = []
            for _ in range(self._whole(next(words), "the number of functions", 1, 100)):
                name = next(words)
                if not name.isidentifier() or not name.isascii():
                    self._fail(f'"{name[:40]}" is not the name of a function')
                count = self._whole(next(words), f"the number of arguments of {name}", 0, 100)
                arguments = tuple(
                    self._whole(next(words), f"an argument of {name}", -(2**31), 2**31 - 1) for _ in range(count)
                )
                calls.append((name, arguments))
            segment.switches.append(SwitchText(x, y, tuple(calls), line))
        self._end_of("switches", rest)

    # -- words and numbers

    def _next_line(self, at_end: str) -> str:
        if self._line >= len(self._lines):
            self._fail(at_end)
        self._line += 1
        return self._lines[self._line - 1]

    def _peek(self) -> str:
        """Return the next line without reading it; an empty one at the end."""
        return self._lines[self._line] if self._line < len(self._lines) else ""

    def _words(self, what: str, behind: str = "") -> Iterator[str]:
        """Yield the words of the following lines. Unused words of the current line are in `_left`, in reverse order."""
        while True:
            line = self._next_line(f"the file ends inside {what}")
            if line == "end":
                self._fail(f"{what} ends too soon: numbers are missing", _misplaced(what, behind))
            left = self._left = line.split()[::-1]
            while left:
                yield left.pop()

    def _end_of(self, what: str, behind: str) -> None:
        if self._left:
            message = f'"{self._left[-1][:40]}" is too much: {what} has more numbers than its count says'
            self._fail(message, _misplaced(what, behind))

    def _whole(self, word: str, what: str, low: int, high: int) -> int:
        if not _WHOLE.fullmatch(word):
            self._fail(f'{what} is "{word[:40]}": must be a whole number')
        if len(word) > 19 or not low <= int(word) <= high:
            self._fail(f"{what} is {word[:40]}: must be between {low} and {high}")
        return int(word)

    def _refuse_rows(self, lines: Sequence[tuple[int, int]], total: int, width: int, height: int) -> NoReturn:
        # Few files have such rows.
        from host.model.segment_rows import describe_odd_row

        message, line = describe_odd_row(lines, total, width, height)
        self._line = line or self._line
        self._fail(message)

    def _fail(self, message: str, hint: str | None = None) -> NoReturn:
        raise HostError(message, file=self._file, line=max(self._line, 1), hint=hint)
