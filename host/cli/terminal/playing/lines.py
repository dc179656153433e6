"""A widget of lines, of which only those that changed are drawn again."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

_PLAIN = Style()


class Lines(Widget):
    """Shows lines of segments. Their texts are never markup."""

    class Resized(Message):
        """The widget has another size."""

    def __init__(self, identity: str) -> None:
        super().__init__(id=identity)
        self._lines: list[list[Segment]] = []

    def show(self, lines: Sequence[Sequence[Segment] | str]) -> None:
        """Show lines, and draw those that differ."""
        before = self._lines
        self._lines = [[Segment(line)] if isinstance(line, str) else list(line) for line in lines]
        width = self.size.width
        changed = [
            Region(0, y, width, 1)
            for y in range(max(len(before), len(self._lines)))
            if before[y : y + 1] != self._lines[y : y + 1]
        ]
        if changed:
            self.refresh(*changed)

    @property
    def text(self) -> str:
        """What is shown, as text."""
        return "\n".join("".join(segment.text for segment in line).rstrip() for line in self._lines)

    def render_line(self, y: int) -> Strip:
        """Return a line as Textual draws it."""
        line = self._lines[y] if y < len(self._lines) else []
        return Strip(line).adjust_cell_length(self.size.width, _PLAIN)

    def on_resize(self, _: events.Resize) -> None:
        """Ask for lines that fit."""
        self.post_message(self.Resized())


def clipped(text: str, columns: int) -> str:
    """Return a text that fits in so many columns."""
    segment = Segment(text)
    return text if segment.cell_length <= columns else set_cell_size(text, max(0, columns - 1)) + "…"
