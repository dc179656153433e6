"""The command `dungeon-host survey report`."""

from __future__ import annotations

from pathlib import Path

import click

from host.cli.common import HostCommand, note_new_folders
from host.cli.survey.options import debug_option, file_argument, jobs_option, replacement_mods_option, warn_of_changes
from host.cli.terminal.progress_bar import track
from host.errors import RequestError
from host.export.files import write_all
from host.model.map import Map


@click.command(cls=HostCommand)
@file_argument
@click.option(
    "-o",
    "page",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write a page with plots and pictures, such as report.html, that needs no network.",
)
@click.option(
    "--sheet",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Draw dungeons with their seeds side by side, such as gallery.png.",
)
@replacement_mods_option
@jobs_option
@debug_option
def report(
    file: Path,
    page: Path | None,
    sheet: Path | None,
    mods: tuple[str, ...],
    jobs: int,
    debug: bool,  # noqa: ARG001 - HostCommand reads it
) -> None:
    """Write the survey in FILE as a page, or draw its dungeons on a sheet.

    \b
    Examples:
      dungeon-host survey report base.survey -o report.html
      dungeon-host survey report base.survey --sheet gallery.png
    """
    from host.survey import report as reports
    from host.survey.remaker import Remaker
    from host.survey.survey import Survey

    for path, suffix in ((page, ".html"), (sheet, ".png")):
        if path is not None and path.suffix != suffix:
            raise RequestError(f'"{path}" has an unknown ending: must be {suffix}')
    if page is None and sheet is None:
        raise RequestError("there is nothing to write: -o report.html or --sheet gallery.png names a file")
    survey = Survey.open(file)
    page_numbers = reports.choose_for_page(survey) if page else []
    sheet_numbers = reports.choose_for_sheet(survey) if sheet else []
    numbers = sorted({*page_numbers, *sheet_numbers})
    maps: dict[int, Map] = {}
    if numbers:
        with Remaker(file, folders=map(Path, mods), jobs=jobs) as remaker:
            maps.update(track(remaker.make(numbers), len(numbers)))
            warn_of_changes(remaker)
    files = {}
    if page is not None:
        files[page] = reports.write_page(survey, file, pictures=maps).encode()
    if sheet is not None:
        titled = [(f"seed {survey.plan.seed_of(number)}", maps[number]) for number in sheet_numbers if number in maps]
        files[sheet] = reports.draw_sheet(titled)
    note_new_folders(files)
    write_all(files)
    for path in files:
        click.echo(f"wrote {path}")
