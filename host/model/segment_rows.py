"""Messages about the rows of tile numbers in a segment file: a short or long row, and too few or too many."""

from __future__ import annotations

from collections.abc import Sequence

from host.errors import counted, listing

# Rows that a message names.
_MOST_NAMED = 8


def describe_odd_row(lines: Sequence[tuple[int, int]], total: int, width: int, height: int) -> tuple[str, int | None]:
    """Return what is wrong with data of `total` numbers, and its line; None for the line that was read last.

    `lines` has (index of the first number, line) of each line of the data. A file may break lines anywhere: its lines
    count as rows when there are as many as the height, or when at least half of them have as many numbers as the width.
    """
    ends = [*(index for index, _ in lines[1:]), total]
    counts = [end - index for (index, _), end in zip(lines, ends, strict=False)]
    if len(counts) == height or 2 * counts.count(width) >= len(counts):
        odd = [(count, line) for count, (_, line) in zip(counts, lines, strict=False) if count != width]
        if len(odd) == 1:
            return f"this row has {counted(odd[0][0], 'number')}: must be width = {width}", odd[0][1]
        if odd:
            named = [f"line {line} has {count}" for count, line in odd[:_MOST_NAMED]]
            more = [f"{len(odd) - _MOST_NAMED} more are wrong"] if len(odd) > _MOST_NAMED else []
            wrong = listing([*named, *more], "and")
            rule = f"must be width = {counted(width, 'number')}"
            return f"{len(odd)} of {len(counts)} rows are short or long: {wrong}: {rule}", odd[0][1]
        if counts:
            return f"data has {counted(len(counts), 'row')}: must be height = {height}", None
    where = " at the end of this line" if total > width * height else ""
    return f"data has {counted(total, 'number')}{where}: must be width × height = {width * height}", None
