"""The command `dungeon-host index`."""

from __future__ import annotations

from pathlib import Path

import click

from host.cli.main import CommandGroup
from host.cli.shared.parameters import FOLDER
from host.cli.terminal.errors import HostCommand
from host.cli.terminal.spinner import progress
from host.errors import counted, in_one_line

_FOLDER = click.argument("folder", type=FOLDER, metavar="DIR")


@click.group(cls=CommandGroup)
def index() -> None:
    """Make an index of mods from a folder of archives, from which others install them.

    \b
    Examples:
      dungeon-host index build ./index
      dungeon-host index yank ./index hall==1.0.0
    """


@index.command("build", cls=HostCommand)
@click.option("--no-pages", is_flag=True, help="Make no pages for people: no mod runs.")
@_FOLDER
def build(folder: Path, no_pages: bool) -> None:
    """Make an index of the zip files in DIR, in DIR: any web server can serve it.

    The index has a page for each mod, with pictures, for which the mods run in the sandbox. Build it again when there
    are other files.
    """
    from host.tools.sharing.index_builder import build_index, describe_summary

    with progress("building the index"):
        summary = build_index(folder, pages=not no_pages)
    for line in summary.warnings:
        click.echo(f"warning: {line}", err=True)
    if summary.unfinished:
        pages = counted(summary.unfinished, "page")
        click.echo(f"{pages} without generators and pictures: build the index again to make them", err=True)
    click.echo(f"{in_one_line(str(folder))}: {describe_summary(summary)}")


@index.command("yank", cls=HostCommand)
@click.option("--undo", is_flag=True, help="Offer the version again.")
@_FOLDER
@click.argument("mod", metavar="ID==VERSION")
def yank(folder: Path, mod: str, undo: bool) -> None:
    """Withdraw a version of a mod: only those who ask for exactly this version get it."""
    from host.tools.sharing.index_builder import yank as yank_version

    yank_version(folder, mod, undo=undo)
    click.echo(f"{in_one_line(mod)} is {'offered again' if undo else 'yanked'}")
