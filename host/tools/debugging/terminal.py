"""A debugger on a plain terminal: it prints where the mods stop, and reads one letter a line."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from host.errors import HostError, RequestError, visible
from host.mods.files import read_source
from host.paths import BUNDLED_MODS, relative_path
from host.tools.debugging.breakpoints import Breakpoint, find_breakpoint
from host.tools.debugging.front import Conversation, Stop
from host.tools.debugging.session import Debugger

_HELP = "c continue · n next · s step in · o step out · b back · b FILE:LINE breakpoint · p EXPR print · q quit"
_RESUMING = {"c": "continue", "n": "over", "s": "into", "o": "out", "b": "back"}
# Lines that are shown around the line where the mods are stopped.
_AROUND = 2


class Quit(KeyboardInterrupt):
    """Ends the command that runs."""


class Terminal:
    """The front of a session on a terminal.

    `read` returns the next line that the person types, or None at the end; `show` prints a line.
    """

    def __init__(self, read: Callable[[], str | None], show: Callable[[str], None], folders: Iterable[Path]) -> None:
        self._read = read
        self._show = show
        self._folders = list(folders)
        # FILE:LINE as the person typed it, of each breakpoint; and (path, line) of all stops.
        self._typed: dict[Breakpoint, str] = {}
        self._reached: set[tuple[str, int]] = set()
        self.debugger = Debugger(self)

    def tick(self) -> None:
        """Do nothing: Ctrl-C ends the command."""

    def log(self, text: str, path: str, line: int) -> None:
        """Show the message of a breakpoint."""
        self._show(f"{_format_location(path, line)}: {text}")

    def converse(self, stop: Stop) -> Conversation:
        """Read keys until one lets the mods go on."""
        self._reached.add((stop.path, stop.line))
        problem = f": {stop.text}" if stop.text else ""
        self._show(f"{stop.reason} at {_format_location(stop.path, stop.line)}{problem}")
        for line in _source_lines(stop):
            self._show(line)
        while True:
            typed = self._read()
            if typed is None:
                # The prompt stands on the last line.
                self._show("")
                raise Quit
            if typed.strip() == "q":
                raise Quit
            key, _, rest = typed.strip().partition(" ")
            if key == "p" and rest:
                answer = yield ["evaluate", "1", rest]
                self._show(answer[2] if answer[0] == "value" else f"error: {answer[-1]}")
            elif key == "b" and rest:
                self._type_breakpoint(rest)
            elif key in _RESUMING and not rest:
                return _RESUMING[key]
            else:
                self._show(_HELP)

    def add_breakpoint(self, text: str) -> Breakpoint:
        """Set the breakpoint `FILE:LINE`. Raises RequestError."""
        point = find_breakpoint(text, self._folders)
        self._typed[point] = text
        self.debugger.change([*self.debugger.breakpoints, point])
        return point

    def show_unreached(self) -> None:
        """Show the breakpoints at which the mods never stopped."""
        for point, text in self._typed.items():
            if (str(point.path), point.line) not in self._reached:
                typed = int(text.rpartition(":")[2])
                moved = f": line {typed} has no statement, the next one is on line {point.line}"
                self._show(visible(f"the breakpoint {text} was never reached{moved if typed != point.line else ''}"))

    def _type_breakpoint(self, text: str) -> None:
        try:
            point = self.add_breakpoint(text)
        except RequestError as error:
            self._show(str(error))
            return
        self._show(f"breakpoint set at {_format_location(str(point.path), point.line)}")


def _format_location(path: str, line: int) -> str:
    if not path:
        return "a function of the host"
    # As --break takes it.
    is_bundled = Path(path).is_relative_to(BUNDLED_MODS)
    shown = Path(path).relative_to(BUNDLED_MODS).as_posix() if is_bundled else relative_path(path)
    return f"{visible(shown)}:{line}"


def _source_lines(stop: Stop) -> list[str]:
    """Return the lines around a stop, with their numbers."""
    try:
        text = read_source(Path(stop.path), stop.path) if stop.path else b""
    except HostError:
        return []
    lines = text.decode("utf-8", "replace").splitlines()
    first, last = max(stop.line - _AROUND, 1), min(stop.line + _AROUND, len(lines))
    return [f"{'>' if n == stop.line else ' '} {n:4} {visible(lines[n - 1])}" for n in range(first, last + 1)]
