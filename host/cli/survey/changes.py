"""Dungeons that a comparison shows before and after: they are made again, and drawn in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from host.cli.survey.options import warn_of_changes
from host.cli.terminal.errors import use_colours
from host.cli.terminal.tables import terminal_columns
from host.errors import agree, counted
from host.process.budgets import Budgets

if TYPE_CHECKING:
    from host.metrics.difference import Difference
    from host.model.game_map import GameMap
    from host.render.text import Window
    from host.survey.survey import Survey

# Columns of a drawing where no terminal limits them, blanks between its parts, and its lines.
_COLUMNS, _GAP, _LINES = 80, 3, 16
# Squares around those that differ.
_MARGIN = 2


class Side(NamedTuple):
    """A side of a comparison: a survey, its file, and the mods that make its dungeons; () for those in the file."""

    survey: Survey
    file: Path
    mods: Sequence[str | Path] = ()


def remake_pairs(
    pairs: Sequence[Mapping[str, Any]], sides: tuple[Side, Side], *, jobs: int, budgets: Budgets
) -> tuple[dict[int, GameMap], dict[int, GameMap]]:
    """Return the maps of pairs of `Comparison.drawable` by their numbers, before and after. Raises HostError."""
    from host.survey.replay import Replay

    maps: tuple[dict[int, GameMap], dict[int, GameMap]] = {}, {}
    for i, side in enumerate(sides):
        with Replay(side.file, mods=side.mods, jobs=min(jobs, len(pairs)), budgets=budgets) as replay:
            maps[i].update(replay.make(pair["numbers"][i] for pair in pairs))
            warn_of_changes(replay)
    return maps


def print_change(seed: int, old: GameMap, new: GameMap) -> None:
    """Draw where two dungeons of a seed differ, before and after side by side."""
    from host.metrics.difference import find_difference

    difference = find_difference(old, new)
    count = int(difference.is_changed.sum())
    title = click.style(f"seed {seed}", bold=True)
    if not count:
        click.echo(f"\n{title}: no square differs, only values that a drawing does not show")
        return
    click.echo(f"\n{title}: {counted(count, 'square')} {agree(count, 'differ')}")
    for line in _draw_difference(difference, use_colours(sys.stdout), terminal_columns(sys.stdout) or _COLUMNS):
        click.echo(line, color=True)


def _draw_difference(difference: Difference, colours: int, columns: int) -> Iterator[str]:
    """Yield the lines of a drawing: before and after. Without colours, a third part marks the squares that differ."""
    from host.render.text import Style, TextPicture

    marks = frozenset((x, y) for y, x in _list_squares(difference))
    names = ("before", "after") if colours else ("before", "after", "differs")
    width = (columns - _GAP * (len(names) - 1)) // len(names)
    window = _choose_window(difference, width, _LINES)
    style = Style(colours=colours, marks=marks)
    before = TextPicture(difference.old, style)
    parts = [before.grid(window), TextPicture(difference.new, style, before.glyphs).grid(window)]
    if not colours:
        ys, xs = range(window.y, window.y + window.height), range(window.x, window.x + window.width)
        parts.append(["".join("×" if (x, y) in marks else "·" for x in xs) for y in ys])
    width = max(window.width, *map(len, names))
    blanks = " " * _GAP
    yield blanks.join(name.ljust(width) for name in names).rstrip()
    for i in range(window.height):
        cells = [part[i] if i < len(part) else "" for part in parts]
        yield blanks.join(cell + " " * (width - len(click.unstyle(cell))) for cell in cells).rstrip()


def _list_squares(difference: Difference) -> list[list[int]]:
    """Return [y, x] of each square that differs."""
    import numpy as np

    squares: list[list[int]] = np.argwhere(difference.is_changed).tolist()
    return squares


def _choose_window(difference: Difference, most_columns: int, most_lines: int) -> Window:
    """Return the part of the maps with all squares that differ, or the part of the most allowed size with most."""
    import numpy as np

    from host.render.text import Window

    ranges = []
    is_changed = difference.is_changed
    for axis, most in ((1, most_columns), (0, most_lines)):
        counts = is_changed.sum(axis=1 - axis)
        used = np.flatnonzero(counts)
        first, end = max(0, int(used[0]) - _MARGIN), min(len(counts), int(used[-1]) + 1 + _MARGIN)
        if end - first > most:
            sums = np.concatenate(([0], np.cumsum(counts)))
            first = int((sums[most:] - sums[:-most]).argmax())
            end = first + most
        ranges.append((first, end - first))
        # The lines are chosen among the columns.
        is_changed = is_changed[:, first:end] if axis == 1 else is_changed
    (x, width), (y, height) = ranges
    return Window(x, y, width, height)
