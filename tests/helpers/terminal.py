"""A terminal in which tests run commands, press keys, and read what the screen shows."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path
from typing import Self

import pyte

# Seconds after which a test fails that waits for the screen.
_PATIENCE = 60


class Terminal:
    """Runs `dungeon-host words…` in a pseudo terminal of `columns` × `rows`; a context."""

    def __init__(self, *words: str | Path, columns: int = 80, rows: int = 24) -> None:
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.output = b""
        self._pid, self._terminal = pty.fork()
        if self._pid == 0:
            environment = {**os.environ, "TERM": "xterm-256color", "NO_COLOR": "1"}
            for name in ("COLUMNS", "LINES"):
                environment.pop(name, None)
            # The size is set before the command looks at it.
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.execve(sys.executable, [sys.executable, "-m", "host", *map(str, words)], environment)
        self.status: int | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.status is None:
            os.kill(self._pid, signal.SIGKILL)
            os.waitpid(self._pid, 0)
        os.close(self._terminal)

    @property
    def lines(self) -> list[str]:
        """What the screen shows, without blanks at the ends of lines."""
        return [line.rstrip() for line in self.screen.display]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def press(self, keys: str) -> None:
        os.write(self._terminal, keys.encode())

    def resize(self, columns: int, rows: int) -> None:
        """Give the terminal another size, as its window does."""
        self.screen.resize(rows, columns)
        fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def wait(self, condition: Callable[[str], bool] | str) -> str:
        """Read until the screen shows a text, or `condition` holds for what it shows; return what it shows."""
        deadline = time.monotonic() + _PATIENCE
        while not (condition in self.text if isinstance(condition, str) else condition(self.text)):
            assert time.monotonic() < deadline, f"the screen never shows {condition}:\n{self.text}"
            assert self._read(), f"the command ended before {condition}:\n{self.text}"
        return self.text

    def end(self) -> int:
        """Read until the command ends, and return its exit code."""
        deadline = time.monotonic() + _PATIENCE
        while self._read():
            assert time.monotonic() < deadline, f"the command does not end:\n{self.text}"
        _, status = os.waitpid(self._pid, 0)
        self.status = os.waitstatus_to_exitcode(status)
        return self.status

    def _read(self) -> bool:
        """Read what has arrived; return whether more may come."""
        if not select.select([self._terminal], [], [], 0.2)[0]:
            return True
        try:
            data = os.read(self._terminal, 65536)
        except OSError:
            # The other end is closed.
            return False
        self.output += data
        self._stream.feed(data)
        return bool(data)
