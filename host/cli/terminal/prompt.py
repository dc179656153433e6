"""Prompts: where the inputs of the REPL come from."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from host.tools.repl.names import Complete, find_names

# The name that is being typed.
_NAME = re.compile(r"[A-Za-z_][\w.:]*$")
_FIRST, _NEXT = "> ", "… "


class Prompt(Protocol):
    """Where lines come from."""

    is_interactive: bool

    def read(self, *, goes_on: bool) -> str | None:
        """Return the next line, or None at the end; `goes_on` when it belongs to the input before it."""


def open_prompt(complete: Complete, *, is_plain: bool) -> Prompt:
    """Return the prompt for standard input: with prompt-toolkit on a terminal, where that is installed."""
    if is_plain or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return _Pipe()
    try:
        import prompt_toolkit  # noqa: F401 - `_Editor` uses it
    except ImportError:
        return _Terminal()
    return _Editor(complete)


class _Pipe:
    """Lines of a pipe or a file, without a prompt."""

    is_interactive = False

    def read(self, *, goes_on: bool) -> str | None:  # noqa: ARG002
        line = sys.stdin.readline()
        return line.rstrip("\r\n") if line else None


class _Terminal:
    """A prompt of Python itself, with the keys of readline where there is one."""

    is_interactive = True

    def __init__(self) -> None:
        with suppress(ImportError):
            import readline  # noqa: F401 - `input` uses it once it is imported

    def read(self, *, goes_on: bool) -> str | None:
        try:
            return input(_NEXT if goes_on else _FIRST)
        except EOFError:
            return None


class _Editor:
    """A prompt with completion and history, by prompt-toolkit."""

    is_interactive = True

    def __init__(self, complete: Complete) -> None:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.completion import Completer, Completion, ThreadedCompleter
        from prompt_toolkit.history import FileHistory, InMemoryHistory

        class NameCompleter(Completer):  # type: ignore[misc, unused-ignore] # its base may be missing
            def get_completions(self, document: Any, _: Any) -> Iterator[Any]:
                match = _NAME.search(document.text_before_cursor)
                for name in find_names(complete, match[0]) if match else []:
                    yield Completion(name, start_position=-len(match[0]))  # type: ignore[index]

        file = _history_file()
        self._session: Any = PromptSession(
            history=FileHistory(str(file)) if file else InMemoryHistory(),
            completer=ThreadedCompleter(NameCompleter()),
            complete_while_typing=False,
        )

    def read(self, *, goes_on: bool) -> str | None:
        try:
            line: str = self._session.prompt(_NEXT if goes_on else _FIRST)
        except EOFError:
            return None
        return line


def _history_file() -> Path | None:
    """Return the file of the history, whose folder is there; None where it cannot be written."""
    state = os.environ.get("XDG_STATE_HOME") or "~/.local/state"
    try:
        folder = Path(state).expanduser() / "dungeon-host"
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        return None
    return folder / "history"
