"""Checks of Lua files: superseded names of Lua 5.1 and of dialects, what Lua 5.5 refuses, and colons for dots."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from host.dialects.functions import LIBRARIES
from host.engine.engine import Engine
from host.mods.declared_names import declared_names, explain_colon
from host.syntax.lua_names import MODERN
from host.syntax.old_lua import find_rewrites
from host.syntax.references import CallReference, References, read_references
from host.syntax.scopes import GlobalUse, Names, resolve_names
from host.tools.checking.diagnostic import Diagnostic, new_diagnostic
from host.tools.checking.unread import read_chunks

# Superseded name of a dialect -> the dialect, and what replaces the name.
SUPERSEDED = {"Map.get_or_create": ("areas", "Area.get_or_create_map")}
# Message and hint for what the host rewrites.
_OF_LOOP = (
    "the loop assigns its variable {0}, which is constant in Lua 5.5; the host declares it again in the loop",
    "assign to a local variable of the loop",
)
_OF_ARGUMENTS = (
    "the variable {0} holds the arguments of its function in Lua 5.1 only; the host declares it",
    "use { ... } or table.pack(...)",
)
# Next to these a name is tested, not used: `unpack or table.unpack`, `if setfenv then`.
_BEFORE_TEST = frozenset(("or", "and", "not", "function"))
_AFTER_TEST = frozenset(("or", "and", "then", "==", "~=", "="))


def check_sources(
    engine: Engine,
    mod: str,
    folder: Path,
    dialects: Collection[str],
    *,
    has_old_lua: bool,
    note: Callable[[str, Names, References], None],
) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each superseded name, each rewrite, each wrong colon, and each file that is not read.

    note: takes the path, the names and the references of each file, for further checks.
    """
    colons = _Colons(mod, dialects)
    unread: list[Diagnostic] = []
    for _, name, chunk in read_chunks(engine, mod, folder, unread):
        names = resolve_names(chunk)
        yield from _old_names(mod, name, names, dialects)
        references = read_references(chunk, names)
        note(name, names, references)
        colons.read(name, references)
        if has_old_lua:
            for part in find_rewrites(chunk, names):
                message, hint = _OF_LOOP if part.is_loop else _OF_ARGUMENTS
                message = message.format(part.name)
                yield new_diagnostic("rewritten", mod, message, file=name, line=part.line, hint=hint)
    yield from colons.diagnostics()
    yield from unread


def _old_names(mod: str, file: str, names: Names, dialects: Collection[str]) -> Iterator[Diagnostic]:
    uses = names.globals
    assigned = {use.name for use in uses if use.is_assigned or use.after == "="}
    for use in uses:
        if _is_test(use) or use.name in assigned or use.name.partition(".")[0] in assigned:
            continue
        old, (dialect, now) = use.name, SUPERSEDED.get(use.name, ("", ""))
        if dialect in dialects:
            message = f"{old} is a superseded name of the {dialect} dialect, which still works"
        elif _name_of_lua(old):
            old = _name_of_lua(old)
            message, now = f"{old} is a name of Lua 5.1, which still works", MODERN[old]
        else:
            continue
        yield new_diagnostic("deprecated", mod, message, file=file, line=use.line, hint=f"use {now}")


class _Colons:
    """Calls with a colon of functions of the host that are declared with a dot."""

    def __init__(self, mod: str, dialects: Collection[str]) -> None:
        self._mod = mod
        self._declared = [declared_names(name) for name in (*dialects, *LIBRARIES)]
        # File, call, and what is wrong with the call unless a file of the mod assigns the function.
        self._suspects: list[tuple[str, CallReference, str]] = []
        # The names that any file of the mod assigns.
        self._variables: set[str] = set()

    def read(self, file: str, references: References) -> None:
        """Collect the calls of a file."""
        self._variables |= references.variables
        for call in references.calls:
            explanation = explain_colon(self._declared, call)
            if explanation is not None:
                self._suspects.append((file, call, explanation))

    def diagnostics(self) -> Iterator[Diagnostic]:
        """Yield a diagnostic for each call of a function that is not the mod's own."""
        for file, call, explanation in self._suspects:
            names = call.path or ()
            if self._variables.isdisjoint(".".join(names[1:end]) for end in range(2, len(names) + 1)):
                yield new_diagnostic("colon", self._mod, explanation, file=file, line=call.line)


def _is_test(use: GlobalUse) -> bool:
    return use.before in _BEFORE_TEST or use.after in _AFTER_TEST


def _name_of_lua(name: str) -> str:
    """Return the name of Lua 5.1 that a name is or begins with, or an empty text."""
    if name not in MODERN and name.startswith("bit."):
        return "bit"
    return name if name in MODERN else ""
