"""Output in a workflow of GitHub or another build service, where no text of a mod may become a command.

A build service reads commands from the log: `::add-mask::x` where a line begins, `##[add-mask]x` anywhere.
The command line and the plugin of pytest use this module, which needs no package `host`.
"""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress

# Environment variables of services that read commands from the log: GitHub (and what runs its workflows), Azure,
# TeamCity.
BUILD_SERVICES = ("GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION")
# Beginnings of commands: "::" where a line begins, "##[" and "##vso[" anywhere. A blank after a match makes it text.
_COMMAND = re.compile(r"(?:\A|(?<=[\n\r]))[^\S\n\r]*:(?=:)|##\w{0,30}(?=\[)")
# Characters of the longest beginning of a command.
_LONGEST = 40


def is_build_service() -> bool:
    """Return whether a build service reads what this process prints."""
    return any(map(os.environ.get, BUILD_SERVICES))


def escape_text(text: str) -> str:
    """Return a text in which a build service sees no command, wherever it is printed."""
    return _COMMAND.sub(r"\g<0> ", text)


class EscapedStream(io.TextIOWrapper):
    """A stream that writes no commands, except by `write_command`."""

    # The end of the current line, which may begin a command.
    _line = ""

    def write(self, text: str) -> int:
        shown = escape_text(self._line + text)
        super().write(shown[len(self._line) :])
        line = re.split(r"[\n\r]", shown)[-1]
        start = line.lstrip()
        # Behind the x no line begins.
        self._line = start if start in ("", ":") else f"x{line[-_LONGEST:]}"
        return len(text)

    def write_command(self, text: str) -> None:
        """Write a line as it is."""
        super().write(f"{text}\n")
        self._line = ""


@contextmanager
def escape_commands() -> Iterator[None]:
    """Escape all that is printed and that a build service would take for a command; a context."""
    streams = sys.stdout, sys.stderr
    try:
        sys.stdout, sys.stderr = map(wrap, streams)
        yield
    finally:
        wrapped = sys.stdout, sys.stderr
        sys.stdout, sys.stderr = streams
        for stream in wrapped:
            unwrap(stream)


def unwrap(stream: object) -> None:
    """End a stream of `wrap`; the stream below stays open."""
    if isinstance(stream, EscapedStream):
        # The command reports a reader that is gone.
        with suppress(OSError, ValueError):
            stream.flush()
            stream.detach()


def wrap(stream: object) -> object:
    """Return a stream that writes no commands into a stream; the stream itself when it is none of a log."""
    if isinstance(stream, EscapedStream) or not isinstance(stream, io.TextIOWrapper) or stream.isatty():
        return stream
    stream.flush()
    return EscapedStream(stream.buffer, stream.encoding, stream.errors, line_buffering=True, write_through=True)


def print_commands(lines: Iterable[str]) -> None:
    """Print commands of the host itself, whose texts are escaped."""
    # A stream may stand before the one that escapes.
    write = getattr(sys.stdout, "write_command", print)
    for line in lines:
        write(line)
