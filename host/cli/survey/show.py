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
from host.generate.options import as_text

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
    parts = survey.by_value()
    _print_tables(survey.plan.generator, survey, None if parts else summary)
    for (value, part), part_summary in zip(parts, summary.get("sweep", {}).get("values", ()), strict=True):
        _print_tables(f"{summary['sweep']['option']}={as_text(value)}", part, part_summary)


def _print_tables(title: str, survey: Survey, summary: dict[str, Any] | None) -> None:
    """Print how many dungeons were made, and with a summary the tables of metrics and failures."""
    made = len(survey) - survey.failed
    left = survey.plan.total - len(survey)
    unfinished = f", {left} not made yet" if left > 0 else ""
    click.echo(
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
    """Return the metrics and failures of a survey as JSON, with those of each value of a swept option."""
    summary = {"generator": survey.plan.generator, **_summarise_rows(survey), "warnings": survey.warnings}
    if survey.plan.sweep is not None:
        values = [{"value": value, **_summarise_rows(part)} for value, part in survey.by_value()]
        summary["sweep"] = {"option": survey.plan.sweep[0], "values": values}
    return summary


def _summarise_rows(survey: Survey) -> dict[str, Any]:
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
        "dungeons": len(survey),
        "failed": survey.failed,
        "metrics": metrics,
        "failures": [{"reason": reason, "dungeons": count, "seed": seed} for reason, count, seed in survey.failures()],
    }


def _draw_histogram(counts: Sequence[int]) -> str:
    """Return a block for each count, as high as its share of the largest count."""
    most = max(counts)
    return "".join(" ▁▂▃▄▅▆▇█"[0 if not count else 1 + count * 7 // most] for count in counts)
