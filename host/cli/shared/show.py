"""Output of maps: text, data or pictures, on standard output or in a file.

Options: `--output`, `--events`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from host.cli.shared.parameters import PATH, SceneOfType, ThemeOption, Whole, WordChoice
from host.cli.shared.running import write_files
from host.cli.terminal.errors import use_colours
from host.cli.terminal.spinner import progress
from host.cli.terminal.tables import wrapped
from host.errors import RequestError, counted, in_one_line, listing, shorten, visible
from host.model.game_map import GameMap
from host.paths import why_no_folder
from host.render.descriptions import describe_counts, describe_event, describe_value, quest_lines
from host.render.formats import (
    AUDIENCES,
    DEFAULT_SIZE,
    FORMATS,
    HOMES,
    IMAGES,
    JSON,
    LEAST_SIZE,
    MASTER,
    MOST_SIZE,
    NPZ,
    OF_SPRITES,
    OF_TABLES,
    OF_WORLDS,
    OVERLAYS,
    PLAYERS,
    PNG,
    ROOMS,
    SEGMENTS,
    TEXT,
    TSCN,
    UVTT,
    WITH_TILES,
    files_beside,
    format_of,
)

if TYPE_CHECKING:
    from host.render.style import PictureStyle
    from host.render.text import Style

F = TypeVar("F", bound=Callable[..., Any])

# What reads and draws maps. Commands import it while a child makes the map.
DRAWING = ("host.model.document_reader", "host.render.text")


def audience_option(command: F) -> F:
    """Add the option that says for whom a map is shown; the command takes it as `audience`."""
    return click.option(
        "--for",
        "audience",
        type=WordChoice(AUDIENCES),
        default=MASTER,
        show_default=True,
        help="For players, a map has no monsters, items, traps and secret doors.",
    )(command)


def output_options(command: F) -> F:
    """Add the options that say how to show a map."""
    for option in (
        click.option(
            "--wide/--narrow",
            default=None,
            help="Columns per square, two or one; by default what fits the terminal.",
        ),
        click.option(
            "--overlay",
            "overlays",
            type=WordChoice(OVERLAYS),
            multiple=True,
            help="Draw this over a picture: outlines, steps from the entrance, entrances; can be repeated.",
        ),
        click.option(
            "--scene",
            "scenes",
            metavar="TYPE=SCENE",
            type=SceneOfType(),
            multiple=True,
            help="For Godot, the scene of things of this kind or id, such as creature=res://creature.tscn; can be "
            "repeated.",
        ),
        click.option("--theme", cls=ThemeOption, help="Materials and colours of a picture: THEMES."),
        click.option("--light", is_flag=True, help="A dark picture, lit by torches, fires, lava and windows."),
        click.option("--paper", is_flag=True, help="A picture in black on parchment, for printing."),
        click.option("--grid", is_flag=True, help="Lines between the squares of a picture."),
        click.option("--numbers", is_flag=True, help="The number of each room in a picture."),
        click.option("--legend", is_flag=True, help="What the symbols mean, below a picture."),
        click.option("--title", is_flag=True, help="The name of the dungeon above a picture."),
        click.option(
            "--tile-size",
            metavar="N",
            type=Whole(LEAST_SIZE, MOST_SIZE),
            help=f"Pixels per square in pictures.  [default: {DEFAULT_SIZE}]",
        ),
        click.option(
            "-o",
            "--output",
            metavar="FILE",
            type=PATH,
            help="Write to this file instead of the terminal.",
        ),
        click.option(
            "--format",
            "form",
            type=WordChoice(FORMATS, case_sensitive=False),
            help="Text, everything as data, a picture, a map for Tiled, LDtk, Godot or virtual tables, arrays or a "
            "table of squares; by default text, or what the name after -o says.",
        ),
    ):
        command = option(command)
    return command


class Output(NamedTuple):
    """How a command shows a map."""

    form: str
    file: Path | None
    wide: bool | None
    events: bool
    # Of pictures and maps for Tiled.
    style: PictureStyle | None = None
    # One of AUDIENCES.
    audience: str = MASTER

    @classmethod
    def from_options(
        cls, *, form: Any, output: Any, wide: Any, events: bool, audience: Any = MASTER, **options: Any
    ) -> Output:
        """Return this with the format that the file name implies, and with `-` as standard output.

        Raises RequestError for options that contradict each other, before anything is generated.
        """
        file = None if output == Path("-") else output
        if file is not None and why_no_folder(file) is None:
            raise RequestError(f'"{file}" is a folder: must be a file')
        form = form or (format_of(file) if file is not None else TEXT)
        if wide is not None and form != TEXT:
            raise RequestError(f"--wide and --narrow are for text, and the format is {form}")
        # A theme without a name is none.
        given = {name: value for name, value in options.items() if value or (name == "theme" and value is not None)}
        if "overlays" in given:
            given["overlays"] = tuple(dict.fromkeys(given["overlays"]))
            if form not in IMAGES:
                raise RequestError(
                    f"--overlay is drawn over pictures, and the format is {form}: must be {listing(IMAGES, 'or')}"
                )
        if "scenes" in given:
            given["scenes"] = tuple(sorted(dict(given["scenes"]).items()))
            if form != TSCN:
                raise RequestError(f"--scene is for Godot, and the format is {form}: must be {TSCN}")
        for name in given:
            tables = (UVTT,) if name in OF_TABLES else ()
            shown = (*IMAGES, *(WITH_TILES if name in OF_SPRITES else ()), *tables)
            if name != "scenes" and form not in shown:
                raise RequestError(f"--{name.replace('_', '-')} is for pictures, and the format is {form}")
        if form in WITH_TILES and file is None:
            raise RequestError(f"a map as {form} is several files: -o FILE.{form} names them")
        if form in (PNG, UVTT, *WITH_TILES):
            from host.render.png import pillow

            pillow()
        if form in (PNG, NPZ) and file is None and sys.stdout.isatty():
            raise RequestError(f"{form} cannot be shown in a terminal: -o FILE.{form} writes it to a file")
        style = None
        if form in (*IMAGES, UVTT, *WITH_TILES):
            from host.render.style import PictureStyle

            style = PictureStyle.requested(**given)
        return cls(form, file, wide, events, style, audience)

    @property
    def data_on_stdout(self) -> bool:
        """Whether data goes to standard output, so that nothing else may be written there."""
        return self.form != "text" and self.file is None

    @property
    def written(self) -> list[Path]:
        """The files that `show` may write."""
        if self.file is None:
            return []
        return [self.file, *files_beside(self.file, self.form)]

    def show(self, game_map: GameMap, command: str, marks: frozenset[tuple[int, int]] = frozenset()) -> None:
        """Write the map, and the command line that reproduces it; terminals and pictures show `marks`, squares."""
        game_map, marks = self._for_audience(game_map, marks)
        if self.form == TEXT and self.file is None:
            style = _terminal_style(game_map, self.wide, ": -o FILE writes it to a file")
            click.echo(f"{self._text(game_map, style._replace(marks=marks))}\n{command}", color=True)
            return
        files = self._files(game_map, marks, command)
        if self.file is None:
            from host.render.markup import without_commands

            for content in files.values():
                click.echo(without_commands(content.decode()) if self.form == JSON else content, nl=False)
        else:
            write_files(files)
            names = [str(self.file), *(path.name for path in files if path != self.file)]
            click.echo(f"{listing(names, 'and')}: {game_map.width} × {game_map.height} squares")
        if self.events and self.form != TEXT:
            click.echo("\n".join([*quest_lines(game_map), *event_lines(game_map)]), err=self.file is None)
        if not self.data_on_stdout:
            click.echo(command)

    def show_all(self, game_maps: Sequence[GameMap], command: str) -> None:
        """Write maps into one world, and the command line that reproduces them; a map that is alone as `show` does."""
        if len(game_maps) == 1:
            self.show(game_maps[0], command)
            return

        files = self.files_of_world(game_maps)
        write_files(files)
        click.echo(f"{self.file}: {counted(len(game_maps), 'map')} in {counted(len(files), 'file')}")
        if self.events:
            for game_map in game_maps:
                click.echo("\n".join([*quest_lines(game_map), *event_lines(game_map)]))
        click.echo(command)

    def files_of_world(self, game_maps: Sequence[GameMap]) -> dict[Path, bytes]:
        """Return the contents of the files of a world, by path. Raises RequestError for a format of one map."""
        from host.export.worlds import world_files
        from host.render.style import PLAIN_STYLE

        if self.form not in OF_WORLDS or self.file is None:
            rule = listing([f".{form}" for form in OF_WORLDS], "or")
            raise RequestError(f"there are {len(game_maps)} maps: the name after -o must end in {rule}")
        maps = [self._for_audience(game_map, frozenset())[0] for game_map in game_maps]
        with progress("drawing the maps"):
            return world_files(maps, self.file, self.form, self.style or PLAIN_STYLE)

    def files(
        self, game_map: GameMap, command: str, marks: frozenset[tuple[int, int]] = frozenset()
    ) -> dict[Path, bytes]:
        """Return the contents of the files that show a map, by path; text for the master ends with the command line."""
        return self._files(*self._for_audience(game_map, marks), command)

    def _for_audience(
        self, game_map: GameMap, marks: frozenset[tuple[int, int]]
    ) -> tuple[GameMap, frozenset[tuple[int, int]]]:
        if self.audience != PLAYERS:
            return game_map, marks
        from host.export.audience import for_players

        return for_players(game_map), frozenset()

    def _files(self, game_map: GameMap, marks: frozenset[tuple[int, int]], command: str) -> dict[Path, bytes]:
        if self.form == TEXT and self.file is not None:
            from host.render.text import OF_FILES

            style = OF_FILES._replace(wide=_is_wide(game_map, 80) if self.wide is None else self.wide)
            # The command tells the seed, by which players could make the whole map.
            end = "" if self.audience == PLAYERS else f"\n{command}\n"
            return {self.file: f"{self._text(game_map, style)}{end}".encode("utf-8", "replace")}
        from host.export.pictures import map_files
        from host.render.style import PLAIN_STYLE

        there = {SEGMENTS: game_map.zones, ROOMS: game_map.rooms.tolist(), HOMES: game_map.homes}
        for missing in (
            overlay for overlay in (self.style.overlays if self.style else ()) if not there.get(overlay, True)
        ):
            click.echo(f"{click.style('note:', fg='yellow')} the map has no {missing} to draw", err=True)
        if self.style and self.style.scenes:
            from host.export.godot import unused_scenes

            for kind, hint in unused_scenes(game_map, self.style):
                advice = f"; {hint}" if hint else ""
                text = f'nothing on the map is of the type "{in_one_line(kind)}", so its scene is not used{advice}'
                click.echo(f"{click.style('note:', fg='yellow')} {text}", err=True)
        if self.style and self.style.numbers and not len(game_map.rooms):
            click.echo(f"{click.style('note:', fg='yellow')} the map has no rooms to number", err=True)
        with progress("drawing the map"):
            return map_files(game_map, self.file or Path("-"), self.form, self.style or PLAIN_STYLE, marks)

    def _text(self, game_map: GameMap, style: Style) -> str:
        with progress("drawing the map"):
            text = picture(game_map, style) + "\n"
        return text + "\n" + "\n".join(event_lines(game_map)) + "\n" if self.events else text


def picture(game_map: GameMap, style: Style | None = None, *, wide: bool | None = None) -> str:
    """Return a map as text with its legend and a summary, drawn as the terminal shows it best."""
    from host.render.text import draw

    style = style or _terminal_style(game_map, wide, "")
    return "\n".join([draw(game_map, style), "", *wrapped(summary(game_map), style.columns)])


def _is_wide(game_map: GameMap, columns: int) -> bool:
    return 2 * game_map.width - 1 <= columns


def _terminal_style(game_map: GameMap, wide: bool | None, advice: str) -> Style:
    from host.render.text import Style

    # Some terminals report a width of 0.
    columns = (os.get_terminal_size(1).columns or 80) if sys.stdout.isatty() else None
    if wide is None:
        wide = _is_wide(game_map, columns or 80)
    if columns is not None and game_map.width > columns:
        note = f"the map is {game_map.width} columns wide, and the terminal {columns}{advice}"
        click.echo(f"{click.style('note:', fg='yellow')} {note}", err=True)
    return Style(colours=use_colours(sys.stdout), wide=wide, columns=columns)


# Generator of the host -> a text, and the options that have no effect beside it.
_REPLACED: dict[str, tuple[str, tuple[str, ...]]] = {
    "mission": ("graph", ("rooms", "loops", "locks", "secrets", "one_ways", "rules")),
    "rewrite": ("rules", ("example",)),
}


def summary(game_map: GameMap) -> str:
    """Return a few lines about a map: its origin, its size, its contents."""
    origin = game_map.origin
    lines = []
    if origin is not None:
        # Texts, for example of a graph, may be long; an empty one says nothing.
        text, replaced = _REPLACED.get(origin.generator or "", ("", ()))
        unused = replaced if origin.options.get(text) else ()
        shown = {
            key: shorten(describe_value(value), 60)
            for key, value in origin.options.items()
            if value != "" and key not in unused
        }
        options = ", ".join(f"{key} {value}" for key, value in shown.items())
        lines.append(f"{origin.generator}, seed {origin.seed}{': ' if options else ''}{options}")
    lines.append(", ".join([f"{game_map.width} × {game_map.height} squares", *describe_counts(game_map)]))
    return visible("\n".join([*lines, *quest_lines(game_map)]))


def event_lines(game_map: GameMap) -> list[str]:
    """Return a line for each event."""
    return [f"event  {describe_event(event)}" for event in game_map.events] or ["no events"]
