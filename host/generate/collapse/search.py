"""Look for a map of patterns whose floors are connected, and say why there is none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import numpy as np
import numpy.typing as npt

from host.errors import GenerationError, listing
from host.generate.collapse.patterns import Patterns
from host.generate.collapse.wave import DIRECTIONS, Wave
from host.metrics.regions import regions
from host.model.rng import Stream

# Attempts at a whole map, and repairs of a map whose parts are not connected: at least, and for each part.
_ATTEMPTS, _REPAIRS, _REPAIRS_OF_PART = 8, 150, 8
# How often the surroundings of a contradiction are opened in an attempt.
_REOPENED = 60
# Squares whose parts are found in the time of a step of propagation.
_SQUARES_OF_STEP = 30
# Patterns of a neighbour that a message names.
_MOST_NAMES = 3

Letters = npt.NDArray[np.uint8]


def fix_squares(wave: Wave, patterns: Patterns, squares: Iterable[tuple[int, int, str]]) -> None:
    """Leave only patterns that have the letter of each (x, y, letter), counted from the first square of the wave."""
    (down, across), (_, height, width) = patterns.step, patterns.blocks.shape
    # (row, column, letter) of patterns -> those that have it, cached: a border has many squares.
    with_letter: dict[tuple[int, int, str], int] = {}
    for x, y, letter in squares:
        for j in range(y % down, height, down):
            for i in range(x % across, width, across):
                column, row = (x - i) // across, (y - j) // down
                if 0 <= column < wave.width and 0 <= row < wave.height:
                    key = j, i, letter
                    if key not in with_letter:
                        with_letter[key] = patterns.with_letter(*key)
                    wave.first[row * wave.width + column] &= with_letter[key]


def numbers_of(wave: Wave) -> npt.NDArray[np.int64]:
    """Return the pattern at each position of a collapsed wave, (height, width)."""
    return np.array([mask.bit_length() - 1 for mask in wave.masks]).reshape(wave.height, wave.width)


def letters_of(wave: Wave, patterns: Patterns) -> Letters:
    """Return the letters of a collapsed wave, (height, width)."""
    numbers = numbers_of(wave)
    (down, across), (_, height, width) = patterns.step, patterns.blocks.shape
    tall, wide = (wave.height - 1) * down, (wave.width - 1) * across
    letters = np.zeros((tall + height, wide + width), dtype=np.uint8)
    for j in range(height):
        for i in range(width):
            letters[j : j + tall + 1 : down, i : i + wide + 1 : across] = patterns.blocks[numbers, j, i]
    return letters


def find_map(
    wave: Wave,
    patterns: Patterns,
    stream: Stream,
    *,
    connected: bool,
    asked: list[str],
    place: Callable[[int, int], str],
    is_wanted: Callable[[Letters], bool] = lambda _: True,
) -> Iterator[Letters]:
    """Yield the letters of each attempt at a map, and at last of the map.

    `asked` is what a map must have, and `place` says where a position (x, y) is, both for messages. Raises
    GenerationError when no map is found.
    """
    reason = ""
    for _ in range(_ATTEMPTS):
        if not wave.begin():
            wanted = f"has {listing(asked, 'and')}" if asked else "is possible"
            raise GenerationError(f"no map {wanted}: {_explain(wave, patterns, place)}")
        if not _collapse(wave, stream):
            reason = f": at the end, {_explain(wave, patterns, place)}"
            continue
        letters = letters_of(wave, patterns)
        # A map of walls alone is like most examples, and of no use.
        if is_wanted(letters):
            yield letters
            if not connected or _connect(wave, patterns, stream):
                break
            reason = ": the parts of the last one were not connected"
    else:
        kind = "example" if not patterns.names else "set of tiles"
        raise GenerationError(
            f"no map in {_ATTEMPTS} attempts{reason}. Must have fewer squares or fixed squares, connected = false, "
            f"{'a smaller window, ' * (not patterns.names)}or {'an' if kind[0] == 'e' else 'a'} {kind} with more "
            "variety"
        )
    yield letters_of(wave, patterns)


def _collapse(wave: Wave, stream: Stream) -> bool:
    """Collapse a wave, and again what lies around the positions where no pattern fits; return whether that ended."""
    for turn in range(_REOPENED):
        if wave.collapse():
            return True
        least = 1 + stream.below(3) + turn // 8
        if not any(wave.reopen(radius) for radius in range(least, least + 6, 2)):
            return False
    return False


def _explain(wave: Wave, patterns: Patterns, place: Callable[[int, int], str]) -> str:
    """Say where no pattern fitted, and beside which others."""
    if wave.stuck is None:
        return "all maps were walls alone"
    position, beside = wave.stuck
    y, x = divmod(position, wave.width)
    if not patterns.names:
        return f"the example has no windows for them at {place(x, y)}"

    def names(mask: int) -> str:
        """Return the names of patterns, or an empty text where there are many, or all."""
        named = dict.fromkeys(name for i, name in enumerate(patterns.names) if mask >> i & 1)
        return listing(named) if len(named) <= _MOST_NAMES and len(named) < len({*patterns.names}) else ""

    if not wave.first[position]:
        return f"no tile is as it must be at {place(x, y)}"
    text = f"nothing fits at {place(x, y)}"
    if own := names(wave.first[position]):
        text += f", which must be {own}"
    reasons = [f"{names(mask)} to the {DIRECTIONS[way]}" for way, mask in sorted(beside.items()) if names(mask)]
    return f"{text}, with {listing(reasons, 'and')}" if reasons else text


def _parts(letters: Letters) -> tuple[npt.NDArray[np.int32], list[int]]:
    labels, sizes = regions((letters == ord(".")) | (letters == ord("+")))
    return labels, sizes[1:]


def _connect(wave: Wave, patterns: Patterns, stream: Stream) -> bool:
    """Collapse the surroundings of parts again until all floors are connected; return whether they are."""
    labels, sizes = _parts(letters_of(wave, patterns))
    (down, across), (_, height, width) = patterns.step, patterns.blocks.shape
    reach = max(height // down, width // across)
    for _ in range(max(_REPAIRS, _REPAIRS_OF_PART * len(sizes))):
        if len(sizes) <= 1:
            return True
        largest = sizes.index(max(sizes))
        part = stream.below(len(sizes) - 1)
        part += part >= largest
        ys, xs = np.nonzero(labels == part + 1)
        ys, xs = ys // down, xs // across
        margin = reach + 1 + stream.below(5)
        # A corner of a part that is larger than the surroundings.
        at = stream.below(len(ys))
        top, bottom = max(ys.min(), ys[at] - 8) - margin, min(ys.max(), ys[at] + 8) + margin
        left, right = max(xs.min(), xs[at] - 8) - margin, min(xs.max(), xs[at] + 8) + margin
        opened = [
            y * wave.width + x
            for y in range(max(0, int(top)), min(wave.height, int(bottom) + 1))
            for x in range(max(0, int(left)), min(wave.width, int(right) + 1))
        ]
        before = list(wave.masks)
        if wave.begin(opened) and wave.collapse(opened):
            wave.count(labels.size // _SQUARES_OF_STEP)
            new_labels, new_sizes = _parts(letters_of(wave, patterns))
            if len(new_sizes) <= len(sizes):
                labels, sizes = new_labels, new_sizes
                continue
        wave.masks = before
    return len(sizes) <= 1
