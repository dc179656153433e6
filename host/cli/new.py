"""The command `dungeon-host new`."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from host.cli.shared.parameters import PATH, WordChoice
from host.cli.terminal.errors import HostCommand, debug_option
from host.errors import listing
from host.mods.manifest import DIALECTS
from host.mods.templates import STUBS_FOLDER, write_mod


@click.command(cls=HostCommand)
@click.argument("folder", metavar="MOD", type=PATH)
@click.option(
    "--dialect",
    "dialects",
    type=WordChoice(DIALECTS),
    multiple=True,
    help="A dialect that the mod uses; can be repeated. Without it the mod is minimal.",
)
@debug_option
def new(folder: Path, dialects: tuple[str, ...]) -> None:
    """Create a mod with a generator, tests and settings for editors in the folder MOD, whose name is the id.

    \b
    Examples:
      dungeon-host new my_mod
      dungeon-host new my_mod --dialect kts
      dungeon-host new ./my_mod --dialect actions --dialect pools
    """
    # Imported here, because it loads all declarations, which no other command needs.
    from host.tools.reference.stubs import load_stubs

    chosen = [dialect for dialect in DIALECTS if dialect in dialects]
    written = write_mod(folder, chosen, load_stubs())
    stubs = sum(name.startswith(f"{STUBS_FOLDER}/") for name in written)
    dialect_text = f", which uses {listing(chosen, 'and')}" if chosen else ""
    click.echo(
        f"wrote the mod {folder.name}{dialect_text}: {len(written) - stubs} files in {folder}, and {stubs} stubs for "
        f"editors in {STUBS_FOLDER}, which Git ignores. What to do next:\n"
    )
    place = shlex.quote(str(folder))
    # A name that begins with a dash would be read as an option.
    click.echo(f"  cd {'./' if place.startswith('-') else ''}{place}")
    # Only mods of areas begin a game.
    for command in ("generate", *(["travel"] if "areas" in chosen else []), "test", "check"):
        click.echo(f"  dungeon-host {command}")
