"""The command `dungeon-host survey report`."""

from __future__ import annotations

from pathlib import Path

import click

from host.cli.shared.running import write_files
from host.cli.survey.options import (
    check_endings,
    file_argument,
    jobs_option,
    page_option,
    replacement_mods_option,
    sheet_option,
    warn_of_changes,
)
from host.cli.terminal.errors import HostCommand, debug_option
from host.cli.terminal.progress_bar import track
from host.errors import RequestError, in_one_line
from host.model.game_map import GameMap


@click.command(cls=HostCommand)
@file_argument
@page_option("Write a page with plots and pictures, such as report.html, that needs no network.")
@sheet_option("Draw dungeons with their seeds side by side, such as gallery.png.")
@replacement_mods_option
@jobs_option
@debug_option
def report(
    file: Path,
    page: Path | None,
    sheet: Path | None,
    mods: tuple[str, ...],
    jobs: int,
) -> None:
    """Write the survey in FILE as a page, or draw its dungeons on a sheet.

    \b
    Examples:
      dungeon-host survey report base.survey -o report.html
      dungeon-host survey report base.survey --sheet gallery.png
    """
    from host.survey.pages.pictures import SHEET_TILE, choose_for_sheet, draw_map, draw_sheet
    from host.survey.pages.report import choose_for_page, write_page
    from host.survey.replay import Replay
    from host.survey.survey import Survey

    check_endings(page, sheet)
    if page is None and sheet is None:
        raise RequestError("there is nothing to write: -o report.html or --sheet gallery.png names a file")
    survey = Survey.open(file)
    page_numbers = choose_for_page(survey) if page else []
    sheet_numbers = choose_for_sheet(survey) if sheet else []
    numbers = sorted({*page_numbers, *sheet_numbers})
    maps: dict[int, GameMap] = {}
    if numbers:
        with Replay(file, mods=map(Path, mods), jobs=jobs) as replay:
            maps.update(track(replay.make(numbers), len(numbers)))
            warn_of_changes(replay)
    files = {}
    if page is not None:
        files[page] = write_page(survey, file, maps).encode()
    if sheet is not None:
        files[sheet] = draw_sheet(
            (f"seed {survey.plan.seed_of(number)}", draw_map(maps[number], SHEET_TILE))
            for number in sheet_numbers
            if number in maps
        )
    write_files(files)
    for path in files:
        click.echo(f"wrote {in_one_line(str(path))}")
