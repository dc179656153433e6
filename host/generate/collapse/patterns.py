"""The windows of an example map, and which of them may lie beside each other."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from host.errors import GenerationError, shorten

LETTERS = "#.+~"
_MOST_SIDE, _MOST_PATTERNS = 100, 1500


class Patterns(NamedTuple):
    """Distinct windows by number, as bits of whole numbers."""

    window: int
    # The letters of each pattern, row by row, and how often it occurs.
    texts: list[str]
    weights: list[int]
    # By direction (east, south, west, north): (patterns of a class, patterns that may follow each of them).
    classes: list[list[tuple[int, int]]]

    def with_letter(self, place: int, letter: str) -> int:
        """Return the patterns that have a letter at a place of their text."""
        return sum(1 << i for i, text in enumerate(self.texts) if text[place] == letter)


def read_example(text: str) -> list[str]:
    """Return the rows of an example. Raises GenerationError."""
    rows = [row.strip() for row in text.replace("/", "\n").splitlines() if row.strip()]
    if not rows or len(rows) > _MOST_SIDE or len(rows[0]) > _MOST_SIDE:
        raise GenerationError(f"the example has {len(rows)} rows: must have 1 to {_MOST_SIDE} rows, each as long")
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise GenerationError(
                f"row {number} of the example has {len(row)} letters, and row 1 has {len(rows[0])}: must have as many"
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
    if len(counts) > _MOST_PATTERNS:
        raise GenerationError(
            f"the example has {len(counts)} different windows: must have at most {_MOST_PATTERNS}; take a smaller "
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
    return Patterns(window, [key.decode("ascii") for key in counts], list(counts.values()), classes)
