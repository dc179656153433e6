"""The command `dungeon-host run`."""

from __future__ import annotations

from pathlib import Path

import click

from host.budgets import Budgets
from host.cli.common import (
    HostCommand,
    game_options,
    limiting,
    locate,
    mod_options,
    perform,
    reproducing,
    save_option,
    saving,
)
from host.cli.show import Output, event_lines, output_options, picture, quest_lines
from host.engine.arguments import fresh_seed
from host.engine.jobs import DEFAULT_MODS, RUN_SCRIPT, Job
from host.errors import HostError
from host.model.document_reader import from_document


@click.command(cls=HostCommand)
@click.argument("script", type=click.Path(dir_okay=False, path_type=Path), metavar="SCRIPT.lua")
@mod_options
@game_options
@save_option
@click.option("--strict", is_flag=True, help="Stop at the first event handler that fails.")
@click.option("--map", "shows_map", is_flag=True, help="Show the dungeon at the end, as --format and -o do.")
@output_options
def run(
    script: Path,
    mods: tuple[str, ...],
    budgets: Budgets,
    keep_going: bool,
    debug: bool,  # noqa: ARG001 - HostCommand reads it
    seed: int | None,
    players: int,
    play: float,
    events: bool,
    save_file: Path | None,
    strict: bool,
    shows_map: bool,
    **output: object,
) -> None:
    """Run SCRIPT.lua at the start of a game, with the API of every dialect.

    The script is a mod named "script" that depends on all loaded mods: the bundled ones, and those of --mods.
    What it prints is shown, and with --map the dungeon it made.

    \b
    Examples:
      dungeon-host run script.lua --seed 1 --map
      dungeon-host run script.lua --seed 1 -o dungeon.png
      dungeon-host run script.lua --mods ./my_mod --players 4 --events
    """
    folders, names = locate(mods)
    drawn = seed is None
    seed = fresh_seed() if seed is None else seed
    words = ["run", str(script), "--seed", str(seed)]
    words += ["--keep-going"] if keep_going else []
    words += ["--players", str(players)] if players != 2 else []
    words += ["--play", f"{play:.15g}"] if play else []
    words += ["--save", str(save_file)] if save_file else []
    words += ["--strict"] if strict else []
    shown = Output.from_options(events=events, **output) if output["form"] or output["output"] else None
    words += shown.words() if shown is not None else []
    arguments = {"script": str(script.absolute()), "seed": seed, "players": players, "play": play, "strict": strict}
    job = Job(RUN_SCRIPT, folders, (*names, *DEFAULT_MODS), arguments, budgets, keep_going)
    try:
        job, file = saving(job, save_file, drawn=drawn)
        game_map = from_document(
            perform(
                job,
                prints_to_stderr=shown is not None and shown.data_on_stdout,
                save_file=file,
                writes_file=shown is not None and shown.file is not None,
            )
        )
    except HostError as error:
        words += limiting(budgets)
        error.reproduce = reproducing(words, mods)
        raise
    if shown is not None:
        shown.show(game_map, reproducing(words, mods))
        return
    if shows_map:
        click.echo(picture(game_map), color=True)
    if events:
        # The picture shows the quest, too.
        quest = [] if shows_map else quest_lines(game_map)
        click.echo("\n".join([*quest, *event_lines(game_map)]))
