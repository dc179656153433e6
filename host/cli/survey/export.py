"""The command `dungeon-host survey export`."""

from __future__ import annotations

from pathlib import Path

import click

from host.cli.shared.parameters import FILE
from host.cli.shared.running import note_new_folders
from host.cli.survey.options import file_argument, jobs_option, replacement_mods_option, warn_of_changes
from host.cli.terminal.errors import HostCommand, debug_option
from host.cli.terminal.progress_bar import track
from host.errors import counted


@click.command(cls=HostCommand)
@file_argument
@click.option(
    "--maps",
    metavar="FILE",
    required=True,
    type=FILE,
    help="Write the maps as arrays to FILE, which ends in .npz or .parquet.",
)
@replacement_mods_option
@jobs_option
@debug_option
def export(file: Path, maps: Path, mods: tuple[str, ...], jobs: int) -> None:
    """Make the dungeons of the survey in FILE again, and write them as arrays.

    The survey holds its mods, so the file is enough. Seeds that failed are left out.

    \b
    Examples:
      dungeon-host survey export base.survey --maps levels.npz
      dungeon-host survey export base.survey --maps levels.parquet
    """
    from host.survey.dataset import MOST_VALUES, check_suffix, collect_levels, write_levels
    from host.survey.replay import Replay
    from host.survey.survey import Survey

    check_suffix(maps)
    survey = Survey.open(file)
    numbers = survey["number"][survey["outcome"] == "made"].tolist()
    with Replay(file, mods=map(Path, mods), jobs=jobs) as replay:
        made = replay.make(numbers, most_squares=MOST_VALUES)
        levels = collect_levels(survey.plan, track(made, len(numbers)), len(numbers))
        warn_of_changes(replay)
    note_new_folders([maps])
    write_levels(levels, maps)
    click.echo(f"{maps}: {counted(len(levels.seeds), 'map')}, {counted(len(levels.legend), 'stack')} of tiles")
