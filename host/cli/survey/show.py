"""The command `dungeon-host survey show`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from host.cli.survey.options import (
    file_argument,
    jobs_option,
    replace_nan,
    replacement_mods_option,
    warn_of_changes,
)
from host.cli.terminal.errors import HostCommand, debug_option
from host.cli.terminal.progress_bar import track
from host.cli.terminal.tables import print_table, print_wrapped
from host.errors import RequestError, counted, visible
from host.model.request import as_text
from host.render.markup import to_json

if TYPE_CHECKING:
    from host.survey.survey import Survey
    from host.survey.usage import DrawTest
    from host.survey.variety import Variety

# Bars of a histogram, and rows of the table of failures.
_BARS, _MOST_REASONS = 12, 20
# Rows of the tables of pairs and of weights, and ids of entries that are never drawn.
_MOST_PAIRS, _MOST_TESTS, _MOST_IDS = 5, 20, 8


@click.command(cls=HostCommand)
@file_argument
@click.option(
    "--variety", "has_variety", is_flag=True, help="Make 100 dungeons again, and measure how much they differ."
)
@click.option("--json", "as_json", is_flag=True, help="Print the tables as JSON.")
@replacement_mods_option
@jobs_option
@debug_option
def show(
    file: Path,
    has_variety: bool,
    as_json: bool,
    mods: tuple[str, ...],
    jobs: int,
) -> None:
    """Show the survey in FILE as tables: metrics, variety, what is drawn too often or never, why dungeons failed.

    \b
    Examples:
      dungeon-host survey show base.survey
      dungeon-host survey show base.survey --variety
    """
    from host.survey.survey import Survey

    survey = Survey.open(file)
    variety = None
    if has_variety:
        from host.survey.replay import Replay
        from host.survey.variety import choose_for_variety, measure_variety

        numbers = choose_for_variety(survey)
        with Replay(file, mods=map(Path, mods), jobs=jobs) as replay:
            variety = measure_variety(game_map for _, game_map in track(replay.make(numbers), len(numbers)))
            warn_of_changes(replay)
    print_survey(survey, as_json=as_json, variety=variety)
    if not as_json:
        _print_pairs(survey)
        if variety is not None:
            _print_variety(variety)
        _print_draws(survey)


def print_survey(survey: Survey, *, as_json: bool, variety: Variety | None = None) -> None:
    """Print how many dungeons were made, metrics and failures, or all that `show` prints as JSON."""
    summary = _summarise(survey)
    if variety is not None:
        summary["variety"] = replace_nan(variety._asdict())
    if as_json:
        click.echo(to_json(summary))
        return
    parts = survey.by_value()
    _print_tables(survey.plan.generator, survey, None if parts else summary)
    for (value, part), part_summary in zip(parts, summary.get("sweep", {}).get("values", ()), strict=True):
        _print_tables(f"{summary['sweep']['option']}={as_text(value)}", part, part_summary)


def _print_variety(variety: Variety) -> None:
    from host.survey.variety import describe_variety

    print_table(f"variety of {variety.maps} dungeons", ["measure", "value"], describe_variety(variety))


def _print_pairs(survey: Survey) -> None:
    from host.survey.variety import rank_metrics

    rows = [
        [f"{pair.first}, {pair.second}", f"{pair.correlation:.2f}", f"{pair.coverage:.2f}"]
        for pair in rank_metrics(survey)[:_MOST_PAIRS]
    ]
    if rows:
        print_table("pairs of metrics that tell most", ["pair", "rank correlation", "coverage"], rows)


def _test_draws(survey: Survey) -> list[DrawTest]:
    """Test each entry against its weight; p is NaN without scipy, which nothing else here needs."""
    from host.survey.usage import DrawTest, run_tests

    try:
        return run_tests(survey.draws())
    except RequestError as error:
        _warn(f"draws are not tested: {error.message}")
        return [DrawTest(draw, math.nan) for draw in survey.draws() if draw.draws]


@cache
def _warn(message: str) -> None:
    click.echo(message, err=True)


def _print_draws(survey: Survey) -> None:
    """Print which entries are drawn more or less often than their weights say, and which never."""
    from host.survey.usage import EXPLANATION

    tests = _test_draws(survey)
    if not tests:
        return
    far = [
        [
            test.source,
            test.draw.id,
            str(test.draw.draws),
            f"{test.expected_share:.3g}",
            f"{test.share:.3g}",
            f"{test.p:.2g}",
        ]
        for test in tests
        if test.is_far
    ]
    if far:
        print_table("far from the weight", ["from", "id", "draws", "expected share", "share", "p"], far[:_MOST_TESTS])
        if len(far) > _MOST_TESTS:
            print_wrapped(f"and {len(far) - _MOST_TESTS} more")
    never: dict[str, list[str]] = {}
    for test in tests:
        if not test.draw.drawn:
            never.setdefault(test.source, []).append(test.draw.id)
    rows = [
        [source, f"{len(ids)}", ", ".join(ids[:_MOST_IDS]) + (" …" if len(ids) > _MOST_IDS else "")]
        for source, ids in never.items()
    ]
    if rows:
        print_table("never drawn", ["from", "entries", "ids"], rows)
    if far or rows:
        print_wrapped(EXPLANATION)


def _print_tables(title: str, survey: Survey, summary: dict[str, Any] | None) -> None:
    """Print how many dungeons were made, and with a summary the tables of metrics and failures."""
    made = len(survey) - survey.failed
    left = survey.plan.total - len(survey)
    unfinished = f", {left} not made yet" if left > 0 else ""
    print_wrapped(
        visible(f"{title}: {made} of {counted(len(survey), 'dungeon')} made, {survey.failed} failed{unfinished}")
    )
    if summary is None:
        return
    rows = [
        [metric["id"], *(f"{metric[key]:.4g}" for key in ("mean", "sd", "min", "p50", "max")), metric["histogram"]]
        for metric in summary["metrics"]
    ]
    if rows:
        print_table(None, ["metric", "mean", "sd", "min", "median", "max", "histogram"], rows)
    failures = [
        [str(count), str(seed), survey.place_of(reason), reason]
        for reason, count, seed in survey.failures()[:_MOST_REASONS]
    ]
    if failures:
        print_table("failures", ["dungeons", "smallest seed", "line", "reason"], failures)


def _summarise(survey: Survey) -> dict[str, Any]:
    """Return the metrics and failures of a survey as JSON, also for each value of a swept option."""
    from host.survey.variety import rank_metrics

    summary = {
        "generator": survey.plan.generator,
        **_summarise_rows(survey),
        "pairs": [pair._asdict() for pair in rank_metrics(survey)[:_MOST_PAIRS]],
        "draws": [
            {
                "pool": test.draw.pool,
                "id": test.draw.id,
                "dungeons": test.draw.dungeons,
                "drawn": test.draw.drawn,
                "draws": test.draw.draws,
                "expected": test.draw.expected,
                "p": replace_nan(test.p),
            }
            for test in _test_draws(survey)
        ],
        "warnings": survey.warnings,
    }
    if survey.plan.sweep is not None:
        values = [{"value": value, **_summarise_rows(part)} for value, part in survey.by_value()]
        summary["sweep"] = {"option": survey.plan.sweep[0], "values": values}
    return summary


def _summarise_rows(survey: Survey) -> dict[str, Any]:
    import numpy as np

    from host.survey.statistics import histogram_of_any

    metrics = []
    for name in survey.metrics:
        values = survey.values_of(name)
        if not values.size:
            continue
        counts, _ = histogram_of_any(values, _BARS)
        metrics.append(
            {
                "id": name,
                "mean": float(values.mean()),
                "sd": float(values.std()),
                "min": float(values.min()),
                "p50": float(np.median(values)),
                "max": float(values.max()),
                "histogram": _draw_histogram(counts.tolist()),
            }
        )
    return {
        "dungeons": len(survey),
        "failed": survey.failed,
        "metrics": metrics,
        "failures": [{"reason": reason, "dungeons": count, "seed": seed} for reason, count, seed in survey.failures()],
    }


def _draw_histogram(counts: Sequence[int]) -> str:
    """Return a block for each count, as high as its share of the largest count."""
    most = max(counts)
    return "".join(" ▁▂▃▄▅▆▇█"[0 if not count else 1 + count * 7 // most] for count in counts)
