"""Advice about names of mods that have no value: the nearest name, or the dialect that has the name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from host.border.diagnostics import find_misread
from host.border.session import Session
from host.dialects import lua_functions
from host.dialects.functions import DIALECTS
from host.errors import HostError
from host.paths import LUA, declarations

if TYPE_CHECKING:
    from host.mods.loader import Loader
    from host.syntax.tree import Chunk

# A field or a method in Lua.
_FIELD = re.compile(r"[.:]\s*([A-Za-z_]\w*)")
# A method in a file of declarations.
_METHOD = re.compile(r"^[\w.]+:(\w+)\(", re.MULTILINE)


class Advisor:
    """Hints for names without a value."""

    def __init__(self, loader: Loader, session: Session) -> None:
        self._loader = loader
        self._session = session

    def advise(self, mod: str, name: str) -> str | None:
        """Return a hint for a name without a value, such as "global NAME", "field NAME" or "method NAME".

        It is the nearest name, or for a global variable the dialect that has it and is not among the mod's.
        """
        kind, _, name = name.partition(" ")
        if kind == "global":
            return self._advise_dialect(mod, name) or self._advise_variable(mod, name)
        misread = self._session.misreads.get(name)
        if misread is not None:
            return misread.hint
        return self._advise_method(mod, name) if kind == "method" else None

    def advise_argument(self, function: str, file: str, line: int) -> tuple[str, str | None]:
        """Return the variable that is the only argument of a call, and a hint for it.

        The call of the function begins on a line of a file of a mod. For another argument, returns an empty text.
        """
        lines = self._session.files.read(f"/{file}").decode("utf-8", "replace").splitlines()
        call = re.search(rf"\b{function}\s*\(\s*([A-Za-z_]\w*)\s*\)", "\n".join(lines[line - 1 : line + 2]))
        if call is None or call[1] == "nil":
            return "", None
        return call[1], self.advise(file.partition("/")[0], f"global {call[1]}")

    def advise_call(self, file: str, line: int, passes_nil: bool) -> str | None:
        """Return a hint at a name in a call of a mod that does not exist, or None.

        It is a field that has been reported as a near miss, or a global variable. The call begins on the line, or a
        call that it passes does. A variable without a near name counts only when the call `passes_nil`.
        """
        # Imported here, so that commands without errors need not import it.
        from host.syntax.scopes import resolve_names
        from host.syntax.source import loadable
        from host.syntax.tree import Chunk, SyntaxTreeError

        try:
            chunk = Chunk(loadable(self._session.files.read(f"/{file}")))
        except (HostError, SyntaxTreeError):
            return None
        names, end = resolve_names(chunk), _end_of_calls(chunk, line)
        fields = _FIELD.findall(chunk.source[chunk.start_of(line) : end].decode("utf-8", "replace"))
        misread = next((self._session.misreads[name] for name in fields if name in self._session.misreads), None)
        if misread is not None:
            return misread.explanation
        uses = [use.name for use in names.globals if line <= use.line and use.offset < end and not use.is_assigned]
        variables: list[str] = self._loader.lua.call(lua_functions.variable_names, file.partition("/")[0])
        valid = {*variables, *(local.name for local in names.locals)}
        missing = [name for name in uses if name.isidentifier() and name not in valid]
        for name in missing:
            if near := find_misread(name, sorted(valid)):
                return f'there is no variable "{name}"; did you mean "{near}"?'
        return f'there is no variable "{missing[0]}"' if missing and passes_nil else None

    def _advise_variable(self, mod: str, name: str) -> str | None:
        """Return a hint at the global variable of a mod whose name is nearest, or None."""
        names: list[str] = self._loader.lua.call(lua_functions.variable_names, mod)
        return _hint(name, names)

    def _advise_method(self, mod: str, name: str) -> str | None:
        """Return a hint at the method whose name is nearest, of those that the dialects of a mod declare, or None."""
        manifest = self._loader.available.get(mod)
        dialects = (manifest and manifest.dialects) or DIALECTS
        methods = {method for key in dialects for text in _texts(key) for method in _METHOD.findall(text)}
        return _hint(name, sorted(methods))

    def _advise_dialect(self, mod: str, name: str) -> str | None:
        """Return a hint at the dialect that has a global variable and is not among those of a mod, or None."""
        manifest = self._loader.available.get(mod)
        if manifest is None or not manifest.dialects:
            return None
        declared = re.compile(rf"^{name}[(.:]", re.MULTILINE)
        for dialect in DIALECTS:
            if dialect not in manifest.dialects and any(map(declared.search, _texts(dialect))):
                return f"{name} is a name of the dialect {dialect}, which {manifest.file.name} does not list"
        return None


def _end_of_calls(chunk: Chunk, line: int) -> int:
    """Return the byte offset at which the last of the calls that begin on a line ends; 0 without one."""
    end, nodes = 0, [chunk.root]
    while nodes:
        node = nodes.pop()
        if node.type == "function_call" and chunk.line_of(node) == line:
            end = max(end, node.end_byte)
        elif chunk.line_of(node) <= line <= chunk.line_at(node.end_byte):
            nodes += node.named_children
    return end


def _hint(name: str, names: Sequence[str]) -> str | None:
    near = find_misread(name, names)
    return f'did you mean "{near}"?' if near else None


def _texts(dialect: str) -> Iterator[str]:
    """Yield the texts of the declarations of a dialect."""
    # The sandbox lets a child read declarations, but not stubs.
    return ((LUA / f"{module}.lua").read_text(encoding="utf-8") for module in declarations(dialect))
