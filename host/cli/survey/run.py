"""The command `dungeon-host survey run`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from host.cli.shared.options import completes, limited_mod_options, request_options
from host.cli.shared.parameters import FILE, Whole
from host.cli.shared.reproduction import format_reproduction, record
from host.cli.shared.running import format_warning, note_new_folders
from host.cli.shared.selection import Loading, names_for_generator, select_mods
from host.cli.survey.options import jobs_option, metrics_option
from host.cli.survey.show import print_survey
from host.cli.terminal.errors import HostCommand
from host.cli.terminal.progress_bar import show_progress
from host.engine.jobs import job_of_mods
from host.errors import EXIT_INTERRUPTED, RequestError
from host.model.request import Request

# Key of `Context.meta`: whether the caller left out the name of this command.
NAME_LEFT_OUT = "host.survey_run_left_out"


class RunCommand(HostCommand):
    """The command `run`, whose usage is as the caller types it, with or without its name."""

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        if ctx.parent is None or not ctx.meta.get(NAME_LEFT_OUT):
            super().format_usage(ctx, formatter)
        else:
            formatter.write_usage(ctx.parent.command_path, " ".join(self.collect_usage_pieces(ctx)))


@click.command(cls=RunCommand)
@click.argument("generator", required=False, shell_complete=completes("complete_generators"))
@click.option("--count", metavar="N", type=Whole(1, 10**9), default=1000, show_default=True, help="Number of seeds.")
@click.option(
    "--sweep", metavar="KEY=V1,V2", multiple=True, help="Make the dungeons once for each of these values of an option."
)
@request_options(seed=1)
@jobs_option
@click.option(
    "--dask",
    metavar="ADDRESS",
    help="Send the dungeons to the workers of this Dask scheduler, such as tcp://192.168.0.7:8786.",
)
@metrics_option("The metrics of each dungeon.")
@click.option(
    "-o",
    "output",
    metavar="FILE",
    type=FILE,
    help="Write the survey to FILE, or continue the survey in FILE.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@limited_mod_options
def run(
    generator: str | None,
    loading: Loading,
    request: Request,
    sweep: tuple[str, ...],
    count: int,
    jobs: int,
    dask: str | None,
    metrics: str,
    output: Path | None,
    as_json: bool,
) -> None:
    """Make the dungeons of many seeds with GENERATOR, and measure them.

    Seeds are S, S+1, … Ctrl-C interrupts the survey; the same command continues it. A dungeon that fails is a row of
    the survey with its reason. --timeout, --memory and --instructions limit each dungeon.

    \b
    Examples:
      dungeon-host survey base --count 1000 -o base.survey
      dungeon-host survey ./my_mod --count 100 --metrics density,rooms
      dungeon-host survey base --count 1000000 --dask tcp://192.168.0.7:8786 -o base.survey
      dungeon-host survey base --count 100 --set quest=custom --sweep dungeon=tiny,huge
    """
    from host.survey.plan import SurveyPlan
    from host.survey.reader import read_plan
    from host.survey.run import run_survey
    from host.survey.survey import Survey

    selection = select_mods(loading.mods, generator)
    record(seed=request.seed)
    plan = SurveyPlan(request.with_generator(selection.target), count, _read_sweep(sweep))
    job = job_of_mods(
        [*map(Path, selection.folders), *names_for_generator(selection)], budgets=loading.budgets, lock=loading.lock
    )
    if output is not None:
        note_new_folders([output])
    try:
        with show_progress(plan.total) as progress:
            outcome = run_survey(job, plan, output, jobs=jobs, dask=dask, metrics=metrics, progress=progress)
    except KeyboardInterrupt:
        if output is None:
            raise
        if output.is_file():
            # Without the generator the mods of --mods alone would load base, too.
            stored = read_plan(output)[0]
            record(generator=stored.generator, count=stored.count)
        click.echo(f"interrupted; go on: {format_reproduction()}", err=True)
        raise click.exceptions.Exit(EXIT_INTERRUPTED) from None
    with outcome.file as file:
        survey = Survey.of_file(file, outcome.warnings)
    # The file may have had more dungeons than --count.
    record(generator=survey.plan.generator, count=len(survey) // len(survey.plan.values))
    print_survey(survey, as_json=as_json)
    for warning in outcome.warnings:
        click.echo(format_warning(warning), err=True)
    if not as_json:
        click.echo(f"again: {format_reproduction()}")


def _read_sweep(texts: Sequence[str]) -> tuple[str, tuple[str, ...]] | None:
    """Return the option of --sweep and its values; None without it. Raises RequestError."""
    if not texts:
        return None
    if len(texts) > 1:
        raise RequestError(f"there are {len(texts)} --sweep: a survey sweeps one option")
    text = texts[0]
    key, _, listed = text.partition("=")
    values = tuple(listed.split(","))
    if not key or not all(values):
        raise RequestError(f'--sweep "{text}" is not KEY=VALUE,VALUE', hint="an example: --sweep dungeon=tiny,huge")
    if len(set(values)) < len(values):
        raise RequestError(f'--sweep "{text}" names a value twice')
    return key, values
