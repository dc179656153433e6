"""The debugger in the child: puts probes into chunks, and passes messages between Lua and the parent."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from host.border.service import service
from host.border.state import LuaState, Observer
from host.dialects import lua_functions
from host.errors import HostError
from host.mods.files import read_source
from host.syntax import loadable
from host.syntax.statements import put_probes
from host.syntax.tree import SyntaxTreeError


class DebugObserver(Observer):
    """Debugs the mods of a Lua state.

    probe: a name that no mod guesses.
    lines: path of a file -> lines with probes; None for all lines of all files.
    commands: what the parent would answer first, up to a command "resume".
    """

    def __init__(
        self,
        ask: Callable[[dict[str, Any]], Any],
        probe: str,
        lines: Mapping[str, Sequence[int]] | None,
        commands: Sequence[Sequence[str]],
    ) -> None:
        self._ask = ask
        self._probe = probe
        self._lines = None if lines is None else {path: frozenset(listed) for path, listed in lines.items()}
        self._commands = list(commands)

    def prepare(self, lua: LuaState) -> None:
        """Let the mods that load from now on be debugged."""
        lua.call(lua_functions.begin_debugging, self._probe)

    @service
    def debug_wait(self, answer: list[str]) -> list[str]:
        """Send an answer to the parent, and return its next command."""
        if self._commands:
            return list(self._commands.pop(0))
        return [str(word) for word in self._ask({"answer": answer})]

    @service
    def debug_path(self, name: str) -> str:
        """Return the path of a file of a mod by its name in messages; an empty text for any other text."""
        path = self.path_of(name)
        return "" if path is None else str(path.resolve())

    @service
    def debug_is_running(self) -> bool:
        """Return whether mods do what the command is for, and do not load."""
        return self.is_running()

    @service
    def debug_instrument(self, name: str, source: bytes, compiled: bytes) -> bytes | None:
        """Return a chunk with probes, or None for one without.

        `compiled` is the source, or what replaces it in a mod for Lua 5.1.
        """
        path = self.path_of(name)
        if path is None:
            return None
        lines = None if self._lines is None else self._lines.get(str(path.resolve()), ())
        if lines is not None and not lines:
            return None
        try:
            # A text that a mod loads may have the name of a file.
            if loadable(read_source(path, name)) != source:
                return None
            return put_probes(compiled, self._probe, lines)
        except (HostError, SyntaxTreeError):
            return None
