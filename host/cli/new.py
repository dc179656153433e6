"""The command `dungeon-host new`."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from host.cli.shared.parameters import PATH, WordChoice
from host.cli.terminal.errors import HostCommand, debug_option
from host.errors import RequestError, listing
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
@click.option("--quest", is_flag=True, help="Write the mod of the guide `Your first quest`: a game to win and lose.")
@debug_option
def new(folder: Path, dialects: tuple[str, ...], quest: bool) -> None:
    """Create a mod with a generator, tests and settings for editors in the folder MOD, whose name is the id.

    \b
    Examples:
      dungeon-host new my_mod
      dungeon-host new --quest my_quest
      dungeon-host new my_mod --dialect kts
      dungeon-host new ./my_mod --dialect actions --dialect pools
    """
    # Imported here, because it loads all declarations, which no other command needs.
    from host.tools.reference.stubs import load_stubs

    if quest and dialects:
        raise RequestError("--quest writes a mod of kts: leave out --dialect")
    chosen = ["kts"] if quest else [dialect for dialect in DIALECTS if dialect in dialects]
    written = write_mod(folder, chosen, load_stubs(), template="quest" if quest else "")
    stubs = sum(name.startswith(f"{STUBS_FOLDER}/") for name in written)
    dialect_text = f", which uses {listing(chosen, 'and')}" if chosen else ""
    click.echo(
        f"wrote the mod {folder.name}{dialect_text}: {len(written) - stubs} files in {folder}, and {stubs} stubs for "
        f"editors in {STUBS_FOLDER}, which Git ignores. What to do next:\n"
    )
    place = shlex.quote(str(folder))
    # A name that begins with a dash would be read as an option.
    click.echo(f"  cd {'./' if place.startswith('-') else ''}{place}")
    # Only quests and mods of areas begin a game.
    plays = ["play"] if quest else ["travel"] if "areas" in chosen else []
    for command in ("generate", *plays, "test", "check"):
        click.echo(f"  dungeon-host {command}")
