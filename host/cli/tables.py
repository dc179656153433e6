"""Tables on standard output."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

import click

from host.errors import visible


def print_table(title: str | None, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table, at most as wide as the terminal, with control characters as escapes."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    class Output(Console):
        def on_broken_pipe(self) -> NoReturn:
            # rich would end the program with an error; HostCommand ends it silently.
            raise BrokenPipeError

    console = Output(highlight=False)
    piped = not console.is_terminal
    if piped:
        console = Output(highlight=False, width=10_000, no_color=True)
    table = Table(
        box=SIMPLE_HEAD, title=title and Text(visible(title), style="bold"), title_justify="left", pad_edge=False
    )
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*(Text(visible(cell)) for cell in row))
    if not piped:
        console.print(table)
        return
    with console.capture() as capture:
        console.print(table)
    # Padding at the end of lines is of no use in a pipe.
    click.echo("\n".join(line.rstrip() for line in capture.get().splitlines()))
