"""The command `dungeon-host survey show`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from host.cli.common import HostCommand
from host.cli.survey.options import debug_option, file_argument
from host.cli.terminal.tables import print_table
from host.errors import counted, visible

if TYPE_CHECKING:
    from host.survey.survey import Survey

# Bars of a histogram, and rows of the table of failures.
_BARS, _MOST_REASONS = 12, 20


@click.command(cls=HostCommand)
@file_argument
@click.option("--json", "as_json", is_flag=True, help="Print the tables as JSON.")
@debug_option
def show(file: Path, as_json: bool, debug: bool) -> None:  # noqa: ARG001 - HostCommand reads it
    """Show the survey in FILE as tables: metrics, and why dungeons failed."""
    from host.survey.survey import Survey

    print_survey(Survey.open(file), as_json=as_json)


def print_survey(survey: Survey, *, as_json: bool) -> None:
    """Print the tables of a survey, or the same as JSON."""
    summary = _summarise(survey)
    if as_json:
        click.echo(json.dumps(summary))
        return
    made = len(survey) - survey.failed
    left = survey.plan.total - len(survey)
    unfinished = f", {left} not made yet" if left > 0 else ""
    click.echo(
        visible(
            f"{survey.plan.generator}: {made} of {counted(len(survey), 'dungeon')} made, {survey.failed} failed"
            f"{unfinished}"
        )
    )
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
    """Return the metrics and failures of a survey as JSON."""
    import numpy as np

    from host.survey.statistics import histogram

    metrics = []
    for name in survey.metrics:
        values = survey[name]
        values = values[~np.isnan(values)]
        if not values.size:
            continue
        counts, _ = histogram(values, _BARS)
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
        "generator": survey.plan.generator,
        "dungeons": len(survey),
        "failed": survey.failed,
        "metrics": metrics,
        "failures": [{"reason": reason, "dungeons": count, "seed": seed} for reason, count, seed in survey.failures()],
        "warnings": survey.warnings,
    }


def _draw_histogram(counts: Sequence[int]) -> str:
    """Return a block for each count, as high as its share of the largest count."""
    most = max(counts)
    return "".join(" ▁▂▃▄▅▆▇█"[0 if not count else 1 + count * 7 // most] for count in counts)
