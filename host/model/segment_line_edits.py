"""Changes of the lines of one segment in a segment file: each changes only the words that it is about."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import product, zip_longest
from operator import ne
from typing import NamedTuple

from host.errors import RequestError
from host.model.segment_columns import Column, Columns, measure_column
from host.model.segment_file import SegmentText, SwitchText, format_data

_WORD = re.compile(r"\S+")
# Records or layers of two lists whose product is larger are compared place by place: differences take as many steps.
_MOST_COMPARED = 1_000_000

# A layer before and the one that it becomes; None for none.
_Pair = tuple[int | None, int | None]


class _Word(NamedTuple):
    """A word of a line, from `start` to `end`; the word before it ends at `before`, −1 for none."""

    line: int
    start: int
    end: int
    before: int


class _Record(NamedTuple):
    """A room or a switch: its words, and the words of the number of records before it."""

    words: Sequence[_Word]
    section: int


class LineEdits:
    """Changes of the lines of one segment."""

    def __init__(self, lines: Sequence[str], segment: SegmentText, columns: Columns, ending: str) -> None:
        self._lines = lines
        self._segment = segment
        self._columns = columns
        self._room_column = columns.rooms
        self._ending = ending
        # Line -> (start, end, new text) of parts that change; lines that go; lines that follow a line.
        self._parts: dict[int, list[tuple[int, int, str]]] = {}
        self._removed: set[int] = set()
        self._inserted: dict[int, list[str]] = {}

    def replace(self, after: SegmentText) -> None:
        """Change the lines so that they mean another segment."""
        before = self._segment
        self._set_title(after.title)
        self._set_value("width", before.width, after.width)
        self._set_value("height", before.height, after.height)
        self._set_layers(after)
        self._set_records("rooms", list(map(_room_words, before.rooms)), list(map(_room_words, after.rooms)))
        self._set_records(
            "switches", list(map(_switch_words, before.switches)), list(map(_switch_words, after.switches))
        )

    def lines(self) -> Iterator[str]:
        """Yield the lines of the segment, from `segment` to `end`."""
        for number in range(self._segment.line, self._segment.end_line + 1):
            if number not in self._removed:
                line = self._changed(number)
                # Nothing is left of a line whose words went.
                if line.strip() or number not in self._parts:
                    yield line
            yield from self._inserted.get(number, ())

    def _changed(self, number: int) -> str:
        line, end = "", 0
        text = self._lines[number]
        for start, stop, new in sorted(self._parts.get(number, ()), key=lambda part: part[:2]):
            line += text[end:start] + new
            end = stop
        return line + text[end:]

    def _key_lines(self, key: str) -> list[int]:
        return [line for name, line in self._segment.key_lines if name == key]

    def _value(self, line: int) -> str:
        return self._lines[line].partition(":")[2].strip()

    def _set_value_of(self, line: int, value: str) -> None:
        key, _, rest = self._lines[line].partition(":")
        start = len(key) + 1 + len(rest) - len(rest.lstrip(" \t"))
        end = max(start, len(self._lines[line].rstrip()))
        space = " " if value and start == end == len(key) + 1 else ""
        self._parts.setdefault(line, []).append((start, end, space + value))

    def _set_title(self, title: str | None) -> None:
        """Change the name; the last line with a name counts."""
        title = title or None
        if title == self._segment.title:
            return
        lines = self._key_lines("name")
        named = [line for line in lines if self._value(line)]
        if title is None:
            for line in named:
                self._set_value_of(line, "")
        elif lines:
            self._set_value_of((named or lines)[-1], title)
        else:
            self._insert(self._segment.line, [f"name: {title}"])

    def _set_value(self, key: str, before: int, after: int) -> None:
        """Change the value of all lines with a key: one that differs after the data would be an error."""
        if after != before:
            for line in self._key_lines(key):
                self._set_value_of(line, str(after))

    def _insert(self, line: int, lines: Iterable[str]) -> None:
        self._inserted.setdefault(line, []).extend(text + self._ending for text in lines)

    # -- tiles

    def _set_layers(self, after: SegmentText) -> None:
        """Change the tile numbers: layers that stay, stay as they are written."""
        before = self._segment
        is_same_size = (before.width, before.height) == (after.width, after.height)
        keys = self._key_lines("data")
        # The line that new layers follow, and their column.
        previous = keys[0] - 1
        column = self._measure_layer(0)
        for i, j in self._pair_layers(after, is_same_size):
            if i is None:
                self._insert(previous, ["data:", *format_data(after.layers[j or 0], after.width, column)])
                continue
            starts = before.data_lines[i]
            first, previous = starts[0][1], starts[-1][1]
            column = self._measure_layer(i)
            if j is None:
                self._removed.update(range(keys[i], previous + 1))
            elif not is_same_size:
                self._removed.update(range(first, previous + 1))
                self._insert(previous, format_data(after.layers[j], after.width, column))
            elif after.layers[j] != before.layers[i]:
                self._set_cells(before.layers[i], after.layers[j], starts, column)

    def _measure_layer(self, layer: int) -> Column:
        return measure_column((self._lines[line] for _, line in self._segment.data_lines[layer]), self._columns.data)

    def _pair_layers(self, after: SegmentText, is_same_size: bool) -> Sequence[_Pair]:
        """Return which layer becomes which."""
        before = self._segment
        by_number = _pair_by_number(0, len(before.layers), 0, len(after.layers))
        if not is_same_size:
            return by_number
        pairs = _pair_similar(before.layers, after.layers)
        switches = self._key_lines("switches")
        first = next((i for i, j in pairs if i is not None and j is not None), 0)
        # Data stands before switches.
        return by_number if switches and switches[0] < self._key_lines("data")[first] else pairs

    def _set_cells(
        self, before: Sequence[int], after: Sequence[int], starts: Sequence[tuple[int, int]], column: Column
    ) -> None:
        if len(after) != len(before):
            raise RequestError(f"a layer has {len(after)} tile numbers: must have width × height = {len(before)}")
        ends = [*(start for start, _ in starts[1:]), len(before)]
        for (start, line), end in zip(starts, ends, strict=True):
            if before[start:end] != after[start:end]:
                for word, a, b in zip(self._words(line), before[start:end], after[start:end], strict=True):
                    if a != b:
                        self._replace(word, str(b), column)

    # -- words

    def _words(self, line: int) -> Iterator[_Word]:
        before = -1
        for match in _WORD.finditer(self._lines[line]):
            yield _Word(line, match.start(), match.end(), before)
            before = match.end()

    def _replace(self, word: _Word, text: str, column: Column) -> None:
        """Replace a word; in columns its end stays where it is, if there is room."""
        start = word.start
        if column.width > 1:
            longer = len(text) - (word.end - word.start)
            gap = self._lines[word.line][max(word.before, 0) : word.start]
            spaces = len(gap) - len(gap.rstrip(" "))
            # A space stays between two words.
            start -= max(0, min(longer, spaces - (word.before >= 0 and spaces == len(gap))))
            text = " " * -longer + text
        self._parts.setdefault(word.line, []).append((start, word.end, text))

    def _remove(self, words: Iterable[_Word]) -> None:
        for word in words:
            start = max(word.before, 0)
            self._parts.setdefault(word.line, []).append((start, word.end, ""))

    # -- rooms and switches

    def _set_records(self, key: str, before: Sequence[tuple[str, ...]], after: Sequence[tuple[str, ...]]) -> None:
        """Change the rooms or switches: those that stay, stay as they are written."""
        if before == after:
            return
        if key == "rooms":
            written = (self._lines[line] for line in dict.fromkeys(self._segment.room_lines))
            self._room_column = measure_column(written, self._room_column)
        counts, records = self._read_records(key, before)
        if not counts:
            indent = " " * self._room_column.indent
            lines = [f"{key}:", f"{indent}{len(after)}", *(indent + " ".join(record) for record in after)]
            self._insert(self._segment.end_line - 1, lines)
            return
        numbers = [sum(record.section == section for record in records) for section in range(len(counts))]
        sizes = list(numbers)
        for i, j, k, end in _differences(before, after):
            pairs = min(j - i, end - k)
            for old, new in zip(range(i, i + pairs), range(k, k + pairs), strict=True):
                self._change(records[old], before[old], after[new])
            for old in range(i + pairs, j):
                self._remove(records[old].words)
                sizes[records[old].section] -= 1
            if k + pairs < end:
                previous = records[i + pairs - 1] if i + pairs else None
                section = previous.section if previous else 0
                sizes[section] += end - k - pairs
                place = previous.words[-1] if previous else counts[section]
                self._add(place, after[k + pairs : end], key)
        for count, number, size in zip(counts, numbers, sizes, strict=True):
            if number != size:
                self._replace(count, str(size), Column(0, 1))

    def _read_records(self, key: str, before: Sequence[tuple[str, ...]]) -> tuple[list[_Word], list[_Record]]:
        """Return the words with the numbers of records, and the records."""
        counts: list[_Word] = []
        records: list[_Record] = []
        for section, key_line in enumerate(self._key_lines(key)):
            words = (word for line in range(key_line + 1, self._segment.end_line) for word in self._words(line))
            count = next(words)
            counts.append(count)
            for _ in range(int(self._lines[count.line][count.start : count.end])):
                records.append(_Record([next(words) for _ in before[len(records)]], section))
        return counts, records

    def _change(self, record: _Record, before: tuple[str, ...], after: tuple[str, ...]) -> None:
        if len(before) != len(after):
            first, *others = record.words
            self._remove(others)
            self._replace(first, " ".join(after), Column(0, 1))
            return
        for word, a, b in zip(record.words, before, after, strict=True):
            if a != b:
                self._replace(word, b, self._room_column)

    def _add(self, place: _Word, records: Sequence[tuple[str, ...]], key: str) -> None:
        """Write records after a word: in lines of their own, unless more follows on the line of the word."""
        if self._lines[place.line][place.end :].strip():
            text = "".join(f" {' '.join(record)}" for record in records)
            self._parts.setdefault(place.line, []).append((place.end, place.end, text))
        elif key == "rooms":
            self._insert(place.line, (self._room_column.format_row(map(int, record)) for record in records))
        else:
            indent = " " * self._room_column.indent
            self._insert(place.line, (indent + " ".join(record) for record in records))


def _pair_similar(before: Sequence[Sequence[int]], after: Sequence[Sequence[int]]) -> list[_Pair]:
    """Pair the layers of two lists in order, so that few tile numbers change; those that are removed or new, alone."""
    start, end, stop = _trim(before, after)
    old, new = before[start:end], after[start:stop]
    area = len(before[0])
    if len(old) * len(new) * area > _MOST_COMPARED:
        middle = _pair_by_number(start, end, start, stop)
    else:
        # changes[i][j]: what it costs to make the first i layers the first j. A changed number costs 2; a layer that is
        # removed or new costs its area, half as much as changing all its numbers.
        changes = [[area * (i + j) for j in range(len(new) + 1)] for i in range(len(old) + 1)]
        pairing = [[2 * sum(map(ne, a, b)) for b in new] for a in old]
        for i, j in product(range(len(old)), range(len(new))):
            changes[i + 1][j + 1] = min(
                changes[i][j] + pairing[i][j], changes[i][j + 1] + area, changes[i + 1][j] + area
            )
        middle = []
        i, j = len(old), len(new)
        while i or j:
            if i and j and changes[i][j] == changes[i - 1][j - 1] + pairing[i - 1][j - 1]:
                i, j = i - 1, j - 1
                middle.append((start + i, start + j))
            elif i and changes[i][j] == changes[i - 1][j] + area:
                i -= 1
                middle.append((start + i, None))
            else:
                j -= 1
                middle.append((None, start + j))
        middle.reverse()
    return [
        *_pair_by_number(0, start, 0, start),
        *middle,
        *_pair_by_number(end, len(before), stop, len(after)),
    ]


def _pair_by_number(start: int, end: int, first: int, last: int) -> list[_Pair]:
    """Pair start … end − 1 with first … last − 1; what is left of the longer list is alone."""
    return list(zip_longest(range(start, end), range(first, last)))


def _trim(before: Sequence[object], after: Sequence[object]) -> tuple[int, int, int]:
    """Return where two lists begin to differ, and where the part that differs ends in each."""
    start = 0
    least = min(len(before), len(after))
    while start < least and before[start] == after[start]:
        start += 1
    same = 0
    while same < least - start and before[-1 - same] == after[-1 - same]:
        same += 1
    return start, len(before) - same, len(after) - same


def _differences(
    before: Sequence[tuple[str, ...]], after: Sequence[tuple[str, ...]]
) -> Iterator[tuple[int, int, int, int]]:
    """Yield (start, end, start, end) of parts of two lists that differ."""
    start, end, stop = _trim(before, after)
    if (end - start) * (stop - start) > _MOST_COMPARED:
        yield start, end, start, stop
        return
    for kind, i, j, k, m in SequenceMatcher(None, before[start:end], after[start:stop], False).get_opcodes():
        if kind != "equal":
            yield start + i, start + j, start + k, start + m


def _room_words(room: tuple[int, int, int, int]) -> tuple[str, ...]:
    x, y, width, height = room
    return tuple(map(str, (x + 1, y + 1, width, height)))


def _switch_words(switch: SwitchText) -> tuple[str, ...]:
    words = [str(switch.x), str(switch.y), str(len(switch.calls))]
    for name, arguments in switch.calls:
        words += [name, str(len(arguments)), *map(str, arguments)]
    return tuple(words)
