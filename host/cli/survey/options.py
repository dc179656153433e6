"""Options of several commands of surveys."""

from __future__ import annotations

import os
from pathlib import Path

import click

from host.cli.common import Whole

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
