"""The map of a game as a player sees it and remembers it, in lines of a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import numpy as np
from rich.cells import cell_len
from rich.color import Color
from rich.segment import Segment
from rich.style import Style as Look

from host.engine.playing.scene import Scene
from host.model.appearance import COLOURS
from host.play.guide import Square
from host.render.glyphs import Subject
from host.render.text import DrawnSquare, Style, TextPicture, Window

_PLAYER = DrawnSquare("@", "bright_white")
# The colour of what is remembered; what is seen in this colour is drawn brighter.
_DIM, _BRIGHTER = "grey", "white"
_BLANK = Segment(" ")


class Board:
    """Draws scenes. Squares that are not seen look as they did when they were seen last, without creatures."""

    def __init__(self) -> None:
        # Number of a map -> square -> its character, and the line that leads to the next one in wide pictures.
        self._memory: dict[int, dict[Square, tuple[str, str]]] = {}
        self._glyphs: dict[int, Mapping[Subject, str]] = {}
        # The part of the map that was drawn last, and whether squares have two columns.
        self.window = Window(0, 0, 0, 0)
        self.is_wide = False
        self._picture: tuple[Scene, TextPicture] | None = None

    def forget_seen(self) -> None:
        """Forget what was seen, but not which glyph stands for what."""
        self._memory.clear()
        self._picture = None

    def draw(self, scene: Scene, columns: int, rows: int, cursor: Square | None) -> list[list[Segment]]:
        """Return the lines of a scene, around the cursor or else the player; the cursor's colours are swapped."""
        picture = self._picture_of(scene)
        memory = self._memory[scene.place]
        self.is_wide = 2 * scene.map.width - 1 <= columns
        self.window = window = Window.around(
            scene.map, cursor or scene.player, (columns + 1) // 2 if self.is_wide else columns, rows
        )
        visible, lines = scene.visible, []
        for y, cells in enumerate(picture.cells(window), window.y):
            line = []
            seen_row = visible[y, window.x : window.x + window.width].tolist()
            for x, (cell, is_visible) in enumerate(zip(cells, seen_row, strict=True), window.x):
                at = x, y
                if at == scene.player:
                    cell = _PLAYER
                if is_visible or at == scene.player:
                    line.append(
                        _segment(_narrow(cell.glyph), _BRIGHTER if cell.colour == _DIM else cell.colour, at == cursor)
                    )
                else:
                    glyph, _ = memory.get(at, (" ", " "))
                    line.append(_segment(glyph, _DIM, at == cursor))
                if self.is_wide and x + 1 < window.x + window.width:
                    _, between = memory.get(at, (" ", " "))
                    line.append(_segment(between if (x + 1, y) in memory else " ", _DIM, False))
            lines.append(line)
        return lines

    def square_at(self, column: int, row: int) -> Square | None:
        """Return the square that is drawn at a place."""
        x, y = column // 2 if self.is_wide else column, row
        if x >= self.window.width or y >= self.window.height or min(x, y) < 0:
            return None
        return self.window.x + x, self.window.y + y

    def legend(self, scene: Scene, columns: int) -> list[str]:
        """Return what the glyphs of the map mean."""
        return TextPicture(scene.known_map(), Style(columns=columns), self._glyphs.get(scene.place, {})).legend()

    def _picture_of(self, scene: Scene) -> TextPicture:
        """Return the picture of a scene, and remember what is visible in it."""
        if self._picture is not None and self._picture[0] is scene:
            return self._picture[1]
        picture = TextPicture(scene.map, Style(wide=True), self._glyphs.get(scene.place, {}))
        self._picture = scene, picture
        self._glyphs[scene.place] = picture.glyphs
        memory = self._memory.setdefault(scene.place, {})
        # In a game that was loaded, what was seen before looks as it does now.
        shown = scene.visible if memory else scene.seen
        squares = np.argwhere(shown)
        if len(squares):
            (top, left), (bottom, right) = squares.min(axis=0).tolist(), squares.max(axis=0).tolist()
            rows = list(picture.cells(Window(left, top, right - left + 1, bottom - top + 1), creatures=False))
            for y, x in squares.tolist():
                memory[x, y] = _narrow(rows[y - top][x - left].glyph), picture.between(x, y)
        return picture


def _narrow(glyph: str) -> str:
    """Return a character that takes one column; mods choose glyphs of all alphabets."""
    return glyph if glyph.isascii() or cell_len(glyph) == 1 else "?"


@lru_cache(maxsize=4096)
def _segment(text: str, colour: str | None, is_swapped: bool) -> Segment:
    if text == " " and not is_swapped:
        return _BLANK
    return Segment(text, look_of(colour, is_swapped=is_swapped))


@lru_cache(maxsize=1024)
def look_of(colour: str | None, *, is_swapped: bool = False, is_bold: bool = False) -> Look:
    """Return the style of a colour (see `host.model.appearance`); a terminal with 16 colours shows the nearest one."""
    parsed = None
    if colour is not None:
        parsed = Color.parse(colour) if colour.startswith("#") else Color.from_ansi(COLOURS.index(colour))
    return Look(color=parsed, reverse=is_swapped or None, bold=is_bold or None)
