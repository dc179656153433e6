"""The commands `dungeon-host survey …`."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from host.budgets import Budgets
from host.cli.common import PLAYERS, SEED, HostCommand, Whole, completes, limited_mod_options
from host.cli.generate import read_settings
from host.cli.reproduction import format_reproduction, record
from host.cli.selection import select_mods
from host.cli.terminal.tables import print_table
from host.errors import RequestError, counted, visible
from host.paths import bundled_ids

_MOST_JOBS = 256
# Metrics of a seed that changed.
_MOST_SHOWN = 4
# Exit code after Ctrl-C, as shells have it.
_EXIT_INTERRUPTED = 130


class SurveyGroup(click.Group):
    """A group whose command `run` may be left out: `survey caves` is `survey run caves`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        helps = {"--help", "-h"}
        if not args or (args[0] not in self.commands and args[0] not in helps):
            args = ["run", *args]
        return super().parse_args(ctx, args)


@click.group(cls=SurveyGroup)
def survey() -> None:
    """Make thousands of dungeons, measure them, and see how often and why they fail.

    \b
    Examples:
      dungeon-host survey base --count 1000 -o base.survey
      dungeon-host survey caves --count 200 --sweep open=0.4,0.5 -o caves.survey
      dungeon-host survey show base.survey
    """


@survey.command(cls=HostCommand)
@click.argument("generator", required=False, shell_complete=completes("complete_generators"))
@click.option("--count", metavar="N", type=Whole(1, 10**9), default=1000, show_default=True, help="Number of seeds.")
@click.option("--seed", metavar="S", type=SEED, default=1, show_default=True, help="The first seed.")
@click.option(
    "--set",
    "settings",
    metavar="KEY=VALUE",
    multiple=True,
    callback=read_settings,
    shell_complete=completes("complete_settings"),
    help="Set an option of the generator; see `dungeon-host generators`.",
)
@click.option("--sweep", metavar="KEY=V1,V2", help="Make the dungeons once for each of these values of an option.")
@click.option("--players", metavar="N", type=PLAYERS, default=2, show_default=True, help="Number of players.")
@click.option(
    "--jobs",
    metavar="N",
    type=Whole(1, _MOST_JOBS),
    help="Number of processes; by default one for each processor.",
)
@click.option(
    "--metrics",
    metavar="none|default|all|ID,…",
    default="default",
    show_default=True,
    help="What to measure on each dungeon.",
)
@click.option(
    "-o",
    "output",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the survey to FILE; if it was begun there, go on.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@limited_mod_options
def run(
    generator: str | None,
    mods: tuple[str, ...],
    budgets: Budgets,
    debug: bool,  # noqa: ARG001 - HostCommand reads it
    settings: dict[str, str],
    sweep: str | None,
    count: int,
    seed: int,
    players: int,
    jobs: int | None,
    metrics: str,
    output: Path | None,
    as_json: bool,
) -> None:
    """Make the dungeons of many seeds with GENERATOR, and measure them.

    Seeds are S, S+1, … Ctrl-C ends the survey; the same command goes on with it. A dungeon that fails is a row of the
    survey with its reason. The limits of --timeout, --memory and --instructions are those of each dungeon.

    \b
    Examples:
      dungeon-host survey base --count 1000 -o base.survey
      dungeon-host survey ./my_mod --count 100 --metrics density,rooms
      dungeon-host survey base --count 100 --set quest=custom --sweep dungeon=tiny,huge
    """
    from host.engine.jobs import DEFAULT_MODS, job_of_mods
    from host.generate.recipes import RECIPES
    from host.survey.plan import Plan
    from host.survey.run import run_survey
    from host.survey.survey import Survey

    selection = select_mods(mods, generator)
    names = selection.names
    brought_by = (selection.target or "").partition(".")[0]
    if brought_by in bundled_ids():
        names = (*names, brought_by)
    elif (selection.target is None or not (selection.folders or names)) and selection.target not in RECIPES:
        names = (*names, *DEFAULT_MODS)
    record(seed=seed)
    plan = Plan(
        selection.target or "",
        count,
        seed,
        players,
        dict(settings),
        None if sweep is None else _read_sweep(sweep),
    )
    job = job_of_mods([*map(Path, selection.folders), *names], budgets=budgets)
    try:
        with _progress(plan.total) as progress:
            outcome = run_survey(
                job,
                selection.target,
                plan,
                output,
                jobs=jobs or os.cpu_count() or 1,
                metrics=metrics,
                progress=progress,
            )
    except KeyboardInterrupt:
        if output is not None:
            click.echo(f"interrupted; go on: {format_reproduction()}", err=True)
        sys.exit(_EXIT_INTERRUPTED)
    with outcome.file as file:
        result = Survey.of_file(file, outcome.warnings)
    _show(result, as_json=as_json)
    for warning in outcome.warnings:
        click.echo(f"{click.style('warning:', fg='yellow')} {visible(warning)}", err=True)
    if not as_json:
        click.echo(f"again: {format_reproduction()}")


@survey.command(cls=HostCommand)
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print the tables as JSON.")
@click.option("--debug", is_flag=True, help="Show Python tracebacks with errors.")
def show(file: Path, as_json: bool, debug: bool) -> None:  # noqa: ARG001 - HostCommand reads it
    """Show the survey in FILE as tables: metrics, and why dungeons failed."""
    from host.survey.survey import Survey

    _show(Survey.open(file), as_json=as_json)


@survey.command(cls=HostCommand)
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
@click.option("--generator", metavar="ID", help="The generator, when OLD and NEW are folders of mods.")
@click.option("--count", metavar="N", type=Whole(1, 10**9), default=200, show_default=True, help="Number of seeds.")
@click.option("--seed", metavar="S", type=SEED, default=1, show_default=True, help="The first seed.")
@click.option(
    "--set",
    "settings",
    metavar="KEY=VALUE",
    multiple=True,
    callback=read_settings,
    help="Set an option of the generator.",
)
@click.option("--players", metavar="N", type=PLAYERS, default=2, show_default=True, help="Number of players.")
@click.option("--jobs", metavar="N", type=Whole(1, _MOST_JOBS), help="Number of processes.")
@click.option("--json", "as_json", is_flag=True, help="Print the comparison as JSON.")
@click.option("--exit-code", is_flag=True, help="Exit with 1 when anything differs.")
@limited_mod_options
def compare(
    old: Path,
    new: Path,
    generator: str | None,
    count: int,
    seed: int,
    settings: dict[str, str],
    players: int,
    jobs: int | None,
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
    from host.engine.jobs import job_of_mods
    from host.survey import compare as comparing
    from host.survey.plan import Plan
    from host.survey.run import run_survey
    from host.survey.survey import Survey

    def read(path: Path) -> Survey:
        if not path.is_dir():
            return Survey.open(path)
        selection = select_mods((str(path), *mods))
        job = job_of_mods([*map(Path, selection.folders), *selection.names], budgets=budgets)
        plan = Plan(generator or "", count, seed, players, dict(settings))
        with _progress(count) as progress:
            made = run_survey(job, generator, plan, None, jobs=jobs or os.cpu_count() or 1, progress=progress)
        with made.file as file:
            return Survey.of_file(file, made.warnings)

    compared = comparing.compare(read(old), read(new))
    if as_json:
        click.echo(json.dumps(_without_nan({**compared._asdict(), "metrics": [m._asdict() for m in compared.metrics]})))
    else:
        _show_comparison(compared)
    if exit_code and not compared.is_equal:
        raise click.exceptions.Exit(1)


def _show_comparison(compared: Any) -> None:
    click.echo(f"{counted(compared.pairs, 'pair')}, {compared.identical} identical")
    failures = compared.failures
    click.echo(
        f"failed: {failures['old']} before, {failures['new']} after; {failures['only_old']} only before, "
        f"{failures['only_new']} only after (p {failures['p']:.3g})"
    )
    rows = [
        [m.id, f"{m.old:.4g}", f"{m.new:.4g}", f"{m.effect:+.2f}", f"{m.low:+.2f} … {m.high:+.2f}", f"{m.p:.3g}"]
        for m in compared.metrics
    ]
    if rows:
        print_table(None, ["metric", "before", "after", "effect", "95 % interval", "p"], rows)
    rows = [
        [
            str(entry["seed"]),
            ", ".join(f"{name} {_arrow(*pair)}" for name, pair in [*entry["metrics"].items()][:_MOST_SHOWN]),
        ]
        for entry in compared.changed
    ]
    if rows:
        print_table("seeds that changed most", ["seed", "metrics"], rows)


def _arrow(before: float | None, after: float | None) -> str:
    return " → ".join("none" if value is None else f"{value:.4g}" for value in (before, after))


def _without_nan(value: Any) -> Any:
    """Return plain data with null in place of NaN, which is not JSON."""
    if isinstance(value, dict):
        return {key: _without_nan(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_without_nan(item) for item in value]
    return None if isinstance(value, float) and value != value else value


@survey.command(cls=HostCommand)
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--limits",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The limits; by default survey.toml in the folder of the generator's mod.",
)
@click.option("--mods", metavar="DIR", multiple=True, help="Where the mod of the generator is; can be repeated.")
@click.option("--json", "as_json", is_flag=True, help="Print what is wrong as JSON.")
@click.option("--debug", is_flag=True, help="Show Python tracebacks with errors.")
def gate(file: Path, limits: Path | None, mods: tuple[str, ...], as_json: bool, debug: bool) -> None:  # noqa: ARG001
    """Hold the survey in FILE to limits, for continuous integration.

    The exit code is 0 when all limits hold, 1 when not, and 2 when the survey or the limits cannot be read. In
    survey.toml, a share of failures and the least and most value of figures (mean, min, max, p05, p50, p95):

    \b
      failures.max = 0.001
      linearity.mean = [0.3, 0.6]
      m.danger.p95 = [0, 12]

    \b
    Examples:
      dungeon-host survey gate base.survey --limits limits.toml
      dungeon-host survey gate hollow.survey --mods ./hollow
    """
    from host.survey.gate import find_broken, find_limits, read_survey

    made = read_survey(file)
    name, wanted = find_limits(file, made.plan, limits, list(map(Path, mods)))
    broken = find_broken(made, wanted, name)
    if as_json:
        entries = [
            {"limit": str(b.limit), "value": b.value, "least": b.limit.least, "most": b.limit.most, "seeds": b.seeds}
            for b in broken
        ]
        click.echo(json.dumps({"limits": len(wanted), "broken": entries}))
    else:
        for each in broken:
            click.echo(visible(str(each)))
        click.echo(f"{len(wanted) - len(broken)} of {len(wanted)} limits hold")
    if broken:
        raise click.exceptions.Exit(1)


@survey.command(cls=HostCommand)
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "-o",
    "output",
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
@click.option("--mods", metavar="DIR", multiple=True, help="Use these mods in place of those in the survey.")
@click.option("--jobs", metavar="N", type=Whole(1, _MOST_JOBS), help="Number of processes.")
@click.option("--debug", is_flag=True, help="Show Python tracebacks with errors.")
def report(
    file: Path,
    output: Path | None,
    sheet: Path | None,
    mods: tuple[str, ...],
    jobs: int | None,
    debug: bool,  # noqa: ARG001 - HostCommand reads it
) -> None:
    """Write what is in the survey FILE as a page or a sheet of pictures.

    \b
    Examples:
      dungeon-host survey report base.survey -o report.html
      dungeon-host survey report base.survey --sheet gallery.png
    """
    from host.export.files import write_all
    from host.survey import report as reporting
    from host.survey.again import Remaker
    from host.survey.survey import Survey

    for path, suffix in ((output, ".html"), (sheet, ".png")):
        if path is not None and path.suffix != suffix:
            raise RequestError(f'"{path}" has an unknown ending: must be {suffix}')
    if output is None and sheet is None:
        raise RequestError("there is nothing to write: -o report.html or --sheet gallery.png names a file")
    made = Survey.open(file)
    in_page = reporting.numbers_of_pictures(made) if output else []
    on_sheet = reporting.numbers_on_sheet(made) if sheet else []
    numbers = sorted({*in_page, *on_sheet})
    maps = {}
    with _progress(len(numbers)) as progress:
        if numbers:
            with Remaker(file, folders=map(Path, mods), jobs=jobs or os.cpu_count() or 1) as remaker:
                for done, (number, game_map) in enumerate(remaker.make(numbers), 1):
                    maps[number] = game_map
                    progress(done, 0)
    files = {}
    if output is not None:
        files[output] = reporting.write_page(made, file, pictures=maps).encode()
    if sheet is not None:
        titled = [(f"seed {made.plan.seed_of(number)}", maps[number]) for number in on_sheet if number in maps]
        files[sheet] = reporting.write_contact_sheet(titled)
    write_all(files)
    for path in files:
        click.echo(f"wrote {path}")


@survey.command(cls=HostCommand)
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--maps",
    metavar="FILE",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the maps as arrays to FILE, which ends in .npz or .parquet.",
)
@click.option("--mods", metavar="DIR", multiple=True, help="Use these mods in place of those in the survey.")
@click.option("--jobs", metavar="N", type=Whole(1, _MOST_JOBS), help="Number of processes.")
@click.option("--debug", is_flag=True, help="Show Python tracebacks with errors.")
def export(file: Path, maps: Path, mods: tuple[str, ...], jobs: int | None, debug: bool) -> None:  # noqa: ARG001
    """Make the dungeons of the survey in FILE again, and write them as arrays.

    The survey holds its mods, so the file is enough. Seeds that failed are left out.

    \b
    Examples:
      dungeon-host survey export base.survey --maps levels.npz
      dungeon-host survey export base.survey --maps levels.parquet
    """
    from host.survey.again import Remaker
    from host.survey.export import check_suffix, collect_levels, write_levels
    from host.survey.survey import Survey

    check_suffix(maps)
    made = Survey.open(file)
    numbers = made["number"][made["outcome"] == "made"].tolist()
    with (
        Remaker(file, folders=map(Path, mods), jobs=jobs or os.cpu_count() or 1) as remaker,
        _progress(len(numbers)) as progress,
    ):
        again = remaker.make(numbers)
        levels = collect_levels(made.plan, (_tell(progress, i, pair) for i, pair in enumerate(again, 1)))
    write_levels(levels, maps)
    click.echo(f"{maps}: {counted(len(levels.seeds), 'map')}, {counted(len(levels.legend), 'stack')} of tiles")


def _tell(progress: Any, done: int, pair: Any) -> Any:
    progress(done, 0)
    return pair


def _read_sweep(text: str) -> tuple[str, tuple[str, ...]]:
    key, _, values = text.partition("=")
    listed = tuple(values.split(","))
    if not key or not all(listed):
        raise RequestError(f'--sweep "{text}" is not KEY=VALUE,VALUE', hint="an example: --sweep dungeon=tiny,huge")
    if len(set(listed)) < len(listed):
        raise RequestError(f'--sweep "{text}" names a value twice')
    return key, listed


@contextmanager
def _progress(total: int) -> Iterator[Any]:
    """Show a progress bar with the rate, the failures and the time left, when standard error is a terminal."""
    if not sys.stderr.isatty():
        yield lambda _done, _failed: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TextColumn("{task.fields[failures]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task("", total=total, rate="", failures="")

        def update(done: int, failed: int) -> None:
            speed = shown.tasks[0].speed
            shown.update(
                task,
                completed=done,
                rate=f"{speed:.0f}/s" if speed else "",
                failures=f"{failed} failed" if failed else "",
            )

        yield update


def _show(result: Any, *, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(_summary(result)))
        return
    made = len(result) - result.failed
    click.echo(
        visible(f"{result.plan.generator}: {made} of {counted(len(result), 'dungeon')} made, {result.failed} failed")
    )
    rows = [
        [entry["id"], *(f"{entry[key]:.4g}" for key in ("mean", "sd", "min", "p50", "max")), entry["histogram"]]
        for entry in _summary(result)["metrics"]
    ]
    if rows:
        print_table(None, ["metric", "mean", "sd", "min", "median", "max", "histogram"], rows)
    failures = [[str(count), str(seed), reason] for reason, count, seed in result.failures()[:20]]
    if failures:
        print_table("failures", ["dungeons", "smallest seed", "reason"], failures)


def _summary(result: Any) -> dict[str, Any]:
    import numpy as np

    metrics = []
    for name in result.metrics:
        values = result[name]
        values = values[~np.isnan(values)]
        if not values.size:
            continue
        counts, _ = np.histogram(values, bins=12)
        metrics.append(
            {
                "id": name,
                "mean": float(values.mean()),
                "sd": float(values.std()),
                "min": float(values.min()),
                "p50": float(np.median(values)),
                "max": float(values.max()),
                "histogram": _sparkline(counts.tolist()),
            }
        )
    return {
        "generator": result.plan.generator,
        "dungeons": len(result),
        "failed": result.failed,
        "metrics": metrics,
        "failures": [{"reason": reason, "dungeons": count, "seed": seed} for reason, count, seed in result.failures()],
        "warnings": result.warnings,
    }


def _sparkline(counts: Sequence[int]) -> str:
    most = max(counts)
    return "".join(" ▁▂▃▄▅▆▇█"[0 if not count else 1 + count * 7 // most] for count in counts)
