"""The command `dungeon-host lock`."""

from __future__ import annotations

from pathlib import Path

import click

from host.cli.shared.options import limited_mod_options
from host.cli.shared.running import perform
from host.cli.shared.selection import Loading, select_mods
from host.cli.terminal.errors import HostCommand
from host.engine.operations import LIST_STATES
from host.errors import HostError, counted
from host.export.files import write_whole
from host.mods.lock import find_moved, format_lock, read_lock, refuse_moved, states_from
from host.paths.folders import LOCK


@click.command(cls=HostCommand)
@limited_mod_options
@click.option("--update", is_flag=True, help=f"Write {LOCK} again, with the mods as they are now.")
def lock(loading: Loading, update: bool) -> None:
    """Write down in mods.lock which mods, with which files, the commands of this folder run with.

    When a mod has other files, or the host makes other dungeons, commands that load mods in this folder end with 1, and
    say what moved. Commands for authors, check and test, do not.

    \b
    Examples:
      dungeon-host lock
      dungeon-host lock --mods ./mods
      dungeon-host lock --update
    """
    here = Path.cwd()
    # A file that cannot be read is written again.
    before = None if update and not _can_be_read(here) else read_lock(here)
    folders = loading.mods or (before or {}).get("folders", ())
    job = loading.job(select_mods(folders), LIST_STATES, {}, is_locked=False)
    states = states_from(perform(job))
    moved = [] if before is None else find_moved(before, states)
    if not update:
        refuse_moved(moved)
    if before is not None and not update:
        click.echo(f"{LOCK} holds: {counted(len(states), 'mod')}")
        return
    write_whole(here / LOCK, format_lock(states, folders).encode())
    click.echo(f"{LOCK}: {counted(len(states), 'mod')}")
    for line in moved:
        click.echo(f"  {line}")


def _can_be_read(folder: Path) -> bool:
    try:
        read_lock(folder)
    except HostError:
        return False
    return True
