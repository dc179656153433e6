"""dungeon-host check"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from itertools import groupby

import click

from host.budgets import Budgets
from host.checking.diagnostic import ERROR, Finding
from host.checking.run import examine
from host.cli.common import HostCommand, Waiting, complete_mod_ids, limited_mod_options, locate
from host.errors import EXIT_DONE, EXIT_FAULT, GivenError, did_you_mean, visible
from host.paths import bundled_ids

_COLOURS = {ERROR: "red"}


@click.command(cls=HostCommand)
@click.argument("mod", required=False, shell_complete=complete_mod_ids)
@limited_mod_options
@click.option("--json", "as_json", is_flag=True, help="Write the findings as a JSON list.")
@click.option("--strict", is_flag=True, help="Let warnings count as errors: exit code 1.")
def check(
    mod: str | None,
    mods: tuple[str, ...],
    budgets: Budgets,
    as_json: bool,
    strict: bool,
    debug: bool,  # noqa: ARG001 - HostCommand reads it
) -> None:
    """Load mods, try them out, and tell all that is wrong with them at once.

    MOD is the id of one mod; without it the bundled mods and those of --mods are checked. Exit code 1 when there are
    errors.

    \b
    Examples:
      dungeon-host check
      dungeon-host check --mods ./my_mod
      dungeon-host check my_mod --mods ./mods --strict
      dungeon-host check my_mod --mods ./my_mod --json > findings.json
    """
    folders, _ = locate(mods)
    if mod is not None and not folders and mod not in bundled_ids():
        hint = did_you_mean(mod, bundled_ids()) or "--mods DIR says where it is"
        raise GivenError(f'there is no mod "{mod}"', hint=hint)
    started = time.monotonic()
    waiting = Waiting(budgets.seconds)
    try:
        checked = examine(folders, mod, budgets, lambda doing: waiting.show(time.monotonic() - started, doing))
    finally:
        waiting.stop()
    if as_json:
        click.echo(json.dumps([finding._asdict() for finding in checked.findings], indent=2))
    else:
        for line in _lines(checked.findings, checked.mods):
            click.echo(line)
    errors = sum(finding.severity == ERROR for finding in checked.findings)
    failed = errors or (strict and checked.findings)
    raise click.exceptions.Exit(EXIT_FAULT if failed else EXIT_DONE)


def _lines(findings: Sequence[Finding], mods: Sequence[str]) -> Iterator[str]:
    """Findings by mod, and a line with sums."""
    for mod, group in groupby(findings, key=lambda finding: finding.mod):
        yield click.style(visible(mod) or "no mod alone", bold=True)
        for finding in group:
            yield from _told(finding)
        yield ""
    errors = sum(finding.severity == ERROR for finding in findings)
    warnings = len(findings) - errors
    checked = _counted(len(mods), "mod")
    if not findings:
        yield click.style(f"{checked} checked: nothing is wrong", fg="green")
        return
    parts = [_counted(count, noun) for count, noun in ((errors, "error"), (warnings, "warning")) if count]
    concerned = len({finding.mod for finding in findings})
    yield click.style(f"{checked} checked: {' and '.join(parts)} in {concerned}", fg="red" if errors else "yellow")


def _told(finding: Finding) -> Iterator[str]:
    word = click.style(f"{finding.severity}:", fg=_COLOURS.get(finding.severity, "yellow"))
    place = "".join(f"{part}:" for part in (finding.file, finding.line) if part)
    hint = f"; {finding.hint}" if finding.hint else ""
    message = visible(f"{place}{' ' if place else ''}{finding.message}{hint}").replace("\n", "\n    ")
    yield f"  {word} {message} {click.style(f'[{finding.rule}]', dim=True)}"


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
