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
from host.mods.lock import find_changes, format_lock, read_lock, refuse_changes, states_from
from host.paths.folders import LOCK


@click.command(cls=HostCommand)
@limited_mod_options
@click.option("--update", is_flag=True, help=f"Write {LOCK} again, with the mods as they are now.")
def lock(loading: Loading, update: bool) -> None:
    """Write mods.lock: the mods that commands in this folder load, with a hash of each file.

    When a mod has other files, or the host makes other dungeons, commands that load mods in this folder say what
    changed, and end with 1. The commands check and test do not look at the lock.

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
    changes = [] if before is None else find_changes(before, states)
    if not update:
        refuse_changes(changes)
    if before is not None and not update:
        click.echo(f"{LOCK} matches: {counted(len(states), 'mod')}")
        return
    write_whole(here / LOCK, format_lock(states, folders).encode())
    click.echo(f"{LOCK}: {counted(len(states), 'mod')}")
    for line in changes:
        click.echo(f"  {line}")


def _can_be_read(folder: Path) -> bool:
    try:
        read_lock(folder)
    except HostError:
        return False
    return True
