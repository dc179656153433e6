"""The command `dungeon-host travel`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

import click

from host.cli.shared.options import completes, mod_options, request_options, save_option
from host.cli.shared.parameters import Keys
from host.cli.shared.recordings import all_option
from host.cli.shared.reproduction import format_reproduction, record
from host.cli.shared.running import perform, saving
from host.cli.shared.selection import Loading, select_mods
from host.cli.shared.show import Output, output_options, picture
from host.cli.terminal.errors import HostCommand
from host.cli.terminal.keyboard import END, Keyboard
from host.cli.terminal.playing.plain import PlainGame, state_of
from host.cli.terminal.screen import Screen
from host.engine.operations import TRAVEL
from host.engine.playing.scene import Scene
from host.engine.simulation import names_to_load
from host.errors import RequestError
from host.model.request import DEFAULTS, Request

# What --keys takes; a terminal has the arrow keys, too.
_KEYS = frozenset("hjklyubn><.rdgfitSLo\tq")
_MEANINGS = (
    ("h j k l", "walk west, south, north, east; the arrow keys, too"),
    ("y u b n", "walk northwest, northeast, southwest, southeast"),
    (">", "go to stairs down or an entrance; there, use it"),
    ("<", "go to stairs up, or over the edge; there, use them"),
    ("g", "get what lies here"),
    ("f", "shoot, or throw what is made for throwing, at the nearest enemy in a straight line"),
    ("i", "inventory: list what you carry"),
    ("o", "explore until you see something new"),
    ("Tab", "go to the nearest enemy in sight, and strike it"),
    (".", "wait a turn"),
    ("t", "let the player act by itself for a turn, as simulate does"),
    ("r", "rest an hour"),
    ("d", "let a day pass"),
    ("S", "save"),
    ("L", "load the last save"),
    ("?", "show these keys, and the legend of the map"),
    ("q", "end"),
)
_HELP = (
    "h j k l y u b n or arrows: walk   > <: down, up   g: get   f: throw   i: inventory   o: explore   "
    "Tab, typed as \\t: fight   . r d: wait   t: act by itself   S L: save, load   q: end"
)
_HINT = ("?: keys", "q: end", "arrows: walk", "o: explore", "> <: to stairs", "i: inventory", "Tab: fight")


@click.command(cls=HostCommand)
@click.argument("mod", required=False, shell_complete=completes("complete_mod_ids"))
@mod_options
@request_options(players=1, leave_out=[*DEFAULTS])
@save_option()
@all_option
@click.option(
    "--keys", type=Keys(), metavar="KEYS", help=r"Press these keys without a terminal, then show the map; \t is Tab."
)
@output_options
def travel(
    mod: str | None,
    loading: Loading,
    request: Request,
    save_file: Path | None,
    shows_all: bool,
    keys: str | None,
    **output: object,
) -> None:
    """Walk through the maps of MOD, which uses the areas dialect: the bundled overworld, or your own mod.

    MOD is an id, or a path. By default it is the mod in whose folder you are, or overworld. A mod that begins no world,
    but has a generator, is played on a map, as by play, with the options of --set; there > < go to stairs and ways out.

    \b
    Keys: h j k l y u b n or arrows to walk, > for stairs down and entrances, < for stairs up, g to get,
    f to throw or shoot, i for what you carry, . to wait, r to rest an hour, d to pass a day, t to let the player act by
    itself for a turn, o to explore, Tab to fight the nearest enemy, S to save, L to load, ? for the keys and the legend
    of the map, q to end.
    --timeout limits the time of the mods for each key.

    \b
    Examples:
      dungeon-host travel --save my_game.save
      dungeon-host travel ./my_mod
      dungeon-host travel --seed 1 --keys "kkr>"
      dungeon-host travel --seed 1 --keys "k" -o vale.png
      dungeon-host travel base --set quest=first_steps --seed 2 --keys "ooi"
    """
    # Options that draw a map are refused where nothing is drawn.
    chosen = Output.from_options(events=False, **output)
    shown = chosen if output["form"] or output["output"] else None
    if keys is None and (shown is not None or chosen.wide is not None):
        raise RequestError(
            "--format, -o, --wide and --narrow are for the map at the end: --keys KEYS is needed to get there"
        )
    if keys is None and not sys.stdin.isatty():
        raise RequestError("travel needs a terminal: --keys KEYS presses keys without one")
    for key in keys or "":
        if key not in _KEYS:
            raise RequestError(f'--keys has "{key}", which is not a key: {_HELP}')
    selection = select_mods(loading.mods, mod)
    mod = selection.target
    if mod is None and not selection.targets_folder:
        mod = "overworld"
        record(mod=mod)
    # As for play: base changes what it is not asked for, such as the health of knights.
    names = names_to_load(selection.names, mod or "")
    arguments = {"request": replace(request, generator=mod, players=1).to_data(), "strict": keys is not None}
    job, file = saving(loading.job(selection, TRAVEL, arguments, names, asks=True), save_file)
    if keys is not None:
        read = _Pressed(iter(keys), shown, chosen.wide, format_reproduction()).read
        game = PlainGame(read, partial(click.echo, err=shown is not None), save_file, shows_all=shows_all)
        perform(job, prints_to_stderr=shown is not None and shown.data_on_stdout, save_file=file, ask=game.ask)
        return
    with Screen(_MEANINGS) as screen, Keyboard(screen.redraw) as keyboard:
        walk = _Walk(screen, keyboard)
        game = PlainGame(walk.read, screen.say, save_file, shows_all=shows_all, is_silent=walk.is_silent)
        perform(job, save_file=file, ask=game.ask, say=screen.say)
    click.echo(format_reproduction())


class _Pressed:
    """Presses the keys of --keys, then shows the map."""

    def __init__(self, keys: Iterator[str], output: Output | None, wide: bool | None, command: str) -> None:
        self._keys, self._output, self._wide, self._command = keys, output, wide, command

    def read(self, scene: Scene) -> str:
        key = next(self._keys, "q")
        if key == "q":
            # When nobody reads the output, the game still ends as usual, which saves it.
            with suppress(BrokenPipeError):
                if self._output is not None:
                    self._output.show(scene.map, self._command)
                else:
                    state = "\n".join(state_of(scene))
                    click.echo(f"{state}\n{picture(scene.known_map(), wide=self._wide)}\n\n{self._command}")
        return key


class _Walk:
    """Shows the map on a terminal, and reads a key at a time."""

    def __init__(self, screen: Screen, keyboard: Keyboard) -> None:
        self._screen, self._keyboard = screen, keyboard

    def read(self, scene: Scene) -> str:
        """Show a game, and read a key; "q" at the end."""
        screen, keyboard, known = self._screen, self._keyboard, scene.known_map()
        try:
            if screen.overflows():
                screen.show_messages(keyboard)
            while True:
                screen.draw(known, " · ".join(state_of(scene)), scene.player, _HINT)
                key = keyboard.read()
                if key in END or key is None:
                    return "q"
                if key != "?":
                    return key
                screen.help(known, keyboard)
        except BrokenPipeError:
            return "q"

    def is_silent(self) -> bool:
        return not self._screen.messages
