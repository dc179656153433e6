"""What the screens of `play` and `play --replay` have in common: a display, pages over the map, and keys by name."""

from __future__ import annotations

from abc import abstractmethod

from textual import events
from textual.app import App, ComposeResult
from textual.screen import Screen

from host.cli.terminal.playing.display import Display, wrapped
from host.cli.terminal.playing.lines import Lines
from host.cli.terminal.playing.pages import Page
from host.errors import HostError


class GameScreen(Screen[None], inherit_bindings=False):
    """A screen whose keys all belong to the game."""


class GameApp(App[HostError | None], inherit_bindings=False):
    """Shows a game. Its result is the error that ended the game, if any."""

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    GameScreen { layout: vertical; background: ansi_default; color: ansi_default; }
    Lines { height: 1; background: ansi_default; color: ansi_default; }
    #middle { height: 1fr; }
    #board { width: 1fr; height: 1fr; }
    #side { width: 34; height: 1fr; padding-left: 2; }
    """

    def __init__(self) -> None:
        super().__init__(ansi_color=True)
        self.picture = Display()
        # What is over the map, and its first line that is shown.
        self.page: Page | None = None
        self._top = 0

    @abstractmethod
    def press(self, key: str) -> None:
        """Do what a key means: a character, or the name that Textual has for the key."""

    @abstractmethod
    def draw(self) -> None:
        """Show the game."""

    def get_default_screen(self) -> Screen[None]:
        return GameScreen()

    def compose(self) -> ComposeResult:
        """Lay out the lines."""
        return self.picture.compose()

    def on_key(self, event: events.Key) -> None:
        """Do what a key means."""
        event.stop()
        event.prevent_default()
        character = event.character
        is_shown = character is not None and character.isprintable() and character != " "
        self.press(character if is_shown and character is not None else event.key)

    def on_resize(self, event: events.Resize) -> None:
        """Give the messages as many lines as the terminal has room for."""
        self.picture.fit(event.size)

    def on_lines_resized(self, _: Lines.Resized) -> None:
        """Draw in the new size."""
        self.draw()

    def _show_messages(self, messages: list[str]) -> None:
        """Open a page of messages at its end."""
        self.page = Page(["Messages", "", *wrapped(messages, self.picture.page_size.width)])
        self._scroll(len(self.page.lines))

    def _scroll(self, lines: int) -> None:
        if self.page is not None:
            most = max(0, len(self.page.lines) - self.picture.page_size.height)
            self._top = max(0, min(most, self._top + lines))
