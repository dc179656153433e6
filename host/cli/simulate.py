"""The command `dungeon-host simulate`."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from host.cli.shared.explain import perform_explained
from host.cli.shared.options import (
    completes,
    critters_option,
    explain_option,
    grow_budgets,
    mod_options,
    record_request,
    request_options,
    save_option,
)
from host.cli.shared.parameters import Keys, Whole, WordChoice
from host.cli.shared.recordings import film_option, record_option, recording_game
from host.cli.shared.reproduction import format_reproduction, record
from host.cli.shared.running import perform, saving
from host.cli.shared.selection import Loading, select_mods
from host.cli.shared.typed_parameters import refuse_other_generator, warn_of_ignored
from host.cli.terminal.errors import HostCommand, use_colours
from host.cli.terminal.keyboard import END, Keyboard
from host.cli.terminal.screen import Screen, name_of, square_of
from host.cli.terminal.steps import STEP_LETTERS, STEPS
from host.cli.terminal.tables import print_wrapped
from host.engine.jobs import Ask, Job
from host.engine.operations import SIMULATE
from host.engine.simulation import MOST_TURNS, TURNS, TURNS_OF_A_WORLD, from_header, names_to_load
from host.errors import RequestError, counted, in_one_line, visible
from host.model.document_reader import from_document
from host.model.game_map import GameMap
from host.model.request import Request
from host.play.action import DOWN, EXPLORE, FIGHT, GET, PLAYER_MODES, THROW, UP
from host.process.child import malformed_answer
from host.process.task import fits
from host.render.text import Style, TextPicture

if TYPE_CHECKING:
    from host.save.save_file import SaveFile

# Default limit of time for all turns.
_SECONDS = 600.0
# Seconds that a turn is shown, after the keys + and -.
_FASTEST, _SLOWEST = 0.01, 10.0
# Columns of the widest map that has two for each square, where there is no terminal.
_WIDEST = 100
_MEANINGS = (
    ("space", "pause, and go on"),
    ("h j k l", "pause, and walk west, south, north, east; the arrow keys, and y u b n, too"),
    (".", "pause, and then play one turn"),
    ("+ -", "faster, slower"),
    ("?", "show these keys, and the legend of the map"),
    ("q", "play to the end without drawing"),
    ("Ctrl-C", "stop"),
)
# Direction -> the letter that walks there.
_LETTERS = {step: key for key, step in STEP_LETTERS.items()}
# The shape of what the child shows.
_VIEW = {"map": dict, "line": str}
_HINT = ("?: keys", "q: to the end", "space: pause", ".: one turn", "arrows: walk", "+ -: speed")
# The keys of --keys; t is what the player does by itself.
_MOVES = {**STEPS, ".": "idle", "g": GET, "f": THROW, ">": DOWN, "<": UP, "o": EXPLORE, "\t": FIGHT, "t": ""}
# Keys of which each may be many turns, and the most turns of all of them.
_LONG, _MOST_PLANNED = frozenset("><o\t"), 5000


@click.command(cls=HostCommand)
@click.argument("generator", required=False, shell_complete=completes("complete_generators"))
@mod_options
@click.option(
    "--turns",
    metavar="N",
    type=Whole(0, MOST_TURNS),
    help=f"Number of turns; by default {TURNS}, or in a world at most {TURNS_OF_A_WORLD}.",
)
@click.option(
    "--player",
    type=WordChoice(PLAYER_MODES),
    default="script",
    show_default=True,
    help="How the player acts: as its class defines, or by itself (script; cautious and bold flee sooner and never); "
    "not at all (idle); at random.",
)
@click.option(
    "--keys",
    type=Keys(),
    metavar="KEYS",
    help="Do this first: h j k l y u b n walk, . waits, g takes what lies there, f throws or shoots, "
    "o explores until something new is seen, > < go to stairs, Tab, typed as \\t, fights the nearest enemy, t "
    "leaves a turn to the player.",
)
@request_options(players=1)
@critters_option
@click.option(
    "--watch", is_flag=True, help="Draw the map after each turn, as it is played; --timeout limits each turn."
)
@click.option(
    "--delay",
    metavar="SECONDS",
    type=click.FloatRange(0, 10),
    default=0.08,
    show_default=True,
    help="How long --watch shows each turn on a terminal.",
)
@save_option(", with its settings; save there at the end")
@record_option
@film_option
@click.option("--strict", is_flag=True, help="Stop at the first error of a mod.")
@explain_option
def simulate(
    generator: str | None,
    loading: Loading,
    request: Request,
    turns: int | None,
    player: str,
    keys: str | None,
    critters: bool,
    watch: bool,
    delay: float,
    save_file: Path | None,
    record_file: Path | None,
    output: Path | None,
    strict: bool,
    explain: bool,
) -> None:
    """Play a map of GENERATOR by itself, turn by turn.

    GENERATOR is an id, as for generate, or the path of a mod. By default it is the mod in whose folder you are,
    or base.

    When GENERATOR is a mod that begins a world, as for travel, the world is played: its player goes from map to map
    until the dungeons are conquered, and the game is saved and read again at each change of map. The player must be an
    entity. When such a mod has generators, too, MOD.GENERATOR plays a map of one.

    Each turn is a line: where the player is, its hit points, how many entities moved, and what else happened.

    The bundled mod critters is loaded, too, which has a player; with --critters its enemies and items join. On a map of
    kts with an entrance, monsters of kts act, the player is a knight, and comes back after its death. Of several
    --players only the first acts. The same seed gives the same log.

    A save of a map has its own GENERATOR, --player, --critters, seed and options: the turns so far are played again,
    without output, with the same mods. The sums include them. A save of a world is a game, which travel can continue,
    too.

    \b
    Examples:
      dungeon-host simulate base --seed 1 --turns 50
      dungeon-host simulate base --turns 200 --watch
      dungeon-host simulate base --seed 1 --keys "lljt"
      dungeon-host simulate ./my_mod --player random --strict
      dungeon-host simulate base --save my_game.save
      dungeon-host simulate undercroft --seed 1
    """
    if explain and (watch or save_file):
        raise RequestError("--explain plays again from the start: leave out --save and --watch")
    is_recorded = record_file is not None or output is not None
    if output is not None:
        from host.export.films import film_format

        film_format(output)
    if is_recorded and save_file:
        raise RequestError("a recording begins at the start of a game: leave out --save")
    selection = select_mods(loading.mods, generator)
    generator, names = selection.target, selection.names
    if generator is None and not selection.folders:
        generator = "base"
    if save_file:
        from host.save.save_file import exists, read

        if exists(save_file):
            header = read(save_file).header
            if "simulation" in header:
                saved = from_header(header)
                refuse_other_generator(generator, saved.request.generator)
                generator, player = saved.request.generator, saved.player
                # The child reads the options from the save.
                request = replace(saved.request, options={})
                asked = replace(saved.request, options=saved.settings)
                warn_of_ignored({**asked.fields, "player": player, "critters": saved.critters})
                record_request(asked)
                record(player=player, critters=saved.critters or None)
            elif isinstance(header.get("seed"), int):
                # A world continues with its own seed.
                warn_of_ignored({"seed": header["seed"]})
                request = request.with_seed(header["seed"])
    moves = _read_moves(keys or "", player)
    ends = turns is None and not _LONG.isdisjoint(keys or "")
    if turns is None and moves:
        turns = _MOST_PLANNED if ends else len(moves)
    request = request.with_generator(generator)
    if click.get_current_context().get_parameter_source("timeout") is ParameterSource.DEFAULT:
        # The number of turns decides the time; each turn has its own limit of instructions.
        loading = loading._replace(budgets=replace(loading.budgets, seconds=_SECONDS))
    loading = grow_budgets(loading, request)
    # Mods without a generator are played on maps of base; a mod in a folder only when it needs base.
    names = names_to_load(names, generator or ("" if selection.targets_folder else "base"))
    arguments = {
        "request": request.to_data(),
        "turns": turns,
        "player": player,
        "strict": strict,
        "watched": watch,
        "moves": moves,
        "ends": ends,
        "critters": critters,
        # A save does not contain moves that somebody makes at the terminal.
        "steered": watch and save_file is None and sys.stdout.isatty(),
        "recorded": is_recorded,
    }
    job, file = saving(loading.job(selection, SIMULATE, arguments, names, asks=watch or is_recorded), save_file)
    title = " ".join(filter(None, ("simulate", generator))) + f", seed {request.seed}"
    with recording_game(record_file, output, request, turns, critters=critters, strict=strict) as asks:
        if watch:
            result = _perform_watched(job, file, title, delay, keys or "", asks)
        else:
            result = perform_explained(job, explain=explain, save_file=file, ask=asks(None))
    print_wrapped("\n" + "\n".join(_summary(result)))
    record(generator=result["generator"])
    click.echo("\n" + format_reproduction())


def _read_moves(keys: str, player: str) -> list[str]:
    """Return the moves of --keys. Raises RequestError."""
    for key in keys:
        if key not in _MOVES:
            allowed = "h j k l y u b n . g f o < > t and Tab, typed as \\t, are"
            raise RequestError(f'--keys has "{key}", which is not a key: {allowed}')
    return [_MOVES[key] or player for key in keys]


def _perform_watched(
    job: Job, file: SaveFile | None, title: str, delay: float, keys: str, asks: Callable[[Ask], Ask | None]
) -> Any:
    """Run a simulation and draw each turn: on a terminal over the turn before, elsewhere below it."""
    if not sys.stdout.isatty():
        printed = _Printed(goes_on=file is not None)
        result = perform(job, save_file=file, ask=asks(_checked(job, printed.ask)))
        printed.end()
        return result
    with Screen(_MEANINGS) as screen, Keyboard(screen.redraw) as keyboard:
        watched = _Watched(screen, keyboard, title, delay, keys, can_steer=job.arguments["steered"])
        result = perform(job, save_file=file, ask=asks(_checked(job, watched.ask)), say=screen.say)
        if watched.steered_keys:
            record(keys=watched.steered_keys, turns=job.arguments["turns"] or result["turns"])
        return result


def _checked(job: Job, ask: Ask) -> Ask:
    """Return `ask` for what a child may send: a map at the start and after each turn, and nothing else.

    Each answer gives the child time, which a child that a mod has taken over must not get without end.
    """
    turns = job.arguments["turns"]
    left = 1 + (TURNS_OF_A_WORLD if turns is None else turns)

    def ask_checked(view: dict[str, Any]) -> str | None:
        nonlocal left
        left -= 1
        if left < 0 or not fits(_VIEW, view):
            raise malformed_answer()
        return ask(view)

    return ask_checked


class _Printed:
    """Prints each turn below the one before, with the same glyphs for the same things."""

    def __init__(self, *, goes_on: bool) -> None:
        # Whether the simulation goes on when nobody reads the output.
        self._goes_on = goes_on
        self._document: dict[str, Any] = {}
        self._picture: TextPicture | None = None
        self._number = 0

    def ask(self, view: dict[str, Any]) -> str | None:
        self._document |= view["map"]
        game_map = from_document(self._document)
        style = Style(colours=use_colours(sys.stdout), wide=2 * game_map.width - 1 <= _WIDEST)
        self._number += 1
        self._picture = TextPicture(game_map, style, self._picture.glyphs if self._picture else {})
        try:
            click.echo("\n".join([visible(view["line"]) or "at the start", *self._picture.grid(), ""]), color=True)
            if self._number == 1:
                self._echo_legend()
        except BrokenPipeError:
            if self._goes_on:
                return None
            raise
        return ""

    def end(self) -> None:
        """Print the legend of the last turn."""
        if self._number > 1:
            self._echo_legend()

    def _echo_legend(self) -> None:
        assert self._picture is not None  # noqa: S101
        click.echo("\n".join([*self._picture.legend(), ""]), color=True)


class _Watched:
    """Shows each turn on a terminal for `delay` seconds, or until a key."""

    def __init__(
        self, screen: Screen, keyboard: Keyboard, title: str, delay: float, keys: str, *, can_steer: bool
    ) -> None:
        self._screen = screen
        self._keyboard = keyboard
        self._title = title
        self._delay = delay
        self._can_steer = can_steer
        # The keys of --keys that are left, and the keys of the turns so far: t for what the player does by itself.
        self._left, self._played = keys, ""
        # The keys that repeat the game up to the last step that somebody took.
        self.steered_keys = ""
        self._is_paused = False
        self._document: dict[str, Any] = {}

    def ask(self, view: dict[str, Any]) -> str | None:
        self._document |= view["map"]
        game_map = from_document(self._document)
        self._screen.say(view["line"] or "at the start")
        while True:
            state = f"{self._title}{' · paused' if self._is_paused else ''}"
            try:
                self._screen.draw(game_map, state, square_of(view), _HINT, keeps_messages=True)
            except BrokenPipeError:
                return None
            key = self._keyboard.read(None if self._is_paused else self._delay)
            if key is None or (key == "." and self._is_paused):
                break
            if key in END:
                raise KeyboardInterrupt
            if key == "q":
                self._screen.messages = []
                return None
            if key in STEPS and self._can_steer and not self._left:
                self._is_paused = True
                self._played += _LETTERS[STEPS[key]]
                self.steered_keys = self._played
                self._screen.messages = []
                return STEPS[key]
            self._react(key, game_map)
        self._screen.messages = []
        self._played += self._left[:1] or "t"
        self._left = self._left[1:]
        return ""

    def _react(self, key: str, game_map: GameMap) -> None:
        if key in (" ", "."):
            self._is_paused = not self._is_paused
        elif key == "+":
            self._delay /= 2
        elif key == "-":
            self._delay = min(_SLOWEST, max(self._delay, _FASTEST) * 2)
        elif key in STEPS:
            reason = "the keys of --keys are not over" if self._can_steer else "--save saves what it does by itself"
            self._screen.say(f"The player takes no keys: {reason}.")
        elif key == "?":
            self._screen.help(game_map, self._keyboard)
        else:
            self._screen.say(f"{name_of(key)} is not a key here: press ? for the keys.")


def _summary(result: Mapping[str, Any]) -> list[str]:
    """Return lines with the sums of a simulation."""
    turns, left = result["turns"], result["left"]
    others = "1 creature is" if left == 1 else f"{left} creatures are"
    lines = [f"{counted(turns, 'turn')}; the player {'lives' if result['alive'] else 'is dead'}, {others} left"]
    names, shared = result["names"], Counter(result["names"].values())
    # Two kinds of the same name are told apart by their ids.
    called = {kind: name if shared[name] == 1 else f"{name} ({kind})" for kind, name in names.items()}
    for title, key in (("damage taken", "damage"), ("deaths", "deaths"), ("squares walked", "distance")):
        parts = [f"{in_one_line(called.get(kind, kind))} {amount:g}" for kind, amount in result[key].items()]
        lines.append(f"{title}: {', '.join(parts) or 'none'}")
    return lines
