"""The command `dungeon-host outdated`."""

from __future__ import annotations

import click

from host.cli.terminal.errors import HostCommand
from host.cli.terminal.spinner import progress
from host.cli.terminal.tables import print_table
from host.errors import together


@click.command(cls=HostCommand)
def outdated() -> None:
    """List the installed mods of which the index they came from has a newer version, or has withdrawn theirs.

    \b
    Examples:
      dungeon-host outdated
    """
    from host.mods.sharing.installing import find_outdated

    with progress("asking the indexes"):
        mods, failures = find_outdated()
    rows = [
        [mod.id, f"{mod.version}{' (yanked)' if mod.is_yanked else ''}", mod.newest or "none", mod.source]
        for mod in mods
    ]
    if rows:
        print_table(None, ["mod", "installed", "newest", "index"], rows)
    elif not failures:
        click.echo("no installed mod has a newer version")
    if failures:
        raise together(failures)
