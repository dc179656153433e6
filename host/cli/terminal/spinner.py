"""A spinner on standard error, for what takes more than a second."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import monotonic
from typing import Any

from host.errors import visible

# Seconds until the spinner appears, and between two texts of `progress`.
_PATIENCE, _PAUSE = 1.0, 1.0


class Spinner:
    """A line that says what is waited for, after a second, on terminals only; nothing is left of it."""

    def __init__(self) -> None:
        self._status: Any = None
        self._is_terminal = sys.stderr.isatty()

    def show(self, elapsed: float, text: str) -> None:
        """Show the current step, which started `elapsed` seconds ago."""
        if not self._is_terminal or elapsed < _PATIENCE:
            return
        from rich.text import Text

        if self._status is None:
            from rich.console import Console

            self._status = Console(stderr=True).status("")
            self._status.start()
        self._status.update(Text(visible(text), no_wrap=True, overflow="ellipsis"))

    def stop(self) -> None:
        """Remove the line."""
        if self._status is not None:
            self._status.stop()
            self._status = None


@contextmanager
def progress(text: str) -> Iterator[None]:
    """Show a text and the seconds while the block runs."""
    if not sys.stderr.isatty():
        yield
        return
    spinner, is_over, start = Spinner(), Event(), monotonic()

    def show() -> None:
        pause = _PATIENCE
        while not is_over.wait(pause):
            elapsed, pause = monotonic() - start, _PAUSE
            spinner.show(elapsed, f"{text} … {elapsed:.0f} s")

    thread = Thread(target=show, daemon=True)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()
        spinner.stop()
