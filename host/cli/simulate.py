"""The command `dungeon-host simulate`."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from host.budgets import Budgets
from host.cli.common import (
    SEED,
    HostCommand,
    Whole,
    complete_generators,
    limiting,
    locate,
    mod_options,
    perform,
    reproducing,
    saving,
    use_colours,
)
from host.cli.generate import read_settings
from host.engine.arguments import fresh_seed
from host.engine.jobs import SIMULATE, Job
from host.engine.simulation import MOST_TURNS, PLAYER_MODES, TURNS, TURNS_OF_A_WORLD, from_header
from host.errors import HostError, visible
from host.model.document_reader import from_document
from host.paths import bundled_ids
from host.render.text import Style, draw

# Loaded besides the mods that the caller names, because it has a class of players.
_CAST = "critters"
# Default limit of time for all turns.
_SECONDS = 600.0
_HOME, _CLEAR = "\x1b[H", "\x1b[J"


@click.command(cls=HostCommand)
@click.argument("generator", required=False, default="base", shell_complete=complete_generators)
@mod_options
@click.option(
    "--set",
    "settings",
    metavar="KEY=VALUE",
    multiple=True,
    callback=read_settings,
    help="Set an option of the generator.",
)
@click.option(
    "--turns",
    metavar="N",
    type=Whole(0, MOST_TURNS),
    help=f"Number of turns; by default {TURNS}, or in a world at most {TURNS_OF_A_WORLD}.",
)
@click.option(
    "--player",
    type=click.Choice(PLAYER_MODES),
    default="script",
    show_default=True,
    help="How the player acts: as its class defines, or towards the nearest enemy (script); never; at random.",
)
@click.option("--seed", metavar="N", type=SEED, help="The seed; by default a random one, which is shown.")
@click.option("--watch", is_flag=True, help="Draw the map after each turn.")
@click.option(
    "--delay",
    metavar="SECONDS",
    type=click.FloatRange(0, 10),
    default=0.08,
    show_default=True,
    help="How long --watch shows each turn on a terminal.",
)
@click.option(
    "--save",
    "save_file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Continue from this save if it exists, with its settings; save there at the end.",
)
@click.option("--strict", is_flag=True, help="Stop at the first error of a mod.")
def simulate(
    generator: str,
    mods: tuple[str, ...],
    budgets: Budgets,
    keep_going: bool,
    debug: bool,  # noqa: ARG001 - HostCommand reads it
    settings: dict[str, str],
    turns: int | None,
    player: str,
    seed: int | None,
    watch: bool,
    delay: float,
    save_file: Path | None,
    strict: bool,
) -> None:
    """Play a map of GENERATOR by itself, turn by turn: a player meets enemies and items from the pools of the mods.

    When GENERATOR is a mod that begins a world, as for travel, the world is played: its player goes from map to map
    until the dungeons are conquered, and the game is saved and read again at each change of map.

    Each turn is a line: where the player is, its hit points, how many entities moved, and what else happened.

    The bundled mod critters is loaded, too. Monsters of kts stay where they are: they block the way, can be hit and
    die. A map without entities gets enemies and items from the pools. The same seed gives the same log.

    A save of a map ignores GENERATOR, --seed, --player and --set: the turns so far are played again, without output,
    with the same mods. The sums include them. A save of a world is a game, which travel can continue, too.

    \b
    Examples:
      dungeon-host simulate base --seed 1 --turns 50
      dungeon-host simulate base --turns 200 --watch
      dungeon-host simulate my_mod --mods ./my_mod --player random --strict
      dungeon-host simulate base --save my_game.save
      dungeon-host simulate undercroft --seed 1
    """
    folders, names = locate(mods)
    if save_file:
        from host.save.file import exists, read

        if exists(save_file):
            header = read(save_file).header
            if "simulation" in header:
                kept = from_header(header)
                # The child reads the settings from the save.
                generator, seed, player, settings = kept.generator, kept.seed, kept.player, {}
            elif isinstance(header.get("seed"), int):
                # A world continues with its own seed.
                seed = header["seed"]
    seed = fresh_seed() if seed is None else seed
    chosen_budgets = budgets
    if click.get_current_context().get_parameter_source("timeout") is ParameterSource.DEFAULT:
        # The number of turns decides the time; each turn has its own limit of instructions.
        budgets = replace(budgets, seconds=_SECONDS)
    bundled = bundled_ids()
    names = (*names, *(name for name in (generator.partition(".")[0], _CAST) if name in bundled and name not in names))
    words = ["simulate", generator]
    for key, value in settings.items():
        words += ["--set", f"{key}={value}"]
    words += ["--seed", str(seed)]
    words += ["--turns", str(turns)] if turns is not None else []
    words += ["--player", player] if player != "script" else []
    words += ["--save", str(save_file)] if save_file else []
    words += ["--strict"] if strict else []
    words += ["--keep-going"] if keep_going else []
    arguments = {
        "generator": generator,
        "seed": seed,
        "turns": turns,
        "player": player,
        "strict": strict,
        "options": settings,
        "watched": watch,
    }
    try:
        job, file = saving(Job(SIMULATE, folders, names, arguments, budgets, keep_going), save_file)
        result = perform(job, save_file=file)
    except HostError as error:
        error.reproduce = reproducing([*words, *limiting(chosen_budgets)], mods)
        raise
    if watch:
        _replay(result, delay)
    click.echo("\n" + "\n".join(_summary(result)))
    click.echo("\n" + reproducing(words, mods))


def _replay(result: Mapping[str, Any], delay: float) -> None:
    """Draw each turn: on a terminal over the turn before, elsewhere below it."""
    terminal = sys.stdout.isatty()
    document: dict[str, Any] = {}
    for turn, frame in enumerate(result["frames"]):
        document |= frame
        game_map = from_document(document)
        style = Style(
            colours=use_colours(sys.stdout),
            wide=2 * game_map.width - 1 <= 100,
            legend=turn == 0 or turn == len(result["log"]),
        )
        line = visible(result["log"][turn - 1]) if turn else "at the start"
        if terminal:
            click.echo(_HOME + _CLEAR, nl=False, color=True)
        click.echo(f"{line}\n{draw(game_map, style)}\n", color=True)
        if terminal:
            time.sleep(delay)


def _summary(result: Mapping[str, Any]) -> list[str]:
    """Return lines with the sums of a simulation."""
    turns, left = result["turns"], result["left"]
    gone = "1 turn" if turns == 1 else f"{turns} turns"
    others = "1 creature is" if left == 1 else f"{left} creatures are"
    lines = [f"{gone}; the player {'lives' if result['alive'] else 'is dead'}, {others} left"]
    for title, key in (("damage taken", "damage"), ("deaths", "deaths"), ("squares walked", "distance")):
        parts = [f"{visible(name)} {amount:g}" for name, amount in result[key].items()]
        lines.append(f"{title}: {', '.join(parts) or 'none'}")
    return lines
