"""How `play` fills the terminal: a title, the goal, the map or a page, what the player has, messages, keys."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from rich.segment import Segment
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.geometry import Size

from host.cli.terminal.playing.board import Board, look_of
from host.cli.terminal.playing.keys import HINT, LOOK_HINT
from host.cli.terminal.playing.lines import Lines, clipped
from host.cli.terminal.playing.pages import Page
from host.engine.playing.scene import Scene
from host.play.guide import Square

# Columns from which on there is a side with what the player carries and sees; the least terminal.
_WIDE = 100
_LEAST = (60, 20)
# Columns of the name of a game, and of a place of a world: what is left, but so many at least.
_LEAST_NAME, _LEAST_PLACE = 12, 30
# Messages, the last ones, among which neighbours with the same text are joined.
_MOST_JOINED = 200
# Lines of the title, the goal and the keys; rows below which messages have few lines.
_AROUND, _LOW = 3, 24


class Shown(NamedTuple):
    """What is to be drawn."""

    scene: Scene | None
    messages: Sequence[str]
    # Number of messages that were read before.
    read: int
    # Over the map, from its line `top` on.
    page: Page | None
    top: int
    # Of the player who looks around.
    cursor: Square | None
    # What is below the mouse.
    hover: str
    asks_to_end: bool
    # In place of the keys.
    hint: str = ""


class Display:
    """Widgets of lines, and what is on them."""

    def __init__(self) -> None:
        self.widgets = {name: Lines(name) for name in ("title", "goal", "board", "side", "log", "hint")}
        self._size = Size(*_LEAST)
        self._log_lines = 0
        self._board = Board()

    def compose(self) -> ComposeResult:
        """Lay out the lines on a screen."""
        widgets = self.widgets
        yield widgets["title"]
        yield widgets["goal"]
        yield Horizontal(widgets["board"], widgets["side"], id="middle")
        yield widgets["log"]
        yield widgets["hint"]

    def forget(self) -> None:
        """Forget the maps of a game."""
        self._board = Board()

    def forget_seen(self) -> None:
        """Forget what was seen: the next scene may be an earlier one."""
        self._board.forget_seen()

    def fit(self, size: Size) -> None:
        """Take a new size of the terminal."""
        self._size = size
        self._fit_log(0)
        self.widgets["side"].display = size.width >= _WIDE

    def _fit_log(self, height: int) -> None:
        """Give the messages the lines that a map or a page leaves free, a part of the screen at least."""
        rows = self._size.height
        least = 3 if rows < _LOW else max(5, rows // 5)
        lines = least if not height else max(least, min(rows // 2, rows - _AROUND - height))
        if lines != self._log_lines:
            self._log_lines = lines
            self.widgets["log"].styles.height = lines

    @property
    def page_size(self) -> Size:
        """The size of the part with the map or a page."""
        return self.widgets["board"].size

    @property
    def text(self) -> str:
        """What is shown, as text."""
        return "\n".join(widget.text for widget in self.widgets.values() if widget.display)

    def square_at(self, x: int, y: int) -> Square | None:
        """Return the square that is drawn at a place of the terminal."""
        region = self.widgets["board"].region
        return self._board.square_at(x - region.x, y - region.y) if region.contains(x, y) else None

    def legend(self, scene: Scene, columns: int) -> list[str]:
        """Return what the glyphs of the map mean."""
        return self._board.legend(scene, columns)

    def draw(self, shown: Shown) -> None:
        """Show it; lines that are as before are not drawn again."""
        scene, widgets, width = shown.scene, self.widgets, self._size.width
        small = ""
        if width < _LEAST[0] or self._size.height < _LEAST[1]:
            small = f"{_LEAST[0]} × {_LEAST[1]} are needed; here are {width} × {self._size.height}"
        if scene is None:
            widgets["board"].show([small or "the mods are loading …"])
            return
        # A page longer than the map covers messages, from the first one on.
        self._fit_log(max(scene.map.height, len(shown.page.lines) if shown.page is not None else 0))
        widgets["title"].show([_title(scene, width)])
        widgets["goal"].show([clipped(f"Goal: {scene.goal}" if scene.goal else "", width)])
        columns, rows = self.page_size
        if shown.page is not None:
            lines = [clipped(line, columns) for line in shown.page.lines]
            widgets["board"].show(lines[shown.top : shown.top + rows])
        else:
            widgets["board"].show(self._board.draw(scene, columns, rows, shown.cursor))
        widgets["side"].show(_side(scene, widgets["side"].size.width) if widgets["side"].display else [])
        self._draw_log(shown)
        widgets["hint"].show([clipped(small or _hint(shown, scene), width)])

    def _draw_log(self, shown: Shown) -> None:
        log = self.widgets["log"]
        columns, rows = log.size
        # From the last message on: earlier ones have no room.
        lines: list[tuple[str, str | None]] = []
        numbered = enumerate(shown.messages)
        for text, group in groupby(reversed([*numbered][-_MOST_JOINED:]), key=lambda row: row[1]):
            numbers = [number for number, _ in group]
            times = f" ({len(numbers)} times)" if len(numbers) > 1 else ""
            colour = None if numbers[0] >= shown.read else "grey"
            lines[:0] = [(line, colour) for line in wrapped([text + times], columns)]
            if len(lines) >= rows:
                break
        log.show([[Segment(line, look_of(colour))] for line, colour in lines[-rows:]])


def _hint(shown: Shown, scene: Scene) -> str:
    if shown.hint:
        return shown.hint
    if shown.asks_to_end:
        return "End the game? y: yes   any other key: no"
    if shown.page is not None:
        return shown.page.hint
    if shown.cursor is not None:
        return f"{scene.describe(*shown.cursor)}   {LOOK_HINT}"
    return shown.hover or HINT


def _title(scene: Scene, width: int) -> list[Segment]:
    health, status = [], scene.status
    if scene.health is not None:
        most = scene.most_health
        is_low = most is not None and scene.health <= most / 3
        text = f"Health {scene.health:g}" + (f" of {most:g}" if most is not None else "")
        health = [Segment(text, look_of("bright_red" if is_low else "bright_green", is_bold=True)), Segment("   ")]
    free = width - Segment.get_line_length(health) - 3
    name = clipped(
        scene.title or scene.name,
        max(_LEAST_PLACE if scene.title else _LEAST_NAME, free - Segment(status).cell_length),
    )
    rest = clipped(status, max(0, free - Segment(name).cell_length))
    return [
        Segment(name, look_of(None, is_bold=True)),
        Segment("   "),
        *health,
        Segment(rest),
    ]


def _side(scene: Scene, width: int) -> list[str]:
    """Return what the player carries and sees."""
    things = [thing.title for thing in scene.things]
    sights = list(dict.fromkeys(scene.sights().values()))
    lines = ["You carry", *(f"  {thing}" for thing in things or ["nothing"])]
    lines += ["", "You see", *(f"  {name}" for name in sights or ["nothing special"])]
    return [clipped(line, width) for line in lines]


def wrapped(messages: Iterable[str], columns: int) -> list[str]:
    """Return texts in lines of so many columns."""
    return [line for message in messages for line in textwrap.wrap(message, max(20, columns))]
