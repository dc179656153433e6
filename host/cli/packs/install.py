"""The command `dungeon-host install`."""

from __future__ import annotations

from typing import Any

import click

from host.cli.shared.parameters import UserPath
from host.cli.terminal.errors import HostCommand
from host.cli.terminal.spinner import progress
from host.errors import in_one_line


class ModSource(UserPath):
    """A zip file, or a mod of an index: a text that is no path."""

    name = "mod"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        is_path = isinstance(value, str) and value.endswith(".zip") and "://" not in value
        return super().convert(value, param, ctx) if is_path else value


@click.command(cls=HostCommand)
@click.argument("targets", metavar="FILE.zip|INDEX/ID[==RANGE]…", nargs=-1, required=True, type=ModSource())
def install(targets: tuple[str, ...]) -> None:
    """Install mods for this user: all commands then find them by id.

    FILE.zip is an archive that `dungeon-host pack` wrote. INDEX is a folder or a URL of an index of mods, and RANGE a
    version or a range, such as ==1.0.0, ==1.* or >=1,<2. What a mod needs is installed, too. All are installed, or
    none, and nothing of a mod runs.

    \b
    Examples:
      dungeon-host install hall.zip
      dungeon-host install https://mods.example/hall
      dungeon-host install ./index/hall==1.*
    """
    from host.mods.sharing.installing import install as install_mods

    with progress("installing"):
        changes = install_mods(*targets)
    for change in changes:
        before = f" (was {change.before})" if change.before else ""
        click.echo(f"{change.id} {change.version}{before} from {in_one_line(change.source)}")
    if not changes:
        click.echo("all of that is installed already")
