"""Rewrite segment files: a segment that is edited is written whole, and everything else stays byte for byte.

Comments and blank lines between segments, line ends, the byte order mark and whatever follows `eof` stay as they are.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from host.errors import RequestError
from host.model.segment_file import (
    SegmentFile,
    SegmentText,
    decode_segment_file,
    format_segment,
    parse_segment_file,
)


class SegmentEdit(NamedTuple):
    """A segment of the new file: the segment number `source` of the file, or a new one.

    `segment` holds the new contents; its comments and lines do not count. None, or the contents of the file, leave the
    segment as it is written.
    """

    source: int | None
    segment: SegmentText | None = None


def rewrite_segment_file(content: bytes, file: str, edits: Sequence[SegmentEdit]) -> bytes:
    """Return the content of a file with other segments, in this order. `file` is for messages.

    A segment of the file that `edits` does not list is removed, with the comments directly above it. Raises HostError
    for a content that cannot be parsed, and RequestError for segments that the format cannot hold.
    """
    text = decode_segment_file(content, file)
    rewritten = rewrite_segments(text, file, edits)
    mark = codecs.BOM_UTF8 if content.startswith(codecs.BOM_UTF8) else b""
    return mark + rewritten.encode()


def rewrite_segments(text: str, file: str, edits: Sequence[SegmentEdit]) -> str:
    """Do what `rewrite_segment_file` does, for text."""
    parsed = parse_segment_file(text, file)
    sources = [edit.source for edit in edits if edit.source is not None]
    if sources != sorted(set(sources)) or not all(0 <= source < len(parsed.segments) for source in sources):
        raise RequestError(f"the sources must be numbers of the {len(parsed.segments)} segments, each once, in order")
    for edit in edits:
        if edit.segment is None and edit.source is None:
            raise RequestError("a segment without a source must have contents")
        if edit.segment is not None and not (edit.segment.layers and all(edit.segment.layers)):
            raise RequestError("a segment must have a layer with squares")
    lines = list(_Rewriter(parsed, text).lines(edits))
    rewritten = "\n".join(lines)
    _check(parse_segment_file(rewritten, file), parsed, edits)
    return rewritten


def _check(written: SegmentFile, parsed: SegmentFile, edits: Sequence[SegmentEdit]) -> None:
    """Raise RequestError when the segments that were written are not those that were wanted."""
    wanted = [edit.segment or parsed.segments[edit.source or 0] for edit in edits]
    if list(map(_contents, written.segments)) != list(map(_contents, wanted)):
        number = next(
            (i for i, (a, b) in enumerate(zip(written.segments, wanted, strict=False)) if _contents(a) != _contents(b)),
            min(len(written.segments), len(wanted)),
        )
        raise RequestError(f"a segment file cannot hold the segment number {number + 1} of these")


def _contents(segment: SegmentText) -> tuple[object, ...]:
    """Return what makes two segments equal: without comments and lines."""
    switches = [(switch.x, switch.y, switch.calls) for switch in segment.switches]
    return segment.title or None, segment.width, segment.height, segment.layers, switches, segment.rooms


class _Rewriter:
    """The lines of a file, which are numbered from 1 as in segments; index 0 has none."""

    def __init__(self, parsed: SegmentFile, text: str) -> None:
        self._segments = parsed.segments
        self._lines = ["", *text.split("\n")]
        # What lines end with, before the line feed.
        self._ending = "\r" if self._lines[1].endswith("\r") else ""

    def lines(self, edits: Sequence[SegmentEdit]) -> Iterator[str]:
        """Yield the lines of the file with other segments."""
        waiting = list(edits)
        after = 0
        for i, segment in enumerate(self._segments):
            news = _take_new(waiting)
            edit = waiting.pop(0) if waiting and waiting[0].source == i else None
            start = self._first_line(segment, after)
            gap = self._lines[after + 1 : start]
            after = segment.end_line
            if i == 0:
                yield from gap
                for new in news:
                    yield from (*self._with_endings(format_segment(new)), self._ending)
            else:
                for new in news:
                    yield from (self._ending, *self._with_endings(format_segment(new)))
                if edit or any(line.strip() for line in gap):
                    yield from gap
            if edit:
                yield from self._lines[start : segment.line]
                if edit.segment is None or _contents(edit.segment) == _contents(segment):
                    yield from self._lines[segment.line : segment.end_line + 1]
                else:
                    # Texts inside the segment become comments before it.
                    notes = (note if note.startswith("#") else f"# {note}" for note in segment.notes)
                    yield from self._with_endings((*notes, *format_segment(edit.segment)))
        if not self._segments:
            after = next(number for number, line in enumerate(self._lines) if line.strip() == "eof") - 1
            yield from self._lines[1 : after + 1]
        news = _take_new(waiting)
        for i, new in enumerate(news):
            yield from (*([self._ending] if self._segments or i else []), *self._with_endings(format_segment(new)))
        if news and not self._segments:
            yield self._ending
        yield from self._lines[after + 1 :]

    def _first_line(self, segment: SegmentText, after: int) -> int:
        """Return the first line of the comments directly above a segment, or its own line without comments."""
        line = segment.line
        # Comments at the top of the file are about the file.
        while after and line - 1 > after and self._lines[line - 1].strip():
            line -= 1
        return line

    def _with_endings(self, lines: Iterable[str]) -> Iterator[str]:
        return (line + self._ending for line in lines)


def _take_new(waiting: list[SegmentEdit]) -> list[SegmentText]:
    """Take the new segments from the start of a list."""
    new: list[SegmentText] = []
    while waiting and waiting[0].source is None:
        edit = waiting.pop(0)
        new += [edit.segment] if edit.segment else []
    return new
