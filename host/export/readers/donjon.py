"""Dungeons of donjon, https://donjon.bin.sh, in its format TSV: a word is a square, a tab stands between two words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from host.errors import HostError
from host.errors.spelling import did_you_mean
from host.export.drawn import Drawn
from host.export.readers.cells import CellFile, CellMap, drawn_cells
from host.export.readers.tables import NumberTable, known, quoted
from host.metrics.regions import regions
from host.model.geometry import DX, DY, SOUTH
from host.model.segment_file import MAX_SQUARES, decode_segment_file
from host.paths.folders import read_regular_file

# A dungeon has at most a quarter of a million words.
_MOST_BYTES = 4 * 2**20
_ROCK, _FLOOR = "", "F"
# Top, bottom, left and right of a door: what it closes runs north-south, and then its wall runs east-west, or not.
_RUNS_EAST = {"T": True, "B": True, "L": False, "R": False}
# Letters of a door -> its numbers in the mod `base`, in a wall that runs east-west and north-south.
_DOORS = {"D": (20, 21), "DS": (28, 29), "DP": (24, 25)}
_STAIRS = ("SD", "SDD", "SU", "SUU")
# Words in a table -> numbers of `base`.
BASE_WORDS = {_ROCK: 3, _FLOOR: 10} | {
    door + side: both[0 if runs_east else 1] for door, both in _DOORS.items() for side, runs_east in _RUNS_EAST.items()
}
# The top of stairs, and stairs that go down to the north, east, south, west.
_TOP, _DOWN = 74, (70, 71, 72, 73)
# Lower squares of stairs -> the higher ones beside them.
_TOPS = {"SDD": "SD", "SU": "SUU"}


def segments_from_donjon(path: Path, table: NumberTable | None = None) -> Drawn:
    """Read a dungeon; `table` has lines such as `"DR" = 21`, without it words are numbers of `base`.

    Raises HostError with the file, the line and the problem.
    """
    content = read_regular_file(path, str(path), _MOST_BYTES)
    if content.count(b"\n") + content.count(b"\t") > MAX_SQUARES:
        raise HostError(f"the map has more than {MAX_SQUARES} squares", file=str(path))
    text = decode_segment_file(content, str(path), "a dungeon of donjon")
    rows = [[word.strip() for word in line.rstrip("\r").split("\t")] for line in text.rstrip("\r\n").split("\n")]
    words = {**BASE_WORDS, **dict.fromkeys(_STAIRS, _TOP)} if table is None else {_ROCK: 0, **table.numbers}
    stairs = {} if table is not None else {f"{word} {i}": number for word in _TOPS for i, number in enumerate(_DOWN)}

    def describe(word: str, x: int, _y: int) -> tuple[str, str | None]:
        place = "none of donjon" if table is None else f'not in the table "{table.file}"'
        message = f"the word {quoted(word)} in column {x + 1} is {place}: must be one of {known(words)}"
        return message, did_you_mean(word, words) or f"a table gives it a number: {quoted(word)} = 10"

    turned = rows if table is not None else _turn_stairs(rows)
    maps = [CellMap(path.stem, turned, rooms=[*_rooms(rows)], line=1)]
    return drawn_cells(CellFile(path, maps, words | stairs, words[_ROCK], describe))


def _turn_stairs(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return the rows, with the side to which stairs go down behind the words of lower squares: 0 for north."""
    turned = [[*row] for row in rows]
    for y, row in enumerate(rows):
        for x, word in enumerate(row):
            if word in _TOPS:
                sides = [i for i in range(4) if _word(rows, x - DX[i], y - DY[i]) == _TOPS[word]]
                turned[y][x] = f"{word} {sides[0] if sides else SOUTH}"
    return turned


def _word(rows: Sequence[Sequence[str]], x: int, y: int) -> str:
    return rows[y][x] if 0 <= y < len(rows) and 0 <= x < len(rows[y]) else _ROCK


def _rooms(rows: Sequence[Sequence[str]]) -> Iterator[tuple[int, int, int, int]]:
    """Yield the rooms with their walls. Corridors are one square wide: a room has four squares of floor together."""
    width = max(map(len, rows))
    if width * len(rows) > MAX_SQUARES:
        # It is refused later, with its size.
        return
    floor = np.zeros((len(rows), width), dtype=bool)
    for y, row in enumerate(rows):
        floor[y, : len(row)] = [word == _FLOOR for word in row]
    corners = floor[:-1, :-1] & floor[1:, :-1] & floor[:-1, 1:] & floor[1:, 1:]
    wide = np.zeros_like(floor)
    for dy, dx in ((0, 0), (0, 1), (1, 0), (1, 1)):
        wide[dy : dy + corners.shape[0], dx : dx + corners.shape[1]] |= corners
    labels, sizes = regions(wide)
    ys, xs = np.nonzero(labels)
    first = np.full((len(sizes), 2), MAX_SQUARES)
    last = np.zeros((len(sizes), 2), dtype=np.int64)
    for axis, values in enumerate((xs, ys)):
        np.minimum.at(first[:, axis], labels[ys, xs], values)
        np.maximum.at(last[:, axis], labels[ys, xs], values)
    for (left, top), (right, bottom) in zip(first[1:].tolist(), last[1:].tolist(), strict=True):
        yield left - 1, top - 1, right - left + 3, bottom - top + 3
