"""Output in a workflow of GitHub, and of other services that build: lines of mods are no commands there.

Such a service reads commands from the log: `::add-mask::x` where a line begins, `##[add-mask]x` anywhere.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress

# A blank behind these makes a text of a command: "::" at the start of a line, "##[" and "##vso[" anywhere.
_COMMAND = re.compile(r"(?:\A|(?<=[\n\r]))[^\S\n\r]*:(?=:)|##\w{0,30}(?=\[)")
# Characters of the current line that a command may have begun with.
_LONGEST = 40


class _Texts(io.TextIOWrapper):
    """A stream on which whatever is written is text, and no command."""

    # What of the current line decides whether a command follows.
    _line = ""

    def write(self, text: str) -> int:
        shown = _COMMAND.sub(r"\g<0> ", self._line + text)
        super().write(shown[len(self._line) :])
        line = re.split(r"[\n\r]", shown)[-1]
        begun = line.lstrip()
        self._line = begun if begun in ("", ":") else f"x{line[-_LONGEST:]}"
        return len(text)

    def write_command(self, text: str) -> None:
        """Write a line as it is."""
        super().write(f"{text}\n")
        self._line = ""


@contextmanager
def texts_only() -> Iterator[None]:
    """Make text of whatever is printed; a context for commands where a service that builds reads the log."""
    streams = sys.stdout, sys.stderr
    try:
        sys.stdout, sys.stderr = map(_wrap, streams)
        yield
    finally:
        wrapped = sys.stdout, sys.stderr
        sys.stdout, sys.stderr = streams
        for stream in wrapped:
            if isinstance(stream, _Texts):
                # A reader that is gone is the matter of the command.
                with suppress(OSError, ValueError):
                    stream.flush()
                    stream.detach()


def _wrap(stream: object) -> object:
    if not isinstance(stream, io.TextIOWrapper) or stream.isatty():
        return stream
    stream.flush()
    return _Texts(stream.buffer, stream.encoding, stream.errors, line_buffering=True, write_through=True)


def print_commands(lines: Iterable[str]) -> None:
    """Print commands of the host itself, whose texts are escaped."""
    for line in lines:
        if isinstance(sys.stdout, _Texts):
            sys.stdout.write_command(line)
        else:
            print(line)
