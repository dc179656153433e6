"""The option `--explain`: why no dungeon can be made."""

from __future__ import annotations

import sys
from typing import Any

import click

from host.cli.shared.reproduction import format_reproduction, record
from host.cli.shared.running import perform
from host.cli.shared.show import Output
from host.cli.terminal.errors import use_colours
from host.engine.jobs import Job, run_job
from host.engine.operations import EXPLAIN, EXPLAIN_FAILURE
from host.errors import BudgetError, HostError, visible
from host.model.document_reader import from_document
from host.render.markup import to_json
from host.render.text import Style, draw, plain


def explain_generation(job: Job, output: Output, *, as_json: bool) -> None:
    """Generate a dungeon by a job of `generate` and show it, or raise why not, after the half-made map.

    With `as_json`, print the error and the explanation instead, and exit with the code of the error.
    """
    result = perform(job._replace(operation=EXPLAIN), prints_to_stderr=as_json or output.data_on_stdout)
    error = HostError.from_data(result["error"]) if result["error"] else None
    if as_json:
        shown = {key: value for key, value in (result["error"] or {}).items() if key not in ("details", "source")}
        data = {"made": error is None, "error": shown or None, "explanation": result["explanation"]}
        click.echo(to_json(data, indent=2))
        if error is not None:
            sys.exit(error.exit_code)
        return
    if error is None:
        game_map = from_document(result["map"])
        record(generator=result["map"]["generator"])
        output.show(game_map, format_reproduction())
        return
    raise _show_explanation(error, result["explanation"])


def perform_explained(job: Job, *, explain: bool, **options: Any) -> Any:
    """Do what `perform` does; with `explain` say why, after the half-made map, when the job fails."""
    try:
        return perform(job, **options)
    except BudgetError:
        raise
    except HostError as error:
        if not explain:
            raise
        failure = error
    function, _, callbacks = job.operation
    arguments = {**job.arguments, "function": function, "callbacks": callbacks}
    again = job._replace(operation=EXPLAIN_FAILURE, arguments=arguments)
    # Lines and warnings were shown before.
    result = run_job(again)
    if result["error"] is not None:
        failure = HostError.from_data(result["error"])
    raise _show_explanation(failure, result["explanation"])


def _show_explanation(error: HostError, explanation: dict[str, Any] | None) -> HostError:
    """Print the half-made map, and return the error, with the explanation in its message."""
    if explanation:
        _draw(explanation["drawing"])
        text = explanation["text"]
        if text and text not in error.message:
            # The mod raised an error of its own after the request.
            reason = f"{explanation['request']} failed before that: {explanation['reason']}"
            error.message = f"{error.message}\n{reason}\n{text}"
    return error


def _draw(drawing: dict[str, Any] | None) -> None:
    """Print the half-made map, with the squares marked where the request fails: in colours, or with question marks."""
    if drawing is None:
        return
    game_map = from_document(drawing["map"])
    marks = frozenset((x, y) for x, y in drawing["marks"])
    colours = use_colours(sys.stderr)
    text = draw(game_map, Style(colours, marks=marks)) if colours else plain(game_map, dict.fromkeys(marks, "?"))
    click.echo(f"{text}\n", err=True, color=True if colours else None)
    squares = ", ".join(f"({x}, {y})" for x, y in sorted(marks)[:8])
    more = f" and {len(marks) - 8} more" if len(marks) > 8 else ""
    click.echo(visible(f"the request fails at {squares}{more}\n"), err=True)
