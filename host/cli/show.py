"""Showing a map: as text or JSON, on standard output or in a file."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import click

from host.cli.common import use_colours
from host.errors import visible
from host.export.files import write_whole
from host.model.map import Map
from host.render.text import Style, draw

F = TypeVar("F", bound=Callable[..., Any])

# Words for the kinds of objects that are no words of English.
_KINDS = {"chara": "creature", "feat": "feature"}


def output_options(command: F) -> F:
    """--format, -o and how wide to draw."""
    for option in (
        click.option(
            "--wide/--narrow",
            default=None,
            help="Two columns a square, or one; by default what fits the terminal.",
        ),
        click.option(
            "-o",
            "--output",
            metavar="FILE",
            type=click.Path(dir_okay=False, path_type=Path),
            help="Write to a file, which appears whole or not at all.",
        ),
        click.option(
            "--format",
            "form",
            type=click.Choice(["text", "json"], case_sensitive=False),
            help="A picture to look at, or everything as data; by default text, or what the name after -o says.",
        ),
    ):
        command = option(command)
    return command


class Output(NamedTuple):
    """How a command was asked to show a map."""

    form: str
    file: Path | None
    wide: bool | None
    events: bool

    @classmethod
    def from_options(cls, *, form: Any, output: Any, wide: Any, events: bool) -> Output:
        """With `-` for standard output, and the format that the name of the file says."""
        file = None if output == Path("-") else output
        return cls(form or ("json" if file is not None and file.suffix == ".json" else "text"), file, wide, events)

    @property
    def data_on_stdout(self) -> bool:
        """Whether standard output is for data, so that nothing else may be written there."""
        return self.form == "json" and self.file is None

    def show(self, game_map: Map, command: str) -> None:
        """Write the map, and the command line that reproduces it."""
        if self.form == "json":
            text = game_map.to_json()
        else:
            text = picture(game_map, self._style(game_map)) + "\n"
            if self.events:
                text += "\n" + "\n".join(event_lines(game_map)) + "\n"
            if self.file is not None:
                text += f"\n{command}\n"
        if self.file is not None:
            write_whole(self.file, text.encode("utf-8", "replace"))
            click.echo(f"{self.file}: {game_map.width} × {game_map.height} squares")
        else:
            click.echo(text, nl=False, color=True)
        if self.form == "json" and self.events:
            click.echo("\n".join(event_lines(game_map)), err=self.file is None)
        if not self.data_on_stdout:
            click.echo(f"\n{command}" if self.file is None else command)

    def _style(self, game_map: Map) -> Style:
        if self.file is not None:
            return Style(wide=_is_wide(game_map, 80) if self.wide is None else self.wide)
        return _terminal_style(game_map, self.wide, ": -o FILE writes it to a file")


def picture(game_map: Map, style: Style | None = None) -> str:
    """A map as text with its legend and a few lines about it; by default as the terminal shows it best."""
    return draw(game_map, style or _terminal_style(game_map, None, "")) + "\n\n" + summary(game_map)


def _is_wide(game_map: Map, columns: int) -> bool:
    return 2 * game_map.width - 1 <= columns


def _terminal_style(game_map: Map, wide: bool | None, advice: str) -> Style:
    # A terminal that does not know its width says 0.
    columns = (os.get_terminal_size(1).columns if sys.stdout.isatty() else 0) or 80
    if wide is None:
        wide = _is_wide(game_map, columns)
    if sys.stdout.isatty() and game_map.width > columns:
        note = f"the map is {game_map.width} columns wide, and the terminal {columns}{advice}"
        click.echo(f"{click.style('note:', fg='yellow')} {note}", err=True)
    return Style(colours=use_colours(sys.stdout), wide=wide)


def summary(game_map: Map) -> str:
    """A few lines about a map: what made it, its size, what there is."""
    origin = game_map.origin
    lines = []
    if origin is not None:
        options = ", ".join(f"{key} {_plain(value)}" for key, value in origin.options.items())
        lines.append(f"{origin.generator}, seed {origin.seed}{': ' if options else ''}{options}")
    lying = sum(stack.count for stack in game_map.items.values())
    stored = sum(stack.count for stack in game_map.stored.values())
    living = Counter(thing.kind for thing in game_map.objects)
    monsters = sum(c.monster is not None for c in game_map.creatures)
    counts = [
        (len(game_map.rooms), "room", ""),
        (lying + stored + living.pop("item", 0), "item", f" ({stored} in containers)" if stored else ""),
        (monsters, "monster", ""),
        *((number, _KINDS.get(kind, kind), "") for kind, number in sorted(living.items())),
    ]
    # What other dialects count is no news on a map that has nothing of theirs.
    told = [_count(number, noun) + more for number, noun, more in counts if number or not game_map.objects]
    lines.append(", ".join([f"{game_map.width} × {game_map.height} squares", *told]))
    lines += [_plain(line) for line in game_map.quest.get("description", [])]
    return visible("\n".join(lines))


def _count(number: int, noun: str) -> str:
    if number != 1:
        noun = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{number} {noun}"


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def event_lines(game_map: Map) -> list[str]:
    """What happened, a line each."""
    if not game_map.events:
        return ["no events"]
    lines = []
    for event in game_map.events:
        details = ", ".join(f"{key} {_plain(value)}" for key, value in event.items() if key != "type")
        lines.append(visible(f"event  {event['type']}{': ' if details else ''}{details}"))
    return lines
