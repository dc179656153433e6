"""Patterns, of which a map is made, and the windows of an example map as such."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from host.errors import GenerationError, counted, shorten

LETTERS = "#.+~"
MOST_PATTERNS = 1500
_MOST_SIDE = 100


class Patterns(NamedTuple):
    """Distinct pieces of map by number. Sets of them are bits of whole numbers."""

    # (patterns, height, width): the letters of each pattern.
    blocks: npt.NDArray[np.uint8]
    # Squares from one position of a map to the next, down and across: 1 where patterns overlap.
    step: tuple[int, int]
    # How often each is chosen, to each other.
    weights: list[float]
    # By direction (east, south, west, north): (patterns of a class, patterns that may follow each of them).
    classes: list[list[tuple[int, int]]]
    # What messages call each pattern; empty where patterns have no names.
    names: list[str]

    def with_letter(self, row: int, column: int, letter: str) -> int:
        """Return the patterns that have a letter at a square."""
        return bits_of(np.flatnonzero(self.blocks[:, row, column] == ord(letter)).tolist())


def bits_of(numbers: Iterable[int]) -> int:
    """Return a set of patterns."""
    return sum(1 << number for number in numbers)


def read_example(text: str) -> list[str]:
    """Return the rows of an example. Raises GenerationError."""
    rows = [row.strip() for row in text.replace("/", "\n").splitlines() if row.strip()]
    if not rows or len(rows) > _MOST_SIDE or len(rows[0]) > _MOST_SIDE:
        raise GenerationError(f"the example has {len(rows)} rows: must have 1 to {_MOST_SIDE} rows, each as long")
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise GenerationError(
                f"row {number} of the example has {counted(len(row), 'letter')}, and row 1 has {len(rows[0])}: "
                "must have as many"
            )
        for letter in row:
            if letter not in LETTERS:
                shown = shorten(row, 60)
                raise GenerationError(
                    f'row {number} of the example, "{shown}", has "{letter}": must be # (wall), . (floor), + (door) or '
                    "~ (water)"
                )
    return rows


def find_patterns(rows: list[str], window: int) -> Patterns:
    """Return the windows of an example that wraps around, turned and mirrored. Raises GenerationError for too many."""
    if window > min(len(rows), len(rows[0])):
        raise GenerationError(
            f"the window is {window}: must be at most {min(len(rows), len(rows[0]))}, the shorter side of the example"
        )
    grid = np.array([[ord(letter) for letter in row] for row in rows], dtype=np.uint8)
    grid = np.pad(grid, ((0, window - 1), (0, window - 1)), mode="wrap")
    views = np.lib.stride_tricks.sliding_window_view(grid, (window, window)).reshape(-1, window, window)
    counts: dict[bytes, int] = {}
    for mirrored in (views, views[:, :, ::-1]):
        for turns in range(4):
            for pattern in np.rot90(mirrored, turns, axes=(1, 2)).reshape(len(views), -1):
                key = pattern.tobytes()
                counts[key] = counts.get(key, 0) + 1
    if len(counts) > MOST_PATTERNS:
        raise GenerationError(
            f"the example has {len(counts)} different windows: must have at most {MOST_PATTERNS}; take a smaller "
            "window or example"
        )
    arrays = [np.frombuffer(key, dtype=np.uint8).reshape(window, window) for key in counts]
    # What a pattern shows on its side in a direction, and what a pattern behind it shows on the other side.
    sides = (
        (np.s_[:, 1:], np.s_[:, :-1]),
        (np.s_[1:], np.s_[:-1]),
        (np.s_[:, :-1], np.s_[:, 1:]),
        (np.s_[:-1], np.s_[1:]),
    )
    classes = []
    for ahead, behind in sides:
        owners: dict[bytes, int] = {}
        followers: dict[bytes, int] = {}
        for i, array in enumerate(arrays):
            for masks, part in ((owners, ahead), (followers, behind)):
                key = array[part].tobytes()
                masks[key] = masks.get(key, 0) | 1 << i
        classes.append([(mask, followers.get(key, 0)) for key, mask in owners.items()])
    return Patterns(np.array(arrays), (1, 1), list(counts.values()), classes, [])
