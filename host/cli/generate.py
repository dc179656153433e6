"""The command `dungeon-host generate`."""

from __future__ import annotations

from pathlib import Path

import click

from host.budgets import Budgets
from host.cli.common import (
    HostCommand,
    complete_generators,
    game_options,
    limiting,
    locate,
    mod_options,
    perform,
    progress,
    reproducing,
)
from host.cli.show import Output, output_options
from host.engine.arguments import fresh_seed
from host.engine.jobs import DEFAULT_MODS, GENERATE, Job
from host.errors import HostError, RequestError
from host.generate.recipes import RECIPES
from host.model.document_reader import from_document
from host.paths import bundled_ids


def read_settings(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    """Return the values of --set by the id of the option."""
    settings: dict[str, str] = {}
    for text in values:
        key, equals, value = text.partition("=")
        if not equals or not key:
            raise click.BadParameter(f'"{text}" is not KEY=VALUE', ctx, param)
        if key in settings:
            raise click.BadParameter(f"{key} is set twice, to {settings[key]} and to {value}", ctx, param)
        settings[key] = value
    return settings


@click.command(cls=HostCommand)
@click.argument("generator", required=False, shell_complete=complete_generators)
@mod_options
@click.option(
    "--set",
    "settings",
    metavar="KEY=VALUE",
    multiple=True,
    callback=read_settings,
    help="Set an option of the generator; see `dungeon-host generators`.",
)
@game_options
@output_options
def generate(
    generator: str | None,
    mods: tuple[str, ...],
    budgets: Budgets,
    keep_going: bool,
    debug: bool,  # noqa: ARG001 - HostCommand reads it
    settings: dict[str, str],
    seed: int | None,
    players: int,
    play: float,
    events: bool,
    **output: object,
) -> None:
    """Generate a dungeon with GENERATOR and show it.

    GENERATOR is by default the only generator of --mods, or base.

    \b
    Examples:
      dungeon-host generate --seed 1
      dungeon-host generate --set quest=custom --set dungeon=long_snake
      dungeon-host generate --seed 1 -o dungeon.png --overlay rooms --tile-size 32
      dungeon-host generate caves --seed 1 -o caves.tmj
      dungeon-host generate my_mod --mods ./my_mod --format json -o dungeon.json
    """
    folders, names = locate(mods)
    seed = fresh_seed() if seed is None else seed
    words = ["generate", generator or ""]
    for key, value in settings.items():
        words += ["--set", f"{key}={value}"]
    words += ["--seed", str(seed)]
    words += ["--keep-going"] if keep_going else []
    words += ["--players", str(players)] if players != 2 else []
    words += ["--play", f"{play:.15g}"] if play else []
    shown = Output.from_options(events=events, **output)
    words += shown.words()
    brought_by = (generator or "").partition(".")[0]
    if brought_by in bundled_ids():
        names = (*names, brought_by)
    elif (generator is None or not mods) and generator not in RECIPES:
        names = (*names, *DEFAULT_MODS)
        _check_generator(generator or "")
    arguments = {
        "generator": generator,
        "seed": seed,
        "players": players,
        "options": settings,
        "play": play,
    }

    def command(made: str) -> str:
        words[1] = made
        return reproducing(words, mods)

    try:
        document = perform(
            Job(GENERATE, folders, names, arguments, budgets, keep_going),
            prints_to_stderr=shown.data_on_stdout,
            writes_file=shown.file is not None,
        )
        with progress("reading the map"):
            game_map = from_document(document)
    except HostError as error:
        words += limiting(budgets)
        error.reproduce = command(generator) if generator else None
        raise
    shown.show(game_map, command(document["generator"]))


def _check_generator(name: str) -> None:
    """Raise RequestError for a path or a setting in place of the id of a generator."""
    if not name:
        return
    if "=" in name:
        raise RequestError(f'there is no generator "{name}"', hint=f"did you mean --set {name}?")
    path = Path(name)
    if path.is_dir():
        raise RequestError(
            f'"{name}" is a folder, and the id of a generator was expected',
            hint=f"did you mean `dungeon-host generate {path.resolve().name} --mods {name}`?",
        )
