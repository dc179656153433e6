"""Options that several commands of surveys share, and a warning of those that make dungeons again."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from host.cli.common import Whole, format_warning

if TYPE_CHECKING:
    from host.survey.remaker import Remaker

_MOST_JOBS = 256

file_argument = click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
debug_option = click.option("--debug", is_flag=True, help="Show Python tracebacks with errors.")
jobs_option = click.option(
    "--jobs",
    metavar="N",
    type=Whole(1, _MOST_JOBS),
    default=lambda: os.cpu_count() or 1,
    show_default="one for each processor",
    help="Number of processes.",
)
# For commands that make dungeons of a survey again.
replacement_mods_option = click.option(
    "--mods", metavar="DIR", multiple=True, help="Use these mods in place of those in the survey."
)


def warn_of_changes(remaker: Remaker) -> None:
    """Warn of dungeons that were made again and differ from those of the survey."""
    warning = remaker.describe_changes()
    if warning is not None:
        click.echo(format_warning(warning), err=True)
