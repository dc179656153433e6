"""dungeon-host doctor"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from host.cli.terminal.errors import VerdictCommand, debug_option
from host.cli.terminal.tables import print_table
from host.errors import EXIT_ERROR, HostError, visible

if TYPE_CHECKING:
    from host.engine.doctor import Check

_OFF = "off"


@click.command(cls=VerdictCommand)
@debug_option
def doctor() -> None:
    """Show this system, whether the bundled mods load, and what the sandbox refuses to mods here.

    A child process has just tried each protection. docs/security.md explains them. The exit code is 1 when a bundled
    mod does not load, or a protection is off although the system offers it.

    \b
    Examples:
      dungeon-host doctor
    """
    # Imported here, because no other command needs these modules.
    from host.engine.doctor import check_budgets, check_bundled_mods, check_sandbox, check_system

    _print_checks("this system", check_system())
    _print_checks("budgets", check_budgets())
    mods = check_bundled_mods()
    _print_checks("bundled mods", mods)
    problems = [f"{mod.name}: {mod.state}" for mod in mods if not mod.is_well]
    try:
        protections = check_sandbox()
    except HostError as error:
        problems.append(f"the child process that tests the sandbox gave no answer: {error}")
    else:
        _print_protections(protections)
        problems += [
            f"{protection['name']}: it is off, although this system offers it"
            for protection in protections
            if protection["state"] == _OFF
        ]
    if problems:
        for line in problems:
            click.echo(f"{click.style('error:', fg='red', bold=True)} {visible(line)}", err=True)
        raise click.exceptions.Exit(EXIT_ERROR)
    click.echo("all is well")


def _print_checks(title: str, checks: Sequence[Check]) -> None:
    print_table(title, ["check", "state"], [[check.name, check.state] for check in checks])


def _print_protections(protections: Sequence[dict[str, Any]]) -> None:
    rows = [[p["name"], p["state"], ", ".join(p["by"]), p["why"]] for p in protections]
    print_table("sandbox of mods", ["protection", "state", "by", "why"], rows)
