"""The command `dungeon-host survey compare`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

from host.cli.shared.options import limited_mod_options, request_options
from host.cli.shared.parameters import PATH, Whole
from host.cli.shared.running import format_warning, write_files
from host.cli.shared.selection import Loading, select_mods
from host.cli.survey.changes import Side, print_change, remake_pairs
from host.cli.survey.options import check_endings, jobs_option, metrics_option, page_option, replace_nan, sheet_option
from host.cli.terminal.errors import VerdictCommand
from host.cli.terminal.progress_bar import show_progress
from host.cli.terminal.tables import print_table, print_wrapped
from host.engine.jobs import job_of_mods
from host.errors import HostError, counted, in_one_line
from host.model.request import Request
from host.process.budgets import Budgets
from host.render.markup import to_json

if TYPE_CHECKING:
    from host.model.game_map import GameMap
    from host.survey.comparison import Comparison

# Metrics in a row of the table of changed seeds.
_MOST_METRICS = 4


@click.command(cls=VerdictCommand)
@click.argument("old", type=PATH)
@click.argument("new", type=PATH)
@click.option("--generator", metavar="ID", help="The generator, when OLD and NEW are folders of mods.")
@click.option("--count", metavar="N", type=Whole(1, 10**9), default=200, show_default=True, help="Number of seeds.")
@metrics_option("The metrics of each dungeon, when OLD and NEW are folders of mods.")
@request_options(seed=1)
@jobs_option
@page_option("Write a page with pictures of the dungeons that changed most, such as changes.html.")
@sheet_option("Draw the dungeons that changed most before and after, such as changes.png.")
@click.option("--json", "as_json", is_flag=True, help="Print the comparison as JSON.")
@click.option("--exit-code", is_flag=True, help="Exit with 1 when the surveys differ.")
@click.option(
    "--worse",
    metavar="METRICS",
    help='Exit with 1 when one of these metrics is significantly lower after, such as "solvable, exploration".',
)
@limited_mod_options
def compare(
    old: Path,
    new: Path,
    generator: str | None,
    count: int,
    metrics: str,
    request: Request,
    jobs: int,
    page: Path | None,
    sheet: Path | None,
    as_json: bool,
    exit_code: bool,
    worse: str | None,
    loading: Loading,
) -> None:
    """Compare two surveys seed by seed: OLD and NEW are files, or two versions of a mod.

    For folders of mods, the dungeons of the first --count seeds are made with each. --mods adds mods to both. A drawing
    shows where the dungeon that changed most differs; -o and --sheet have more of them.

    \b
    Examples:
      dungeon-host survey compare before.survey after.survey -o changes.html
      dungeon-host survey compare ../released/hollow ./hollow --count 500
      dungeon-host survey compare before.survey after.survey --worse "solvable, exploration"
    """
    from host.survey.comparison import compare_surveys, find_worse
    from host.survey.plan import SurveyPlan
    from host.survey.run import run_survey
    from host.survey.survey import Survey

    check_endings(page, sheet)
    draws = page is not None or sheet is not None or not as_json
    with ExitStack() as resources:

        def open_side(path: Path) -> Side:
            if not path.is_dir():
                return Side(Survey.open(path), path)
            selection = select_mods((str(path), *loading.mods))
            named: list[str | Path] = [*map(Path, selection.folders), *selection.names]
            # Dungeons of a file can be made again, to draw them.
            file_path = Path(resources.enter_context(TemporaryDirectory(prefix="dungeon-host-")), "a.survey")
            with show_progress(count) as progress:
                outcome = run_survey(
                    job_of_mods(named, budgets=loading.budgets),
                    SurveyPlan(request.with_generator(generator), count),
                    file_path if draws else None,
                    jobs=jobs,
                    metrics=metrics,
                    progress=progress,
                )
            with outcome.file as file:
                return Side(Survey.of_file(file, outcome.warnings), file_path, named)

        sides = open_side(old), open_side(new)
        comparison = compare_surveys(sides[0].survey, sides[1].survey)
        worse_metrics = find_worse(comparison, worse) if worse is not None else []
        if as_json:
            for line in _describe_unpaired(comparison):
                click.echo(line, err=True)
            click.echo(to_json(_as_json(comparison)))
        else:
            _print_comparison(comparison)
        if draws:
            _show_changes(comparison, sides, page, sheet, in_terminal=not as_json, jobs=jobs, budgets=loading.budgets)
    for metric in worse_metrics:
        click.echo(f"worse: {metric.id}", err=as_json)
    if worse_metrics or (exit_code and not comparison.is_equal):
        raise click.exceptions.Exit(1)


def _show_changes(
    comparison: Comparison,
    sides: tuple[Side, Side],
    page: Path | None,
    sheet: Path | None,
    *,
    in_terminal: bool,
    jobs: int,
    budgets: Budgets,
) -> None:
    """Draw pairs that changed: the first in the terminal, all in files."""
    pairs = comparison.drawable if page or sheet else comparison.drawable[:1]
    maps: tuple[dict[int, GameMap], dict[int, GameMap]] = {}, {}
    if pairs:
        try:
            maps = remake_pairs(pairs, sides, jobs=jobs, budgets=budgets)
        except HostError as error:
            if page or sheet:
                raise
            # The comparison is whole without it.
            click.echo(format_warning(f"no dungeon is drawn: {error.message}"), err=True)
    for pair in pairs[:1] if in_terminal else ():
        old, new = (side.get(number) for side, number in zip(maps, pair["numbers"], strict=True))
        if old and new:
            print_change(pair["seed"], old, new)
    if not (page or sheet):
        return
    from host.survey.pages.comparison import draw_comparison, write_comparison

    # Of a folder the last two parts, which tell versions of a mod apart: the page is for others.
    names = [side.file.name if not side.mods else str(Path(*Path(side.mods[0]).parts[-2:])) for side in sides]
    files = {}
    if page:
        files[page] = write_comparison(comparison, " and ".join(names), maps).encode()
    if sheet:
        files[sheet] = draw_comparison(comparison, maps)
    write_files(files)
    for path in files:
        click.echo(f"wrote {in_one_line(str(path))}", err=not in_terminal)


def _as_json(comparison: Comparison) -> Any:
    data = {**comparison._asdict(), "metrics": [metric._asdict() for metric in comparison.metrics]}
    for name in ("unpaired", "drawable"):
        del data[name]
    return replace_nan(data)


def _describe_unpaired(comparison: Comparison) -> Iterator[str]:
    """Yield a line for each survey that has dungeons without a pair."""
    for side, words in (("old", "before"), ("new", "after")):
        count, seeds = comparison.unpaired[side]
        if count:
            listed = ", ".join(map(str, seeds)) + (" …" if count > len(seeds) else "")
            yield f"without a pair: {counted(count, 'dungeon')} only {words}, of seed {listed}"


def _print_comparison(comparison: Comparison) -> None:
    from host.survey.comparison import COLUMNS, describe_failures, format_changes

    click.echo(f"{counted(comparison.pairs, 'pair')}, {comparison.identical} identical")
    for line in _describe_unpaired(comparison):
        print_wrapped(line)
    print_wrapped(f"failed: {describe_failures(comparison)}")
    if comparison.metrics:
        print_table(None, COLUMNS, [metric.cells for metric in comparison.metrics])
    rows = [
        [
            str(pair["seed"]),
            format_changes(pair, _MOST_METRICS),
        ]
        for pair in comparison.changed
    ]
    if rows:
        print_table("seeds that changed most", ["seed", "metrics"], rows)
