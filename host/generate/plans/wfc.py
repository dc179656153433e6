"""Maps like an example, of which each window of squares occurs in it, or of tiles (host/generate/collapse)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from host.errors import GenerationError, shorten
from host.generate.collapse.patterns import LETTERS, Patterns, find_patterns, read_example
from host.generate.collapse.search import find_map, fix_squares
from host.generate.collapse.tiles import read_tiles, tile_patterns
from host.generate.collapse.wave import Wave
from host.generate.options import MAX_SIDE, Generator, choice_option, integer_option, text_option
from host.generate.plans.marks import WATER
from host.generate.plans.plan import DOOR, EDGE, PASSAGE, WALL, Mark, Plan, Steps
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
_ANY = "any"
_FIXED = re.compile(r"(\d{1,4}),(\d{1,4})=(.)")

WFC = Generator(
    "wfc",
    "host",
    (
        integer_option("width", 48, 5, MAX_SIDE, "squares across"),
        integer_option("height", 32, 5, MAX_SIDE, "squares down"),
        text_option("example", 12_000, "rows of # (wall), . (floor), + (door) and ~ (water), with / between them"),
        integer_option("window", 3, 2, 5, "each square of so many squares across occurs in the example"),
        text_option("tiles", 12_000, "in place of an example: tiles such as ###/.../### that lie side by side"),
        choice_option("border", _ANY, (_ANY, *LETTERS), "what the squares inside the outermost ring are"),
        text_option("fixed", 12_000, "squares that are fixed, such as 10,4=~ 11,9=."),
        choice_option("connected", True, (True, False), "whether all floors and doors are connected"),
    ),
    "maps of which each part occurs in an example, or of tiles: wave function collapse",
)


def wfc(options: dict[str, Any], stream: Stream) -> Steps:
    """Yield a state for each attempt, and one with walls. The outermost ring of squares is wall.

    Raises GenerationError for an example or tiles that cannot be read, and when no map is found.
    """
    plan = Plan(options["width"], options["height"])
    patterns = _read_patterns(options)
    (down, across), (_, tall, wide) = patterns.step, patterns.blocks.shape
    width, height = (plan.width - 2 - wide) // across + 1, (plan.height - 2 - tall) // down + 1
    if width < 1 or height < 1:
        raise GenerationError(
            f"{plan.width} × {plan.height} squares are too few for {_name_size(patterns)}: must be at least "
            f"{max(tall, wide) + 2}"
        )
    wave = Wave(patterns, width, height, stream)
    right, bottom = (width - 1) * across + wide, (height - 1) * down + tall
    asked = ["these fixed squares"] if options["fixed"].strip() else []
    if options["border"] != _ANY:
        asked.append("this border")
        fix_squares(wave, patterns, ((x, y, options["border"]) for x, y in _ring(right, bottom)))
    fix_squares(wave, patterns, _read_fixed(right, bottom, options["fixed"]))
    inner = plan.cells[1 : bottom + 1, 1 : right + 1]
    codes = np.full(256, PASSAGE, dtype=np.uint8)
    codes[ord("#")], codes[ord("+")] = EDGE, DOOR
    for letters in find_map(
        wave,
        patterns,
        stream,
        connected=options["connected"],
        asked=asked,
        place=lambda x, y: f"{x * across + 1},{y * down + 1}",
        is_wanted=lambda letters: bool((letters != ord("#")).any()),
    ):
        inner[:] = codes[letters]
        yield plan
    plan.raise_walls()
    inner[letters == ord("~")] = WALL
    ys, xs = np.nonzero(letters == ord("~"))
    plan.marks = [Mark((y + 1) * plan.width + x + 1, WATER) for y, x in zip(ys.tolist(), xs.tolist(), strict=True)]
    yield plan


def _read_patterns(options: dict[str, Any]) -> Patterns:
    example, tiles = options["example"], options["tiles"]
    if not tiles.strip():
        return find_patterns(read_example(example if example.strip() else _EXAMPLE), options["window"])
    if example.strip():
        raise GenerationError("there are both tiles and an example: must be one of them")
    return tile_patterns(read_tiles(tiles), frozenset())


def _name_size(patterns: Patterns) -> str:
    _, tall, wide = patterns.blocks.shape
    return f"tiles of {wide} × {tall}" if patterns.names else f"a window of {wide}"


def _ring(width: int, height: int) -> Iterator[tuple[int, int]]:
    """Yield the outermost squares of a rectangle."""
    for y in range(height):
        for x in range(width) if y in (0, height - 1) else {0, width - 1}:
            yield x, y


def _read_fixed(width: int, height: int, text: str) -> Iterator[tuple[int, int, str]]:
    """Yield the (x, y, letter) of fixed squares. Raises GenerationError."""
    for word in text.split():
        match = _FIXED.fullmatch(word)
        if match is None or match[3] not in LETTERS:
            raise GenerationError(
                f'fixed has "{shorten(word, 40)}": must be squares such as 10,4=~ with # . + or ~ behind ='
            )
        x, y = int(match[1]) - 1, int(match[2]) - 1
        if not (0 <= x < width and 0 <= y < height):
            raise GenerationError(
                f'fixed has "{word}": must lie inside the outermost ring, from 1,1 to {width},{height}'
            )
        yield x, y, match[3]
