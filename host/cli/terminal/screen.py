"""Views that fill a terminal: a map around the player, a line of state, messages, and the keys."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from math import ceil
from types import TracebackType
from typing import Any, Self

import click

from host.cli.terminal.errors import use_colours
from host.cli.terminal.keyboard import END, Keyboard
from host.errors import visible
from host.model.game_map import GameMap
from host.render.glyphs import Subject
from host.render.text import Style, TextPicture, Window

_HOME, _CLEAR, _CLEAR_LINE = "\x1b[H", "\x1b[2J", "\x1b[2K"
# Lines of messages below a map: at least, also without messages, and at most; longer ones take a page of their own.
_LEAST_MESSAGES, _MOST_MESSAGES = 2, 6
# Size of a terminal that does not say.
_SIZE = (80, 24)
# Between the parts of a state, and between hints.
_DOT, _GAP = " · ", "   "


class Screen:
    """Draws maps over each other on a terminal. `keys` are the keys and what they do, for the page of help.

    At the end of the context the cursor is on an empty line below the last map.
    """

    def __init__(self, keys: Sequence[tuple[str, str]]) -> None:
        self._keys = keys
        # What was said since the last map.
        self.messages: list[str] = []
        # Glyphs of the map that was drawn last, which the next one keeps.
        self._glyphs: Mapping[Subject, str] = {}
        # Shows again what is shown; None before the first map.
        self._show: Callable[[], None] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._show is not None:
            with suppress(BrokenPipeError):
                click.echo(f"\r{_CLEAR_LINE}", nl=False, color=True)
        # What was said before an error, or after the last map.
        for message in self.messages:
            click.echo(message)

    def say(self, text: str) -> None:
        """Show a message below the next map."""
        self.messages.append(visible(text))

    def draw(
        self,
        game_map: GameMap,
        state: str,
        player: tuple[int, int] | None,
        hint: Sequence[str],
        *,
        keeps_messages: bool = False,
    ) -> None:
        """Draw a map around the player, below `state`, whose parts ` · ` separates; `hint` are the most useful keys.

        With `keeps_messages` the messages stay for the next map.
        """
        messages = self.messages.copy()

        def show() -> None:
            columns, rows = terminal_size()
            lines, self._glyphs = compose(game_map, visible(state), player, messages, hint, columns, rows, self._glyphs)
            _write(lines)

        if not keeps_messages:
            self.messages = []
        self._show = show
        show()

    def redraw(self) -> None:
        """Draw again what is shown, when the terminal has another size."""
        if self._show is not None:
            click.echo(_CLEAR, nl=False, color=True)
            self._show()

    def overflows(self) -> bool:
        """Return whether there are more messages than fit below a map."""
        columns, rows = terminal_size()
        return len(_wrapped(self.messages, columns)) > _room_for_messages(rows)

    def page(self, lines: Sequence[str], keyboard: Keyboard) -> None:
        """Show lines instead of the map, page by page; each waits for a key."""
        start = end = 0

        def show() -> None:
            nonlocal end
            columns, rows = terminal_size()
            height = max(1, rows - 2)
            end = start + height
            pages = ceil(len(lines) / height)
            hint = [f"page {start // height + 1} of {pages}"] if pages > 1 else []
            hint += ["any key: go on", "q: back to the map"]
            shown = [_clipped(line, columns) for line in lines[start:end]]
            _write([*shown, *[""] * (rows - 1 - len(shown)), *_packed(hint, _GAP, columns, 1)])

        self._show = show
        while start < len(lines):
            show()
            if keyboard.read() in ("q", *END):
                return
            start = end

    def show_messages(self, keyboard: Keyboard) -> None:
        """Show the messages page by page."""
        columns, _ = terminal_size()
        self.page(_wrapped(self.messages, columns), keyboard)
        self.messages = []

    def help(self, game_map: GameMap, keyboard: Keyboard) -> None:
        """Show the keys, and what the glyphs of the map mean."""
        columns, _ = terminal_size()
        width = max(len(key) for key, _ in self._keys) + 3
        lines = []
        for key, meaning in self._keys:
            first, *others = textwrap.wrap(meaning, max(10, columns - width))
            lines += [key.ljust(width) + first, *(" " * width + other for other in others)]
        picture = TextPicture(game_map, Style(columns=columns), self._glyphs)
        self.page([*lines, "", *picture.legend()], keyboard)


def compose(
    game_map: GameMap,
    state: str,
    player: tuple[int, int] | None,
    messages: Sequence[str],
    hint: Sequence[str],
    columns: int,
    rows: int,
    before: Mapping[Subject, str],
) -> tuple[list[str], Mapping[Subject, str]]:
    """Return the lines of a view of `columns` × `rows`, and the glyphs of its map.

    From above: the state, as much of the map around the player as fits, the messages, the legend if there is room for
    all of it, and the hint.
    """
    style = Style(
        colours=use_colours(sys.stdout), wide=2 * game_map.width - 1 <= columns, legend=False, columns=columns
    )
    picture = TextPicture(game_map, style, before)
    head = _packed(state.split(_DOT), _DOT, columns, 2)
    said = _wrapped(messages, columns)[-_room_for_messages(rows) :]
    said += [""] * (_LEAST_MESSAGES - len(said))
    room = max(1, rows - len(head) - len(said) - 1)
    window = Window.around(game_map, player, (columns + 1) // 2 if style.wide else columns, room)
    lines = [*head, *picture.grid(window), *said]
    legend = picture.legend()
    blank = rows - 1 - len(lines)
    lines += [*[""] * (blank - len(legend)), *legend] if len(legend) <= blank else [""] * blank
    directions = _directions(game_map, window)
    more = [f"the map goes on {directions}"] if directions else []
    return [*lines, *_packed([*hint[:2], *more, *hint[2:]], _GAP, columns, 1)], picture.glyphs


def _directions(game_map: GameMap, window: Window) -> str:
    """Return arrows to the sides on which a map goes on outside of a window."""
    sides = {
        "←": window.x > 0,
        "↑": window.y > 0,
        "↓": window.y + window.height < game_map.height,
        "→": window.x + window.width < game_map.width,
    }
    return "".join(arrow for arrow, goes_on in sides.items() if goes_on)


def _room_for_messages(rows: int) -> int:
    return max(_LEAST_MESSAGES, min(_MOST_MESSAGES, rows // 4))


def _wrapped(messages: Sequence[str], columns: int) -> list[str]:
    return [line for message in messages for part in message.split("\n") for line in textwrap.wrap(part, columns)]


def _packed(parts: Sequence[str], separator: str, columns: int, most: int) -> list[str]:
    """Return parts in at most `most` lines; what does not fit is left out."""
    lines = [_clipped(parts[0], columns)]
    for part in parts[1:]:
        longer = lines[-1] + separator + part
        if len(longer) <= columns:
            lines[-1] = longer
        elif len(lines) < most:
            lines.append(_clipped(part, columns))
        else:
            break
    return lines


def _clipped(text: str, columns: int) -> str:
    return text if len(text) <= columns else text[: columns - 1] + "…"


def terminal_size() -> tuple[int, int]:
    """Return columns and rows of the terminal."""
    columns, rows = shutil.get_terminal_size(_SIZE)
    # Some terminals report a size of 0.
    return columns or _SIZE[0], rows or _SIZE[1]


def _write(lines: Sequence[str]) -> None:
    """Write the lines of a whole screen over what it shows, and leave the cursor at the start of the last one."""
    # A line is cleared before it is written: behind the last column, a terminal would clear its last character.
    click.echo(_HOME + "\n".join(_CLEAR_LINE + line for line in lines) + "\r", nl=False, color=True)


def square_of(view: Mapping[str, Any]) -> tuple[int, int] | None:
    """Return the square of the player in a view that a child sent."""
    match view.get("player"):
        case [int(x), int(y)]:
            return x, y
    return None


def name_of(key: str | None) -> str:
    """Return a key as messages name it."""
    return f'"{key}"' if key and key.isprintable() and key != " " else "space" if key == " " else "that"
