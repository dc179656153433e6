"""Options that several commands of surveys share, and a warning of those that make dungeons again."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from host.cli.shared.parameters import FILE, Whole
from host.cli.shared.running import format_warning
from host.errors import RequestError

if TYPE_CHECKING:
    from host.survey.replay import Replay

F = TypeVar("F", bound=Callable[..., Any])

_MOST_JOBS = 256

file_argument = click.argument("file", type=FILE)
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


def metrics_option(help_text: str) -> Callable[[F], F]:
    """Return the option --metrics of commands that make surveys."""
    return click.option(
        "--metrics", metavar="none|default|all|ID,…", default="default", show_default=True, help=help_text
    )


def page_option(help_text: str) -> Callable[[F], F]:
    """Return the option -o of commands that write a page."""
    return click.option("-o", "page", metavar="FILE", type=FILE, help=help_text)


def sheet_option(help_text: str) -> Callable[[F], F]:
    """Return the option --sheet of commands that draw dungeons side by side."""
    return click.option("--sheet", metavar="FILE", type=FILE, help=help_text)


def check_endings(page: Path | None, sheet: Path | None) -> None:
    """Raise RequestError for a page or a sheet whose name does not end as its format does."""
    for path, suffix in ((page, ".html"), (sheet, ".png")):
        if path is not None and path.suffix != suffix:
            raise RequestError(f'"{path}" has an unknown ending: must be {suffix}')


def warn_of_changes(replay: Replay) -> None:
    """Warn of dungeons that were made again and differ from the survey."""
    warning = replay.describe_changes()
    if warning is not None:
        click.echo(format_warning(warning), err=True)


def replace_nan(value: Any) -> Any:
    """Return plain data with None in place of NaN, which is not JSON."""
    if isinstance(value, dict):
        return {key: replace_nan(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [replace_nan(item) for item in value]
    return None if isinstance(value, float) and value != value else value
