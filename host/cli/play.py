"""The command `dungeon-host play`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import click

from host.cli.shared.options import (
    completes,
    critters_option,
    grow_budgets,
    mod_options,
    record_request,
    request_options,
    save_option,
)
from host.cli.shared.parameters import FILE, WordChoice
from host.cli.shared.recordings import all_option, film_option, record_option, save_film, write_recording
from host.cli.shared.reproduction import format_reproduction, record
from host.cli.shared.selection import Loading, select_mods
from host.cli.shared.typed_parameters import refuse_other_generator, refuse_request_beside_recording, warn_of_ignored
from host.cli.terminal.errors import HostCommand
from host.engine.jobs import Job
from host.engine.playing.view import PLAY
from host.engine.replays.recording import GameRecorder, read_recording
from host.engine.replays.shots import scenes_of
from host.engine.simulation import names_to_load
from host.errors import RequestError
from host.export.films import film_format
from host.model.request import Request
from host.paths import bundled_ids, how_to_install
from host.play.action import AUTOPILOTS


@click.command(cls=HostCommand)
@click.argument("generator", required=False, shell_complete=completes("complete_generators"), metavar="[GENERATOR|MOD]")
@mod_options
@request_options(players=1)
@critters_option
@all_option
@save_option("; the key S saves there")
@click.option(
    "--player",
    type=WordChoice(AUTOPILOTS),
    help="Watch the player play by itself, as simulate does, until you press a key; cautious and bold flee sooner and "
    "never.",
)
@record_option
@film_option
@click.option(
    "--replay",
    "replay_file",
    type=FILE,
    metavar="FILE",
    help="Show this recording, forwards and back; with -o write its film, without a terminal.",
)
def play(
    generator: str | None,
    loading: Loading,
    request: Request,
    critters: bool,
    shows_all: bool,
    save_file: Path | None,
    player: str | None,
    record_file: Path | None,
    output: Path | None,
    replay_file: Path | None,
) -> None:
    """Play a game in the terminal: on a map of GENERATOR, or in the world of MOD.

    GENERATOR is an id, as for generate, or the path of a mod. By default it is the mod in whose folder you are,
    or base. A mod that begins a world, as for travel, is played from map to map.

    \b
    Keys: h j k l y u b n or arrows to walk and to bump (attack, open, take, use), a click to walk there,
    o to explore, > < to go to stairs, Tab to fight, g to pick up, . to wait, t to let the player act by itself,
    i for what you carry, Enter for all that you can do, x to look around, S to save, L to load, ? for help,
    q to end. --timeout limits the time of the mods for each key.

    A save holds what you did, which is done again with the same mods when it is loaded. Without a terminal, or with a
    screen reader, use travel, which takes the same keys.

    \b
    Examples:
      dungeon-host play
      dungeon-host play base --set quest=first_steps --seed 1
      dungeon-host play undercroft --save my_game.save
      dungeon-host play ./my_mod --all
      dungeon-host play base --player cautious
      dungeon-host play --record won.rec
      dungeon-host play --replay won.rec
      dungeon-host play --replay won.rec -o won.gif
    """
    if output is not None:
        film_format(output)
    if replay_file is not None:
        if generator is not None or record_file is not None or save_file is not None or player is not None or critters:
            raise RequestError(
                "--replay shows a game as it was: leave out the generator, --critters, --player, --record and --save"
            )
        refuse_request_beside_recording()
        _replay(replay_file, loading, output, shows_all=shows_all)
        return
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise RequestError("play needs a terminal", hint="dungeon-host travel MOD --keys KEYS plays without one")
    need_libraries()
    from host.cli.terminal.playing.app import PlayApp, Setting
    from host.cli.terminal.playing.saves import load_play

    saved = load_play(save_file) if save_file is not None else None
    selection = select_mods(loading.mods, saved.request.generator if saved and generator is None else generator)
    name = selection.target
    if name is None and not selection.folders:
        name = "base"
    if saved is not None:
        refuse_other_generator(name, saved.request.generator)
        request = saved.request
        warn_of_ignored(request.fields)
        record_request(request)
    else:
        request = replace(request, generator=name)
    loading = grow_budgets(loading, request)
    target = name or ("" if selection.targets_folder else "base")
    names = names_to_load((*selection.names, *([target] if target in bundled_ids() else [])), target)

    def make_job(request: Request, actions: Sequence[str]) -> Job:
        arguments = {"request": request.to_data(), "critters": critters, "strict": False, "actions": list(actions)}
        return loading.job(selection, PLAY, arguments, names, asks=True)

    recorder = partial(GameRecorder, critters=critters) if record_file or output else None
    app = PlayApp(Setting(make_job, request, save_file, saved, shows_all, recorder, player))
    error = app.run()
    record_request(app.request)
    if app.recorded is not None:
        write_recording(app.recorded, record_file, output, shows_all=shows_all)
    if error is not None:
        raise error
    click.echo(format_reproduction())


def _replay(file: Path, loading: Loading, output: Path | None, *, shows_all: bool) -> None:
    """Show a recording, or write its film."""
    # A seed that nothing draws from reproduces no error.
    record(seed=None)
    recording = read_recording(file)
    if output is not None:
        save_film(recording, output, shows_all=shows_all)
        return
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise RequestError("play needs a terminal", hint="-o FILE.gif or FILE.cast writes a film without one")
    need_libraries()
    from host.cli.shared.replaying import find_changes
    from host.cli.terminal.playing.replay import ReplayApp

    # A damaged recording ends the command before it fills the terminal.
    _ = [*scenes_of(recording, (0, recording.turns))]
    check = find_changes(recording, loading)
    error = ReplayApp(recording, shows_all=shows_all or recording.simulates, check=check).run()
    if error is not None:
        raise error


def need_libraries() -> None:
    """Raise RequestError when the library of the extra `play` is missing."""
    try:
        import textual  # noqa: F401
    except ImportError:
        raise RequestError("play needs textual, which is not installed", hint=how_to_install("[play]")) from None
