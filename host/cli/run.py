"""The command `dungeon-host run`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from host.cli.shared.explain import perform_explained
from host.cli.shared.options import explain_option, game_options, mod_options, request_options, save_option
from host.cli.shared.parameters import FILE
from host.cli.shared.reproduction import format_reproduction
from host.cli.shared.running import saving
from host.cli.shared.selection import Loading, select_mods
from host.cli.shared.show import Output, event_lines, output_options, picture
from host.cli.shared.typed_parameters import warn_of_ignored
from host.cli.terminal.errors import HostCommand
from host.engine.operations import RUN_SCRIPT
from host.errors import RequestError
from host.model.document_reader import from_document
from host.model.request import Request
from host.mods.files import MOST_BYTES
from host.render.descriptions import quest_lines


def _read_input() -> str:
    """Return standard input; bytes that are not UTF-8 are surrogates. Raises RequestError."""
    content = sys.stdin.buffer.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise RequestError(f"the script on standard input has more than {MOST_BYTES} bytes")
    return content.decode("utf-8", "surrogateescape")


def _warn_of_ignored(save_file: Path) -> None:
    """Warn of options that a saved game ignores; the child warns of the seed. Raises SaveError."""
    from host.save.save_file import exists, read

    if exists(save_file):
        fields = {**Request(None, seed=0).fields, "players": read(save_file).header.get("players")}
        del fields["seed"]
        warn_of_ignored(fields)


@click.command(cls=HostCommand)
@click.argument("script", type=FILE, metavar="SCRIPT.lua")
@mod_options
@request_options(leave_out=["options"])
@game_options
@save_option()
@click.option("--strict", is_flag=True, help="Stop at the first event handler that fails.")
@click.option("--map", "shows_map", is_flag=True, help="Show the dungeon at the end, as --format and -o do.")
@explain_option
@output_options
def run(
    script: Path,
    loading: Loading,
    request: Request,
    play: float,
    events: bool,
    save_file: Path | None,
    strict: bool,
    shows_map: bool,
    explain: bool,
    **output: object,
) -> None:
    """Run SCRIPT.lua at the start of a game, with the API of every dialect.

    The script is a mod named "script" that depends on all loaded mods: the bundled ones, and the mods of --mods.
    What it prints is shown, and with --map the dungeon it made. The script - is read from standard input.

    \b
    Examples:
      dungeon-host run script.lua --seed 1 --map
      dungeon-host run script.lua --seed 1 -o dungeon.png
      echo 'print(1 + 1)' | dungeon-host run - --seed 1
      dungeon-host run script.lua --mods ./my_mod --players 4 --events
    """
    if explain and save_file:
        raise RequestError("--explain runs the script again: leave out --save")
    selection = select_mods(loading.mods)
    # Options that draw a map are refused where nothing is drawn.
    chosen = Output.from_options(events=events, **output)
    shown = chosen if output["form"] or output["output"] else None
    shows_map = shows_map or chosen.wide is not None
    path = None if script == Path("-") else str(script.absolute())
    arguments = {
        "script": path,
        **({"text": _read_input()} if path is None else {}),
        "request": request.to_data(),
        "play": play,
        "strict": strict,
    }
    if save_file is not None:
        _warn_of_ignored(save_file)
    job = loading.job(selection, RUN_SCRIPT, arguments)._replace(reads=() if path is None else (path,))
    job, file = saving(job, save_file)
    game_map = from_document(
        perform_explained(
            job,
            explain=explain,
            prints_to_stderr=shown is not None and shown.data_on_stdout,
            save_file=file,
            writes_file=shown is not None and shown.file is not None,
        )
    )
    if shown is not None:
        shown.show(game_map, format_reproduction())
        return
    if shows_map:
        click.echo(picture(game_map, wide=chosen.wide), color=True)
    if events:
        # The picture shows the quest, too.
        quest = [] if shows_map else quest_lines(game_map)
        click.echo("\n".join([*quest, *event_lines(game_map)]))
    if request.is_drawn:
        # Standard output belongs to the script.
        click.echo(format_reproduction(), err=True)
