"""The command `dungeon-host saves`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from host.cli.main import CommandGroup
from host.cli.shared.options import completes
from host.cli.shared.parameters import FILE, FOLDER
from host.cli.terminal.errors import HostCommand, VerdictCommand
from host.cli.terminal.tables import print_table, print_wrapped
from host.errors import EXIT_ERROR, ForeignFileError, RequestError, SaveError, in_one_line, visible
from host.paths import why_no_folder
from host.save.contents import KINDS

_FILE = click.argument("file", type=FILE, metavar="FILE", shell_complete=completes("complete_saves"))


@click.group(cls=CommandGroup)
def saves() -> None:
    """List, check and copy saves.

    \b
    Examples:
      dungeon-host saves list
      dungeon-host saves check my_game.save
    """


def _header(path: Path) -> dict[str, Any]:
    from host.save.save_file import read

    return read(path).header


@saves.command("list", cls=HostCommand)
@click.argument("folder", type=FOLDER, metavar="[DIR]", default=Path())
def list_saves(folder: Path) -> None:
    """List the saves of a folder."""
    from host.save.sqlite_file import list_databases

    if problem := why_no_folder(folder):
        raise RequestError(f'"{folder}" {problem}')
    rows = []
    for path in list_databases(folder):
        try:
            header = _header(path)
        except ForeignFileError:
            continue
        except SaveError:
            rows.append([path.name, "", "", "damaged"])
            continue
        mods = ", ".join(f"{mod} {version}" for mod, version, _ in header.get("mods", ()))
        rows.append([path.name, str(header.get("seed")), str(header.get("count")), mods])
    if not rows:
        click.echo(f'there are no saves in "{in_one_line(str(folder))}"')
        return
    print_table(None, ["save", "seed", "times saved", "mods"], rows)


@saves.command(cls=HostCommand)
@_FILE
def show(file: Path) -> None:
    """Show what FILE holds."""
    from host.save.database import backups
    from host.save.save_file import read, read_format

    contents = read(file)
    header = contents.header
    lines = [
        f"format        {read_format(file)}",
        f"host          {header.get('host')}",
        f"seed          {header.get('seed')}",
        f"times saved   {header.get('count')}",
        f"size          {file.stat().st_size} bytes",
    ]
    for mod, version, digest in header.get("mods", ()):
        lines.append(f"mod           {mod} {version} ({digest[:12]})")
    for kind in KINDS:
        sizes = [len(data) for (chunk_kind, _), data in contents.chunks.items() if chunk_kind == kind]
        lines.append(f"{kind:<14}{len(sizes)} in {sum(sizes)} bytes")
    lines += [f"backup        {path}" for path in backups(file)]
    print_wrapped(visible("\n".join(lines)))


@saves.command("check", cls=VerdictCommand)
@_FILE
def check_save(file: Path) -> None:
    """Check FILE; when it is damaged, list the damages and exit with 1."""
    from host.save.save_file import check

    problems = check(file)
    if not problems:
        click.echo(f"{in_one_line(str(file))} is whole")
        return
    for problem in problems:
        click.echo(visible(f"{file}: {problem}"), err=True)
    raise click.exceptions.Exit(EXIT_ERROR)


@saves.command(cls=HostCommand)
@_FILE
def backup(file: Path) -> None:
    """Copy FILE to FILE.backup1; the three latest copies stay."""
    from host.save.save_file import back_up

    click.echo(in_one_line(str(back_up(file))))


@saves.command(cls=HostCommand)
@_FILE
def prune(file: Path) -> None:
    """Remove the backups of FILE and the unused space in it."""
    from host.save.save_file import prune as prune_save

    click.echo(f"{prune_save(file)} bytes are free")
