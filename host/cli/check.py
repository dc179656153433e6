"""The command `dungeon-host check`."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from itertools import groupby

import click

from host.budgets import Budgets
from host.checking.diagnostic import ERROR, Diagnostic
from host.checking.run import examine
from host.cli.common import HostCommand, Waiting, complete_mod_ids, limited_mod_options
from host.cli.selection import select_mods
from host.errors import EXIT_DONE, EXIT_ERROR, RequestError, did_you_mean, visible
from host.paths import bundled_ids

_COLOURS = {ERROR: "red"}


@click.command(cls=HostCommand)
@click.argument("mod", required=False, shell_complete=complete_mod_ids)
@limited_mod_options
@click.option("--json", "as_json", is_flag=True, help="Write the diagnostics as a JSON list.")
@click.option("--strict", is_flag=True, help="Count warnings as errors: exit code 1.")
def check(
    mod: str | None,
    mods: tuple[str, ...],
    budgets: Budgets,
    as_json: bool,
    strict: bool,
    debug: bool,  # noqa: ARG001 - HostCommand reads it
) -> None:
    """Load mods, run their generators, and list all errors and warnings at once.

    MOD is the id of a mod, or the path of a mod or of a folder of mods. Without it the mod in whose folder you are is
    checked, or the bundled mods and those of --mods. The exit code is 1 when there are errors.

    \b
    Examples:
      dungeon-host check
      dungeon-host check ./my_mod
      dungeon-host check my_mod --mods ./mods --strict
      dungeon-host check ./my_mod --json > diagnostics.json
    """
    selection = select_mods(mods, mod)
    folders, mod = selection.folders, selection.target
    if mod is not None and not folders and mod not in bundled_ids():
        hint = did_you_mean(mod, bundled_ids()) or "--mods DIR says where it is"
        raise RequestError(f'there is no mod "{mod}"', hint=hint)
    started = time.monotonic()
    waiting = Waiting(budgets.seconds)
    try:
        checked = examine(
            folders,
            mod,
            budgets,
            lambda step: waiting.show(time.monotonic() - started, step),
            bundled=not selection.targets_folder,
        )
    finally:
        waiting.stop()
    if as_json:
        click.echo(json.dumps([diagnostic._asdict() for diagnostic in checked.diagnostics], indent=2))
    else:
        for line in _lines(checked.diagnostics, checked.mods):
            click.echo(line)
    errors = sum(diagnostic.severity == ERROR for diagnostic in checked.diagnostics)
    failed = errors or (strict and checked.diagnostics)
    raise click.exceptions.Exit(EXIT_ERROR if failed else EXIT_DONE)


def _lines(diagnostics: Sequence[Diagnostic], mods: Sequence[str]) -> Iterator[str]:
    """Yield the diagnostics by mod, and a line with sums."""
    for mod, group in groupby(diagnostics, key=lambda diagnostic: diagnostic.mod):
        yield click.style(visible(mod) or "several mods", bold=True)
        for diagnostic in group:
            yield from _format(diagnostic)
        yield ""
    errors = sum(diagnostic.severity == ERROR for diagnostic in diagnostics)
    warnings = len(diagnostics) - errors
    checked = _count(len(mods), "mod")
    if not diagnostics:
        yield click.style(f"{checked} checked: no errors, no warnings", fg="green")
        return
    parts = [_count(count, noun) for count, noun in ((errors, "error"), (warnings, "warning")) if count]
    affected = len({diagnostic.mod for diagnostic in diagnostics})
    yield click.style(f"{checked} checked: {' and '.join(parts)} in {affected}", fg="red" if errors else "yellow")


def _format(diagnostic: Diagnostic) -> Iterator[str]:
    word = click.style(f"{visible(diagnostic.severity)}:", fg=_COLOURS.get(diagnostic.severity, "yellow"))
    place = "".join(f"{part}:" for part in (diagnostic.file, diagnostic.line) if part)
    hint = f"; {diagnostic.hint}" if diagnostic.hint else ""
    message = visible(f"{place}{' ' if place else ''}{diagnostic.message}{hint}").replace("\n", "\n    ")
    yield f"  {word} {message} {click.style(f'[{visible(diagnostic.rule)}]', dim=True)}"


def _count(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
