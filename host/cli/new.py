"""dungeon-host new"""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from host.cli.common import HostCommand
from host.errors import listing
from host.mods.manifest import DIALECTS
from host.mods.templates import STUBS_FOLDER, write_mod


@click.command(cls=HostCommand)
@click.argument("folder", metavar="MOD", type=click.Path(path_type=Path))
@click.option(
    "--dialect",
    "dialects",
    type=click.Choice(DIALECTS),
    multiple=True,
    help="A dialect that the mod speaks; may be given several times. Without it the mod is as small as can be.",
)
@click.option("--debug", is_flag=True, help="Show Python tracebacks with errors.")
def new(folder: Path, dialects: tuple[str, ...], debug: bool) -> None:  # noqa: ARG001 - HostCommand reads debug
    """Write a new mod that generates, with tests and settings for editors: a folder called MOD, which is its id.

    \b
    Examples:
      dungeon-host new my_mod
      dungeon-host new my_mod --dialect kts
      dungeon-host new mods/my_mod --dialect actions --dialect pools
    """
    chosen = [dialect for dialect in DIALECTS if dialect in dialects]
    files = [name for name in write_mod(folder, chosen) if not name.startswith(f"{STUBS_FOLDER}/")]
    spoken = f", which speaks {listing(chosen, 'and')}" if chosen else ""
    click.echo(f"wrote the mod {folder.name}{spoken}: {len(files)} files in {folder}. What to do next:\n")
    place = shlex.quote(str(folder))
    # What begins with a dash would be taken for an option.
    place = f"./{place}" if place.startswith("-") else place
    for command in (f"generate {folder.name} --mods {place}", f"test {place}", f"check {folder.name} --mods {place}"):
        click.echo(f"  dungeon-host {command}")
