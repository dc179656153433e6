"""Tables on standard output."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NoReturn, TextIO

import click

from host.errors import visible

if TYPE_CHECKING:
    from rich.console import Console

# Blanks between columns, and where these are too many.
_GAP, _NARROW_GAP = 3, 2


def print_table(title: str | None, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table, at most as wide as the terminal, with control characters as escapes.

    Words are never broken: on a terminal that is too narrow each row takes lines of its own.
    """
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    console = _console()
    piped = not console.is_terminal
    if piped:
        console = _console(width=10_000, no_color=True)
    cells = [[visible(cell) for cell in row] for row in rows]
    gap = _GAP
    if not piped and _least_width(columns, cells, gap) > console.width:
        gap = _NARROW_GAP
        if _least_width(columns, cells, gap) > console.width:
            _print_records(console, title, columns, cells)
            return
    table = Table(
        box=SIMPLE_HEAD,
        title=title and Text(visible(title), style="bold"),
        title_justify="left",
        pad_edge=False,
        # The box has a column between two cells.
        padding=(0, 1, 0, gap - 2),
    )
    for column, width in zip(columns, _widths(columns, cells, console.width - gap * len(columns)), strict=True):
        table.add_column(column, width=width)
    for row in cells:
        table.add_row(*map(Text, row))
    if not piped:
        console.print(table)
        return
    with console.capture() as capture:
        console.print(table)
    # Padding at the end of lines is of no use in a pipe.
    click.echo("\n".join(line.rstrip() for line in capture.get().splitlines()))


def print_lines(lines: Iterable[str]) -> None:
    """Print lines of a drawing, which a terminal cuts where it ends."""
    if not sys.stdout.isatty():
        for line in lines:
            click.echo(line)
        return
    from rich.text import Text

    columns = _columns()
    console = _console()
    for line in lines:
        text = Text.from_ansi(line)
        text.truncate(columns, overflow="ellipsis")
        console.print(text)


def print_wrapped(text: str, *, err: bool = False) -> None:
    """Print a text, and break lines between words on a terminal that is too narrow for them."""
    stream = sys.stderr if err else sys.stdout
    click.echo("\n".join(wrapped(text, terminal_columns(stream))), err=err)


def terminal_columns(stream: TextIO) -> int | None:
    """Return the width of the terminal of a stream, or None when it is none."""
    return _columns() if stream.isatty() else None


def _columns() -> int:
    # With shutil come compression libraries, which output to a file or a pipe does not need.
    from shutil import get_terminal_size

    return get_terminal_size().columns


def wrapped(text: str, columns: int | None, indent: str = "") -> list[str]:
    """Return a text as lines of at most `columns` characters, if there is a limit; no word is broken.

    A line that fits is unchanged; the rest of any other begins with `indent`.
    """
    lines = []
    for line in text.split("\n"):
        if columns is None or len(line) <= columns:
            lines.append(line)
        else:
            lines += textwrap.wrap(
                line, columns, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
            )
    return lines


def _console(**options: Any) -> Console:
    from rich.console import Console

    class PipeConsole(Console):
        def on_broken_pipe(self) -> NoReturn:
            # rich would end the program with an error; HostCommand ends it silently.
            raise BrokenPipeError

    return PipeConsole(highlight=False, **options)


def _longest_word(text: str) -> int:
    from rich.cells import cell_len

    return max(map(cell_len, text.split()), default=0)


def _widths(columns: Sequence[str], rows: Sequence[Sequence[str]], most: int) -> list[int]:
    """Return the widths of columns, with a sum of at most `most`, if words allow; the widest columns give way first."""
    from rich.cells import cell_len

    listed = [*zip(columns, *rows, strict=True)]
    widths = [max(map(cell_len, column)) for column in listed]
    least = [max(map(_longest_word, column)) for column in listed]
    while sum(widths) > most:
        wide = [number for number in range(len(widths)) if widths[number] > least[number]]
        if not wide:
            break
        widths[max(wide, key=lambda number: widths[number])] -= 1
    return widths


def _least_width(columns: Sequence[str], rows: Sequence[Sequence[str]], gap: int) -> int:
    """Return the width of a table whose columns are as wide as their longest words, with a gap after each."""
    widths = [max(map(_longest_word, column)) for column in zip(columns, *rows, strict=True)]
    return sum(widths) + gap * len(widths)


def _print_records(console: Console, title: str | None, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print each row as lines of its own: its first cell, and below it the others with the names of their columns.

    A word that is wider than the terminal is cut.
    """
    from rich.table import Table
    from rich.text import Text

    if title:
        console.print(Text(visible(title), style="bold", overflow="ellipsis"))
    for row in rows:
        console.print(Text(row[0], style="bold", overflow="ellipsis", no_wrap=True))
        record = Table(box=None, show_header=False, padding=(0, _GAP, 0, 0), pad_edge=False)
        record.add_column(no_wrap=True)
        record.add_column(overflow="ellipsis")
        for column, cell in zip(columns[1:], row[1:], strict=True):
            record.add_row(Text(f"  {column}", style="dim"), Text(cell))
        console.print(record)
