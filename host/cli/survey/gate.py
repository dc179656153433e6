"""The command `dungeon-host survey gate`."""

from __future__ import annotations

import math
from pathlib import Path

import click

from host.cli.shared.parameters import FILE
from host.cli.shared.running import format_warning
from host.cli.shared.selection import find_folder_here
from host.cli.survey.options import file_argument
from host.cli.terminal.errors import VerdictCommand, debug_option
from host.errors import visible
from host.render.markup import to_json


@click.command(cls=VerdictCommand)
@file_argument
@click.option(
    "--limits",
    "limits_file",
    metavar="FILE",
    type=FILE,
    help="The limits; by default survey.toml in the folder of the generator's mod.",
)
@click.option(
    "--mods", metavar="DIR", multiple=True, help="The folder of a mod that the survey must be of; can be repeated."
)
@click.option("--json", "as_json", is_flag=True, help="Print the broken limits as JSON.")
@debug_option
def gate(
    file: Path,
    limits_file: Path | None,
    mods: tuple[str, ...],
    as_json: bool,
) -> None:
    """Check the survey in FILE against limits, for continuous integration.

    The exit code is 0 when all limits hold, 1 when a limit is broken, and 2 when the survey or the limits cannot be
    read. Limits are the largest share of failures, and the least and most value of figures of metrics: mean, min, max,
    p05, p50 and p95; and missing, the share of the dungeons in which the metric has no value. A metric of a mod must
    have one in each, unless missing is limited.

    With --mods, the survey must be of these mods: when their files have changed since, the exit code is 2.

    \b
      failures.max = 0.001
      linearity.mean = [0.3, 0.6]
      m.danger.p95 = [0, 12]

    \b
    Examples:
      dungeon-host survey gate base.survey --limits limits.toml
      dungeon-host survey gate hollow.survey --mods ./hollow
    """
    from host.survey.gate import find_broken, find_limits, read_survey, refuse_other_mods

    survey = read_survey(file)
    refuse_other_mods(file, survey.plan, list(map(Path, mods)))
    # Without --mods: the mod in whose folder the command is typed, and the mods below it.
    name, limits = find_limits(file, survey.plan, limits_file, list(map(Path, mods or [find_folder_here() or "."])))
    if len(survey) < survey.plan.total:
        click.echo(
            format_warning(f"the survey has {len(survey)} of its {survey.plan.total} dungeons: it was interrupted"),
            err=True,
        )
    broken_limits = find_broken(survey, limits, name)
    if as_json:
        entries = [
            {
                "limit": str(broken.limit),
                "value": None if math.isnan(broken.value) else broken.value,
                "least": broken.limit.least,
                "most": broken.limit.most,
                "seeds": broken.seeds,
                **({"missing": broken.missing} if broken.missing else {}),
            }
            for broken in broken_limits
        ]
        click.echo(to_json({"limits": len(limits), "broken": entries}))
    else:
        for broken in broken_limits:
            click.echo(visible(str(broken)))
        click.echo(visible(f"{len(limits) - len(broken_limits)} of {len(limits)} limits of {name} hold"))
    if broken_limits:
        raise click.exceptions.Exit(1)
