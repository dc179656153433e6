"""Advice about names of mods that have no value, and about calls with the wrong sign between object and function."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from host.border.session import Session
from host.border.state import LuaState
from host.dialects import lua_functions
from host.dialects.functions import DIALECTS, LIBRARIES
from host.errors import HostError, ModError, PhaseError
from host.errors.excerpt import lines_between
from host.errors.spelling import find_misread
from host.errors.work import WORK
from host.mods.declared_names import DeclaredNames, advise_require, declared_names, explain_colon, has_name, title_of
from host.mods.loaded_mods import LoadedMods
from host.mods.order import how_to_find
from host.paths import bundled_ids
from host.syntax.lua_names import find_replacement

if TYPE_CHECKING:
    from tree_sitter import Node

    from host.syntax.origins import Origins
    from host.syntax.references import References
    from host.syntax.tree import Chunk

    # A sentence about a name without a value, and a hint.
    _Cause = tuple[str, str | None]

# The last name of a path, such as "kts.Tile: access.walking".
_LAST_NAME = re.compile(r"[A-Za-z_]\w*\Z")


class Advisor:
    """Hints for names without a value."""

    def __init__(self, mods: LoadedMods, session: Session, lua: LuaState) -> None:
        self._mods = mods
        self._session = session
        self._lua = lua

    def advise(self, mod: str, name: str, file: str | None = None, line: int | None = None) -> str | None:
        """Return a hint for a name without a value, such as "global NAME", "field NAME" or "method NAME".

        It is the nearest name; for a global variable also the dialect that has it and is not among the mod's, or the
        module that the mod has to require. The name of a local is no near miss. The file and the line say where the
        error is.
        """
        kind, _, name = name.partition(" ")
        if kind == "global":
            return (
                self._advise_require(mod, name)
                or self._advise_dialect(mod, name)
                or find_replacement(name)
                or self._advise_variable(mod, name)
            )
        if kind in ("local", "upvalue"):
            return None
        misread = self._session.misreads.get(name)
        return misread.hint if misread is not None else self._advise_member(mod, name, file, line or 0)

    def advise_argument(self, function: str, file: str, line: int) -> tuple[str, str | None]:
        """Return the variable that is the only argument of a call, and a hint for it.

        The call of the function begins on a line of a file of a mod. For another argument, returns an empty text.
        """
        text = self._session.files.read(f"/{file}").decode("utf-8", "replace")
        WORK.note(len(text))
        lines = "\n".join(lines_between(text, line, line + 2))
        call = re.search(rf"\b{function}\s*\(\s*([A-Za-z_]\w*)\s*\)", lines)
        if call is None or call[1] == "nil":
            return "", None
        return call[1], self.advise(file.partition("/")[0], f"global {call[1]}")

    def advise_call(self, error: HostError) -> None:
        """Say in an error what is wrong in the call of a mod: a name that does not exist, or a dot or a colon.

        A name goes in front of the message, because what the message says is a consequence. The call begins on the line
        of the error, or a call that it passes does. An error that there is no dungeon has the cause of the layout that
        failed.
        """
        failure = self._session.game.layout_failure if self._session.game is not None else None
        if error.value == "nil" and type(error) is ModError and failure is not None:
            file, line, path = failure.file, failure.line, failure.path
        else:
            file, line, path = error.file, error.line, error.path
        if not file or not line or (error.hint is not None and error.value != "nil"):
            return
        chunk = self._read(file)
        if chunk is None:
            return
        mod = file.partition("/")[0]
        sign = self._advise_sign(mod, chunk, line, error) if error.hint is None else None
        if sign is not None:
            error.hint = sign
            return
        if isinstance(error, PhaseError):
            # Another value would not help.
            return
        origins, passes_nil = self._origins(chunk), error.value == "nil"
        # What the other fields of a table get is no cause of nil.
        field = _LAST_NAME.search(path or "") if passes_nil else None
        uses = origins.uses(chunk.start_of(line), _end_of_calls(chunk, line), field and field[0])
        # The call has read fields of its arguments, so the tables of these were there.
        uses = [use for use in uses if not origins.is_indexed(use)]
        if cause := self._find_cause(mod, origins, uses, _lines_of(error, file), passes_nil=passes_nil):
            error.put_cause(*cause)

    def advise_nil(self, error: HostError, mod: str, name: str) -> None:
        """Say in an error of Lua about a name without a value what is the cause, or what may be meant.

        The name is as in `advise`, or names a local: "local NAME" or "upvalue NAME".
        """
        file, line = error.file, error.line or 0
        chunk = self._read(file) if file else None
        if file and chunk is not None:
            origins = self._origins(chunk)
            # What was used is not its own cause.
            uses = [
                origin
                for use in origins.uses_of(name.partition(" ")[2], chunk.start_of(line), chunk.start_of(line + 1))
                if (origin := origins.trace(use, _lines_of(error, file))) is not None and origin.id != use.id
            ]
            if cause := self._find_cause(mod, origins, uses, (), passes_nil=True):
                error.put_cause(*cause)
                return
        error.hint = self.advise(mod, name, file, line)

    def _find_cause(
        self, mod: str, origins: Origins, uses: Sequence[Node], lines: Collection[int], *, passes_nil: bool
    ) -> _Cause | None:
        """Return why one of some expressions has no value; None when that is not known.

        It is a field that has been reported as a near miss, or a global variable. A variable without a near name counts
        only for an error about nil.
        """
        traced = [origins.trace(use, lines) or use for use in uses]
        for node in traced:
            misread = self._session.misreads.get(origins.field_of(node) or "")
            if misread is not None:
                return misread.message, misread.hint
        variables: list[str] = self._lua.call(lua_functions.variable_names, mod)
        locals_of = {local.name: local for local in origins.names.locals}
        missing = dict.fromkeys(name for node in traced if (name := origins.global_of(node)) and name not in variables)
        for name in missing:
            cause = f'there is no variable "{name}"'
            if name in locals_of:
                return cause, f"the local variable of line {locals_of[name].line} is not visible here"
            if near := find_misread(name, sorted({*variables, *locals_of})):
                return cause, f'did you mean "{near}"?'
        return (f'there is no variable "{next(iter(missing))}"', None) if missing and passes_nil else None

    def _origins(self, chunk: Chunk) -> Origins:
        # Imported here, so that commands without errors need not import it.
        from host.syntax.origins import Origins

        return Origins(chunk)

    def _read(self, file: str) -> Chunk | None:
        """Return a file of a mod as a syntax tree; None for one that cannot be read or parsed."""
        # Imported here, so that commands without errors need not import it.
        from host.syntax import loadable
        from host.syntax.tree import Chunk, SyntaxTreeError

        try:
            return Chunk(loadable(self._session.files.read(f"/{file}")))
        except (HostError, SyntaxTreeError):
            return None

    # -- mods

    def advise_loading(self, mod: str, other: str) -> str | None:
        """Return how a mod gets another one that was found and is not loaded, or None when that is not so."""
        mods = self._mods
        if other not in (*mods.known_ids(), *bundled_ids()) or mods.has(other):
            return None
        manifest = mods.available.get(mod)
        if manifest is None or manifest.legacy:
            shipped = f'it comes with the host: `Host([…, "{other}"])` and --mods {other} load it'
            return shipped if other in bundled_ids() else None
        return f'write {other} = "*" under [dependencies] in {manifest.file.name}, so that it loads before {mod}'

    def advise_finding(self, mod: str, other: str) -> str:
        """Return how a mod gets another one that was not found."""
        manifest, advice = self._mods.available.get(mod), how_to_find(mod, other)
        if manifest is None or manifest.legacy:
            return advice
        return f'{advice}, and write {other} = "*" under [dependencies] in {manifest.file.name}'

    # -- global variables

    def _advise_variable(self, mod: str, name: str) -> str | None:
        """Return a hint at the global variable of a mod whose name is nearest, or None."""
        names: list[str] = self._lua.call(lua_functions.variable_names, mod)
        return _hint(name, names)

    def _advise_require(self, mod: str, name: str) -> str | None:
        """Return how to require the module of that name, or None when there is none."""
        declared = self._declared(mod)
        return next((advise_require(name, each.paths[name]) for each in declared if name in each.paths), None)

    def _advise_dialect(self, mod: str, name: str) -> str | None:
        """Return a hint at the dialect that has a global variable and that the mod does not have, or None."""
        manifest = self._mods.available.get(mod)
        if manifest is None or not manifest.dialects:
            return None
        for dialect in DIALECTS:
            if dialect not in manifest.dialects and has_name(dialect, name):
                return f"{name} is a name of the dialect {dialect}, which {manifest.file.name} does not list"
        return None

    # -- members

    def _advise_member(self, mod: str, name: str, file: str | None, line: int) -> str | None:
        """Return a hint for a field or a method without a value, which the code on a line names, or None."""
        # Imported here, so that commands without errors need not import it.
        from host.syntax.references import read_references

        chunk = self._read(file) if file else None
        for module, owner in _owners_of(read_references(chunk), name, line) if chunk is not None else ():
            instead = None if module else find_replacement(f"{owner}.{name}")
            names = self._members(mod, module, owner)
            if instead or names:
                return instead or _hint(name, sorted(names))
        return _hint(name, sorted(self._methods(mod)))

    def _methods(self, mod: str) -> set[str]:
        """Return the names of all methods that a mod finds, of classes and of texts."""
        return self._members(mod, "", "string").union(*(declared.method_names for declared in self._declared(mod)))

    def _members(self, mod: str, module: str, owner: str) -> set[str]:
        """Return the names of what can be called with a dot in a table: a global variable, or in a required module."""
        title = title_of(self._declared(mod), module, owner)
        declared = set[str]().union(*(each.functions.get(title, ()) for each in self._declared(mod)))
        return declared if module else {*self._lua.call(lua_functions.list_members, mod, owner), *declared}

    def _advise_sign(self, mod: str, chunk: Chunk, line: int, error: HostError) -> str | None:
        """Return a hint at a dot in a call of a line where a colon belongs, or the reverse, or None."""
        # Imported here, so that commands without errors need not import it.
        from host.syntax.references import read_references

        declared, methods = self._declared(mod), self._methods(mod)
        for call in read_references(chunk).calls:
            if call.line != line or not call.name or " with a colon" in error.message:
                continue
            # Or the error has been met in the host's own Lua, which says nothing of the function.
            is_named = error.details is not None or re.search(rf"\b{re.escape(call.name)}\b", error.message) is not None
            explanation = explain_colon(declared, call)
            if explanation is not None:
                return explanation
            module, *names = call.path or ("",)
            is_function = call.path is not None and call.name in self._members(mod, module, ".".join(names[:-1]))
            if is_named and call.name in methods and not call.is_method and not is_function:
                return f"{call.name} is called with a dot: must be called with a colon, as object:{call.name}(…)"
        return None

    def _declared(self, mod: str) -> list[DeclaredNames]:
        """Return the declared names of each dialect of a mod and of each library."""
        manifest = self._mods.available.get(mod)
        return [declared_names(name) for name in (*((manifest and manifest.dialects) or DIALECTS), *LIBRARIES)]


def _owners_of(references: References, name: str, line: int) -> Iterator[tuple[str, str]]:
    """Yield module and table of each member of that name on a line: a module or "", and the names that lead on."""
    for reference in references.names:
        for position, part in enumerate(reference.names):
            if part == name and reference.line == line and (position or reference.module):
                yield reference.module, ".".join(reference.names[:position])


def _lines_of(error: HostError, file: str) -> set[int]:
    """Return the lines of a file on which the calls of an error are."""
    return {frame.line for frame in error.frames if frame.file == file}


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
