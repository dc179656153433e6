"""dungeon-host run"""

from __future__ import annotations

from pathlib import Path

import click

from host.cli.common import HostCommand, game_options, locate, mod_options, perform, reproducing
from host.cli.show import event_lines
from host.engine import fresh_seed
from host.errors import HostError
from host.model.document import from_document
from host.worker.jobs import Job


@click.command(cls=HostCommand)
@click.argument("script", type=click.Path(dir_okay=False, path_type=Path), metavar="SCRIPT.lua")
@mod_options
@game_options
def run(
    script: Path,
    mods: tuple[str, ...],
    timeout: float,
    debug: bool,  # noqa: ARG001 - HostCommand reads it
    seed: int | None,
    players: int,
    play: float,
    events: bool,
) -> None:
    """Run SCRIPT.lua at the start of a game, with the API of every dialect.

    The script is a mod named "script" that depends on all loaded mods; without --mods that is the bundled base.

    \b
    Examples:
      dungeon-host run script.lua --seed 1
      dungeon-host run script.lua --mods ./my_mod --players 4 --events
    """
    folders, names = locate(mods)
    seed = fresh_seed() if seed is None else seed
    words = ["run", str(script), "--seed", str(seed)]
    words += ["--players", str(players)] if players != 2 else []
    words += ["--play", f"{play:g}"] if play else []
    arguments = {"script": str(script.absolute()), "seed": seed, "players": players, "play": play}
    job = Job("run", folders, names if mods else ("base",), arguments)
    try:
        game_map = from_document(perform(job, timeout))
    except HostError as error:
        error.reproduce = reproducing(words, mods)
        raise
    if events:
        click.echo("\n".join(event_lines(game_map)))
