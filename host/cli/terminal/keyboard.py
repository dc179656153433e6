"""Keys of a terminal, one at a time and without echo."""

from __future__ import annotations

import os
import re
import select
import signal
import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

import click

if sys.platform != "win32":
    import termios
    import tty

# A key is a character, or an escape sequence, whose modes differ in their second character.
_KEY = re.compile(r"\x1b\[[0-9;]*[A-Za-z~]|\x1bO[A-Za-z]|.", re.DOTALL)
# End of file and the interrupt of the terminal.
END = ("\x03", "\x04")


class Keyboard:
    """Reads the keys of standard input, also those that were typed ahead; a context.

    `on_resize` is called while a key is awaited and the terminal has another size.
    """

    def __init__(self, on_resize: Callable[[], None]) -> None:
        self._on_resize = on_resize
        self._keys: list[str] = []
        # Settings of the terminal and the handler of its signal, to be restored.
        self._settings: Any = None
        self._handler: Any = None
        # A pipe with a byte for each new size of the terminal.
        self._resized, self._resizing = -1, -1

    def __enter__(self) -> Self:
        if sys.platform != "win32" and sys.stdin.isatty():
            self._resized, self._resizing = os.pipe()
            self._handler = signal.signal(signal.SIGWINCH, lambda *_: os.write(self._resizing, b"."))
            self._settings = termios.tcgetattr(sys.stdin)
            tty.setcbreak(sys.stdin)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if sys.platform != "win32" and self._settings is not None:
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, self._settings)
            signal.signal(signal.SIGWINCH, self._handler)
            os.close(self._resized)
            os.close(self._resizing)
            self._settings = None

    def read(self, seconds: float | None = None) -> str | None:
        """Return the next key, or None when none is pressed within `seconds`; arrows are `\\x1b[A` to `\\x1b[D`."""
        if self._settings is None:
            return self._read_without_modes(seconds)
        if not self._keys:
            if not self._await_key(seconds):
                return None
            typed = os.read(sys.stdin.fileno(), 1024).decode("utf-8", "replace")
            # Without a terminal nothing more comes.
            self._keys = [key.replace("\x1bO", "\x1b[") for key in _KEY.findall(typed)] or [END[1]]
        return self._keys.pop(0)

    def _await_key(self, seconds: float | None) -> bool:
        """Return whether a key is pressed within `seconds`."""
        end = None if seconds is None else time.monotonic() + seconds
        while True:
            left = None if end is None else max(0, end - time.monotonic())
            ready, _, _ = select.select([sys.stdin, self._resized], [], [], left)
            if self._resized in ready:
                os.read(self._resized, 1024)
                self._on_resize()
            elif not ready:
                return False
            if sys.stdin in ready:
                return True

    def _read_without_modes(self, seconds: float | None) -> str | None:
        if seconds is not None:
            time.sleep(seconds)
            return None
        try:
            return click.getchar()
        except EOFError:
            return END[1]
