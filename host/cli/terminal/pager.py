"""Long texts on a terminal: through the pager of the user."""

from __future__ import annotations

import shutil
import sys

import click


def page(text: str) -> None:
    """Print a text; on a terminal where it does not fit, through the program that PAGER names, by default less."""
    columns, rows = shutil.get_terminal_size()
    lines = sum(max(1, -(-len(line) // max(1, columns))) for line in click.unstyle(text).splitlines())
    if sys.stdout.isatty() and lines >= rows:
        click.echo_via_pager(text)
    else:
        click.echo(text, nl=False)
