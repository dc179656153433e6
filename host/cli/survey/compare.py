"""The command `dungeon-host survey compare`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from host.budgets import Budgets
from host.cli.common import PLAYERS, SEED, HostCommand, Whole, limited_mod_options
from host.cli.generate import settings_option
from host.cli.selection import select_mods
from host.cli.survey.options import jobs_option
from host.cli.terminal.progress_bar import show_progress
from host.cli.terminal.tables import print_table
from host.engine.jobs import job_of_mods
from host.errors import counted

if TYPE_CHECKING:
    from host.survey.comparison import Comparison
    from host.survey.survey import Survey

# Metrics in a row of the table of changed seeds.
_MOST_METRICS = 4


@click.command(cls=HostCommand)
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
@click.option("--generator", metavar="ID", help="The generator, when OLD and NEW are folders of mods.")
@click.option("--count", metavar="N", type=Whole(1, 10**9), default=200, show_default=True, help="Number of seeds.")
@click.option("--seed", metavar="S", type=SEED, default=1, show_default=True, help="The first seed.")
@settings_option
@click.option("--players", metavar="N", type=PLAYERS, default=2, show_default=True, help="Number of players.")
@jobs_option
@click.option("--json", "as_json", is_flag=True, help="Print the comparison as JSON.")
@click.option("--exit-code", is_flag=True, help="Exit with 1 when the surveys differ.")
@limited_mod_options
def compare(
    old: Path,
    new: Path,
    generator: str | None,
    count: int,
    seed: int,
    settings: dict[str, str],
    players: int,
    jobs: int,
    as_json: bool,
    exit_code: bool,
    mods: tuple[str, ...],
    budgets: Budgets,
    debug: bool,  # noqa: ARG001 - HostCommand reads it
) -> None:
    """Compare two surveys seed by seed: OLD and NEW are files, or two versions of a mod.

    For folders of mods, the dungeons of the first --count seeds are made with each. --mods adds mods to both.

    \b
    Examples:
      dungeon-host survey compare before.survey after.survey
      dungeon-host survey compare ../released/hollow ./hollow --count 500
    """
    from host.survey.comparison import compare_surveys
    from host.survey.plan import Plan
    from host.survey.run import run_survey
    from host.survey.survey import Survey

    def read_or_make(path: Path) -> Survey:
        if not path.is_dir():
            return Survey.open(path)
        selection = select_mods((str(path), *mods))
        job = job_of_mods([*map(Path, selection.folders), *selection.names], budgets=budgets)
        plan = Plan(generator or "", count, seed, players, dict(settings))
        with show_progress(count) as progress:
            outcome = run_survey(job, generator, plan, None, jobs=jobs, progress=progress)
        with outcome.file as file:
            return Survey.of_file(file, outcome.warnings)

    comparison = compare_surveys(read_or_make(old), read_or_make(new))
    if as_json:
        for line in _describe_unpaired(comparison):
            click.echo(line, err=True)
        data = {**comparison._asdict(), "metrics": [metric._asdict() for metric in comparison.metrics]}
        del data["unpaired"]
        click.echo(json.dumps(_replace_nan(data)))
    else:
        _print_comparison(comparison)
    if exit_code and not comparison.is_equal:
        raise click.exceptions.Exit(1)


def _describe_unpaired(comparison: Comparison) -> Iterator[str]:
    """Yield a line for each survey that has dungeons without a pair."""
    for side, words in (("old", "before"), ("new", "after")):
        count, seeds = comparison.unpaired[side]
        if count:
            listed = ", ".join(map(str, seeds)) + (" …" if count > len(seeds) else "")
            yield f"without a pair: {counted(count, 'dungeon')} only {words}, of seed {listed}"


def _print_comparison(comparison: Comparison) -> None:
    click.echo(f"{counted(comparison.pairs, 'pair')}, {comparison.identical} identical")
    for line in _describe_unpaired(comparison):
        click.echo(line)
    failures = comparison.failures
    click.echo(
        f"failed: {failures['old']} before, {failures['new']} after; {failures['only_old']} only before, "
        f"{failures['only_new']} only after (p {failures['p']:.3g})"
    )
    rows = [
        [m.id, f"{m.old:.4g}", f"{m.new:.4g}", f"{m.effect:+.2f}", f"{m.low:+.2f} … {m.high:+.2f}", f"{m.p:.3g}"]
        for m in comparison.metrics
    ]
    if rows:
        print_table(None, ["metric", "before", "after", "effect", "95 % interval", "p"], rows)
    rows = [
        [
            str(pair["seed"]),
            ", ".join(_format_change(name, *values) for name, values in [*pair["metrics"].items()][:_MOST_METRICS]),
        ]
        for pair in comparison.changed
    ]
    if rows:
        print_table("seeds that changed most", ["seed", "metrics"], rows)


def _format_change(name: str, before: float | None, after: float | None) -> str:
    values = ("none" if value is None else f"{value:.4g}" for value in (before, after))
    return f"{name} {' → '.join(values)}"


def _replace_nan(value: Any) -> Any:
    """Return plain data with None in place of NaN, which is not JSON."""
    if isinstance(value, dict):
        return {key: _replace_nan(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_replace_nan(item) for item in value]
    return None if isinstance(value, float) and value != value else value
