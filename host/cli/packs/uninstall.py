"""The command `dungeon-host uninstall`."""

from __future__ import annotations

import click

from host.cli.shared.options import completes
from host.cli.terminal.errors import HostCommand


@click.command(cls=HostCommand)
@click.argument("ids", metavar="ID…", nargs=-1, required=True, shell_complete=completes("complete_installed"))
def uninstall(ids: tuple[str, ...]) -> None:
    """Remove mods that `dungeon-host install` installed, unless other installed mods need them.

    \b
    Examples:
      dungeon-host uninstall hall
    """
    from host.mods.sharing.installing import uninstall as uninstall_mods

    for mod in uninstall_mods(*ids):
        click.echo(f"{mod.id} {mod.version} is removed")
