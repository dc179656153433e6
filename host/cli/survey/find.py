"""The command `dungeon-host survey find`."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from heapq import nlargest
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING

import click

from host.cli.shared.options import completes, limited_mod_options, request_options
from host.cli.shared.parameters import FILE, Whole
from host.cli.shared.reproduction import record
from host.cli.shared.selection import Loading, names_for_generator, select_mods
from host.cli.survey.options import jobs_option, replace_nan
from host.cli.terminal.errors import HostCommand
from host.cli.terminal.progress_bar import show_progress
from host.cli.terminal.tables import print_table, print_wrapped
from host.engine.jobs import job_of_mods
from host.errors import EXIT_ERROR, counted, in_one_line
from host.model.request import Request
from host.render.markup import to_json

if TYPE_CHECKING:
    from host.survey.find import Found

# One metric, or the same with a minus.
_METRIC = re.compile(r"-?[\w.]+")
# Metrics that a line of --unlike shows.
_MOST_UNUSUAL = 3


@click.command(cls=HostCommand)
@click.argument("generator", shell_complete=completes("complete_generators"))
@click.argument("condition", required=False)
@click.option("--most", metavar="N", type=Whole(1, 10_000), default=1, show_default=True, help="Find N dungeons.")
@click.option("--count", metavar="N", type=Whole(1, 10**9), help="Look at N seeds at most; 10000 by default.")
@click.option("--best", metavar="METRIC", help="Find those with the largest METRIC; -METRIC for the smallest.")
@click.option("--unlike", metavar="FILE", type=FILE, help="Find those that differ most from the survey in FILE.")
@request_options(seed=1)
@jobs_option
@click.option("--json", "as_json", is_flag=True, help="Print the seeds as JSON.")
@limited_mod_options
def find(
    generator: str,
    condition: str | None,
    loading: Loading,
    request: Request,
    most: int,
    count: int | None,
    best: str | None,
    unlike: Path | None,
    jobs: int,
    as_json: bool,
) -> None:
    """Find seeds whose dungeons by GENERATOR meet CONDITION, from --seed on.

    CONDITION compares metrics, numbers of contents and options: "rooms > 20 and items.base.axe >= 1", "monsters == 0",
    "not (rooms < 9 or density > .5)", 'segments["Bear cave"] == 1'. `dungeon-host survey run GENERATOR --count 1` lists
    the metrics. With --best or --unlike all --count seeds are looked at, by default 1000, and CONDITION may be left
    out. The exit code is 1 when there are fewer than --most.

    \b
    Examples:
      dungeon-host survey find base "rooms > 20 and key_depth >= 3 and items.base.axe >= 1" --most 5
      dungeon-host survey find caves --best danger --set monsters=host --count 500
      dungeon-host survey find base --unlike base.survey --most 3
    """
    from host.survey.find import find_dungeons, norms_of
    from host.survey.survey import Survey

    selection = select_mods(loading.mods, generator)
    record(seed=request.seed)
    job = job_of_mods(
        [*map(Path, selection.folders), *names_for_generator(selection)], budgets=loading.budgets, lock=loading.lock
    )
    is_ranked = best is not None or unlike is not None
    survey = None if unlike is None else Survey.open(unlike)
    count = (1000 if is_ranked else 10_000) if count is None else count
    with show_progress(count) as show:
        found, looked_at, failed, unranked, without_value = find_dungeons(
            job,
            request.with_generator(selection.target),
            condition,
            most=most,
            count=count,
            best=best,
            unlike=survey,
            jobs=jobs,
            progress=lambda done, failures, hits: show(done, failures, f"{hits} found"),
        )
    lines = [entry.request.format_command(mods=selection.as_typed(loading.mods)) for entry in found]
    if as_json:
        data = [
            {
                "seed": entry.seed,
                **({"rank": entry.rank} if is_ranked else {}),
                "values": dict(entry.values),
                "command": line,
            }
            for entry, line in zip(found, lines, strict=True)
        ]
        click.echo(to_json(replace_nan(data)))
    else:
        if found and survey is not None:
            norms = norms_of(survey)
            rows_of_unusual = [[str(entry.seed), f"{entry.rank:.4g}", _unusual(entry, norms)] for entry in found]
            print_table(None, ["seed", "rank", "most unusual"], rows_of_unusual)
        elif found:
            # A single metric is its own rank.
            has_rank = best is not None and not _METRIC.fullmatch(best.strip())
            titles = ["seed", *(["rank"] if has_rank else []), *found[0].values]
            numbers = [[*([entry.rank] if has_rank else []), *entry.values.values()] for entry in found]
            rows_of_numbers = zip(found, numbers, strict=True)
            print_table(None, titles, [[str(one.seed), *map("{:.4g}".format, row)] for one, row in rows_of_numbers])
        without = f", {unranked} have no {best or 'metric of the survey'}" if unranked else ""
        print_wrapped(f"{len(found)} of {counted(looked_at, 'dungeon')}, {failed} failed{without}")
        for name in without_value:
            print_wrapped(f"no dungeon has a value for {in_one_line(name)}")
        for line in lines:
            click.echo(line)
    if len(found) < most:
        sys.exit(EXIT_ERROR)


def _unusual(entry: Found, norms: Mapping[str, tuple[float, float]]) -> str:
    """Return the metrics of a dungeon that are furthest from their means in a survey, with these means."""
    known = [name for name in norms if not isnan(entry.values[name])]
    furthest = nlargest(
        _MOST_UNUSUAL, known, key=lambda name: abs(entry.values[name] - norms[name][0]) / norms[name][1]
    )
    return ", ".join(f"{name} {entry.values[name]:.4g} (mean {norms[name][0]:.4g})" for name in furthest)
