"""Maps like an example: each window of squares occurs in it (host/generate/collapse)."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import numpy.typing as npt

from host.errors import GenerationError, shorten
from host.generate.collapse.patterns import LETTERS, Patterns, find_patterns, read_example
from host.generate.collapse.wave import Wave
from host.generate.options import MAX_SIDE, Generator, choice_option, integer_option, text_option
from host.generate.plans.marks import WATER
from host.generate.plans.plan import DOOR, EDGE, PASSAGE, WALL, Mark, Plan, Steps
from host.metrics.regions import regions
from host.model.rng import Stream

_EXAMPLE = """
########
#......#
#......#
#...####
#......#
##.##..#
##.##..#
########
"""
# Attempts at a whole map, and repairs of a map whose parts are not connected.
_ATTEMPTS, _REPAIRS = 8, 150
_FIXED = re.compile(r"(\d{1,4}),(\d{1,4})=(.)")
# Seconds for a square on a slow machine.
_SECONDS_PER_SQUARE = 2e-3

WFC = Generator(
    "wfc",
    "host",
    (
        integer_option("width", 48, 5, MAX_SIDE, "squares across"),
        integer_option("height", 32, 5, MAX_SIDE, "squares down"),
        text_option("example", "", 12_000, "rows of # (wall), . (floor), + (door) and ~ (water), with / between them"),
        integer_option("window", 3, 2, 5, "each square of so many squares across occurs in the example"),
        text_option("fixed", "", 12_000, "squares that are fixed, such as 10,4=~ 11,9=."),
        choice_option("connected", True, (True, False), "whether all floors and doors are connected"),
    ),
    "maps of which each part occurs in an example: wave function collapse",
)


def seconds_of_collapse(options: dict[str, Any]) -> float:
    """Return the seconds that a collapse takes at most, for most examples."""
    squares: int = options["width"] * options["height"]
    return squares * _SECONDS_PER_SQUARE


def wfc(options: dict[str, Any], stream: Stream) -> Steps:
    """Yield a state for each attempt and repair, and one with walls. The outermost ring of squares is wall.

    Raises GenerationError for an example that cannot be read, and when no map is found.
    """
    plan = Plan(options["width"], options["height"])
    window = options["window"]
    patterns = find_patterns(read_example(options["example"] if options["example"].strip() else _EXAMPLE), window)
    width, height = plan.width - 1 - window, plan.height - 1 - window
    if width < 1 or height < 1:
        raise GenerationError(
            f"{plan.width} × {plan.height} squares are too few for a window of {window}: must be at least {window + 2}"
        )
    wave = Wave(patterns, width, height, stream)
    _fix(wave, patterns, plan, options["fixed"])
    for _ in range(_ATTEMPTS):
        if not wave.begin():
            raise GenerationError("no map has these fixed squares: the example has no windows for them")
        # A map of walls alone is like most examples, and of no use.
        if wave.collapse() and (_letters(wave, patterns) != ord("#")).any():
            yield _show(plan, wave, patterns)
            if not options["connected"] or _connect(wave, patterns, stream):
                break
    else:
        raise GenerationError(
            f"no map in {_ATTEMPTS} attempts: must have fewer squares or fixed squares, connected = false, a smaller "
            "window, or an example with more variety"
        )
    letters = _letters(wave, patterns)
    yield _show(plan, wave, patterns)
    plan.raise_walls()
    inner = plan.cells[1:-1, 1:-1]
    inner[letters == ord("~")] = WALL
    ys, xs = np.nonzero(letters == ord("~"))
    plan.marks = [Mark((y + 1) * plan.width + x + 1, WATER) for y, x in zip(ys.tolist(), xs.tolist(), strict=True)]
    yield plan


def _fix(wave: Wave, patterns: Patterns, plan: Plan, text: str) -> None:
    window = patterns.window
    for word in text.split():
        match = _FIXED.fullmatch(word)
        if match is None or match[3] not in LETTERS:
            raise GenerationError(
                f'fixed has "{shorten(word, 40)}": must be squares such as 10,4=~ with # . + or ~ behind ='
            )
        x, y = int(match[1]) - 1, int(match[2]) - 1
        if not (0 <= x < plan.width - 2 and 0 <= y < plan.height - 2):
            last = f"{plan.width - 2},{plan.height - 2}"
            raise GenerationError(f'fixed has "{word}": must lie inside the outermost ring, from 1,1 to {last}')
        for j in range(window):
            for i in range(window):
                if 0 <= x - i < wave.width and 0 <= y - j < wave.height:
                    wave.first[(y - j) * wave.width + x - i] &= patterns.with_letter(j * window + i, match[3])


def _letters(wave: Wave, patterns: Patterns) -> npt.NDArray[np.uint8]:
    """Return the letters of a collapsed wave, (height, width) without the outermost ring."""
    window = patterns.window
    numbers = np.array([mask.bit_length() - 1 for mask in wave.masks]).reshape(wave.height, wave.width)
    texts = np.array([[ord(letter) for letter in text] for text in patterns.texts], dtype=np.uint8)
    letters = np.zeros((wave.height + window - 1, wave.width + window - 1), dtype=np.uint8)
    for place in range(window * window):
        j, i = divmod(place, window)
        letters[j : j + wave.height, i : i + wave.width] = texts[numbers, place]
    return letters


def _show(plan: Plan, wave: Wave, patterns: Patterns) -> Plan:
    codes = np.full(256, PASSAGE, dtype=np.uint8)
    codes[ord("#")], codes[ord("+")] = EDGE, DOOR
    plan.cells[1:-1, 1:-1] = codes[_letters(wave, patterns)]
    return plan


def _parts(letters: npt.NDArray[np.uint8]) -> tuple[npt.NDArray[np.int32], list[int]]:
    labels, sizes = regions((letters == ord(".")) | (letters == ord("+")))
    return labels, sizes[1:]


def _connect(wave: Wave, patterns: Patterns, stream: Stream) -> bool:
    """Collapse the surroundings of parts again until all floors are connected; return whether they are."""
    labels, sizes = _parts(_letters(wave, patterns))
    for _ in range(_REPAIRS):
        if len(sizes) <= 1:
            return True
        largest = sizes.index(max(sizes))
        part = stream.below(len(sizes) - 1)
        part += part >= largest
        ys, xs = np.nonzero(labels == part + 1)
        margin = patterns.window + 1 + stream.below(5)
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
            new_labels, new_sizes = _parts(_letters(wave, patterns))
            if len(new_sizes) <= len(sizes):
                labels, sizes = new_labels, new_sizes
                continue
        wave.masks = before
    return len(sizes) <= 1
