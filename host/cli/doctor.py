"""dungeon-host doctor"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from host.cli.common import HostCommand
from host.cli.tables import print_table
from host.errors import EXIT_FAULT, HostError, visible

if TYPE_CHECKING:
    from host.process.doctor import Check

_OFF = "off"


@click.command(cls=HostCommand)
@click.option("--debug", is_flag=True, help="Show Python tracebacks with errors.")
def doctor(debug: bool) -> None:  # noqa: ARG001 - HostCommand reads it
    """Say what this system is, what mods are kept from on it, and whether the bundled mods load.

    What is on was tried by a child process a moment ago. docs/security.md says what that means. The exit code is 1 when
    something that is needed does not work; what a system does not offer is not needed.

    \b
    Examples:
      dungeon-host doctor
    """
    # Not at the top: no other command needs what these import.
    from host.process.doctor import budgets, bundled, protections, system

    _table("this system", system())
    _table("budgets", budgets())
    mods = bundled()
    _table("bundled mods", mods)
    wrong = [f"{mod.name}: {mod.found}" for mod in mods if not mod.well]
    try:
        found = protections()
    except HostError as error:
        wrong.append(f"the child that tries the protections gave no answer: {error}")
    else:
        _protections(found)
        wrong += [f"{one['name']}: it is off, though this system offers it" for one in found if one["state"] == _OFF]
    if wrong:
        for line in wrong:
            click.echo(f"{click.style('error:', fg='red', bold=True)} {visible(line)}", err=True)
        raise click.exceptions.Exit(EXIT_FAULT)
    click.echo("all is well")


def _table(title: str, checks: Sequence[Check]) -> None:
    print_table(title, ["what", "found"], [[check.name, visible(check.found)] for check in checks])


def _protections(found: Sequence[dict[str, Any]]) -> None:
    rows = [[visible(cell) for cell in (p["name"], p["state"], ", ".join(p["by"]), p["why"])] for p in found]
    print_table("what mods are kept from", ["protection", "state", "by", "why"], rows)
