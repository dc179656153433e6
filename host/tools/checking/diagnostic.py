"""Diagnostics: messages about mods, each with a severity, a rule, a mod and a source location."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from types import NoneType
from typing import Any, NamedTuple

from host.border.session import ModWarning
from host.errors import (
    ArgumentError,
    BudgetError,
    DanglingError,
    DiedError,
    HostError,
    HostErrors,
    InternalError,
    ManifestError,
    RequestError,
)
from host.process.child import malformed_answer

ERROR, WARNING = "error", "warning"

# Each rule of the checks: its severity, and what holds when a mod follows it. `docs/checking.md` shows this list.
RULES: dict[str, tuple[str, str]] = {
    "manifest": (ERROR, "the manifest can be read, and the mods that it needs exist"),
    "load": (ERROR, "the mod loads"),
    "argument": (ERROR, "arguments of API functions follow their rules"),
    "reference": (ERROR, "ids refer to registered prototypes"),
    "tile-number": (ERROR, "the tile table has an entry for each number of a segment file"),
    "budget": (ERROR, "each check ends within its limits of time, instructions, memory and output"),
    "died": (ERROR, "the process that runs the mod does not die"),
    "sealed": (ERROR, "all floor of a segment can be reached from its sides and its homes"),
    "home": (ERROR, "a player can stand in front of each home of a segment"),
    "pool-never": (ERROR, "a draw from a pool that has entries, or that is current, can return one of them"),
    "menu": (ERROR, "the menu can be read"),
    "menu-default": (ERROR, "a generator accepts the defaults of its options"),
    "generate": (ERROR, "a generator makes a map with its default options"),
    "hash-order": (ERROR, "a map does not depend on the order in which Lua walks names"),
    "load-order": (WARNING, "a map does not depend on which of two independent mods is loaded first"),
    "unreachable": (WARNING, "all floor of a dungeon can be reached from its homes"),
    "in-wall": (WARNING, "creatures on a generated map stand on squares that they can enter"),
    "no-door": (WARNING, "a segment without homes has a side where a door fits"),
    "room": (WARNING, "the rooms of a segment have the size of their walls, and all floor lies in one"),
    "pool-empty": (WARNING, "a pool that a mod registers has entries"),
    "deprecated": (WARNING, "no superseded names are used"),
    "rewritten": (WARNING, "no Lua 5.1 is rewritten for Lua 5.5"),
    "near-miss": (WARNING, "no field is a likely typo of a field that the host reads"),
    "unknown-name": (WARNING, "names that are called or indexed exist, also in code that never ran"),
    "colon": (WARNING, "no function that is called with a dot is called with a colon"),
    "unstable-order": (WARNING, "no loop walks a table whose keys have no order"),
    "weak-table": (WARNING, "no table is weak"),
    "never-acts": (WARNING, "an entity that has steps, or the decorator Acting, chooses actions"),
    "undeclared": (WARNING, "a mod that is required is named in the manifest"),
    "option": (WARNING, "a generator reads only options that it declares"),
    "looks": (WARNING, "glyphs and colours can be drawn"),
    "handler": (WARNING, "no event handler fails, nor a callback or an entity that is tried"),
    "unread": (WARNING, "each Lua file can be parsed"),
    "missing-module": (ERROR, "with `--compat`: the host has the modules that the mod requires"),
    "missing-function": (ERROR, "with `--compat`: the host has the functions and methods that the mod calls"),
    "missing-event": (ERROR, "with `--compat`: the events of handlers exist"),
    "missing-type": (ERROR, "with `--compat`: the types of entries exist"),
    "missing-field": (ERROR, "with `--compat`: the host reads the fields of the mod"),
    "caution": (WARNING, "the host has no other warning about the mod"),
}


# The shape of a diagnostic in the answer of a child.
SHAPE = {
    "severity": str,
    "rule": str,
    "mod": str,
    "file": (str, NoneType),
    "line": (int, NoneType),
    "message": str,
    "hint": (str, NoneType),
}


class Diagnostic(NamedTuple):
    """A message about a mod."""

    # ERROR or WARNING.
    severity: str
    # A key of RULES.
    rule: str
    # Empty when no single mod causes it.
    mod: str
    # "mod/path", and a line from 1, as far as they are known.
    file: str | None
    line: int | None
    message: str
    hint: str | None = None

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Diagnostic:
        """Return a diagnostic in the answer of a child. Raises DiedError for a rule that does not exist."""
        if data["rule"] not in RULES:
            raise malformed_answer()
        return cls(*(data[name] for name in cls._fields))

    def format(self, *, with_place: bool = True) -> str:
        """Return the message and the hint, after the source location unless something else shows that."""
        place = "".join(f"{part}:" for part in (self.file, self.line) if part) if with_place else ""
        hint = f"; {self.hint}" if self.hint else ""
        return f"{place}{' ' if place else ''}{self.message}{hint}"


def new_diagnostic(
    rule: str, mod: str, message: str, *, file: str | None = None, line: int | None = None, hint: str | None = None
) -> Diagnostic:
    """Return a diagnostic with the severity of its rule."""
    return Diagnostic(RULES[rule][0], rule, mod, file, line, message, hint)


def from_error(error: HostError, mod: str = "", rule: str | None = None) -> list[Diagnostic]:
    """Return the diagnostics of an error; those without a mod get `mod`.

    An error in a function of another mod that worked for the mod which loads, or for `mod`, is at the line that called.
    """
    if isinstance(error, HostErrors):
        return [diagnostic for part in error.errors for diagnostic in from_error(part, mod, rule)]
    file, line, owner, message = error.file, error.line, error.mod or mod, error.message
    caller = error.loading or mod
    frame = next((frame for frame in error.frames if frame.file.partition("/")[0] == caller), None)
    if owner != caller and frame is not None:
        message = f"{message} (in {file}:{line})" if file and line else message
        file, line, owner = frame.file, frame.line, caller
    if isinstance(error, ManifestError) and file and Path(file).is_absolute():
        path = Path(file)
        owner = error.mod or path.parent.name
        file = f"{owner}/{path.name}"
    kind = next((name for types, name in _RULE_OF if isinstance(error, types)), rule or "load")
    return [new_diagnostic(kind, owner, message, file=file, line=line, hint=error.hint)]


def from_warning(warning: ModWarning, mod: str = "") -> Diagnostic:
    """Return the diagnostic of a warning of the host."""
    owner = warning.file.partition("/")[0] if warning.file else mod
    return new_diagnostic(warning.kind, owner, warning.message, file=warning.file, line=warning.line, hint=warning.hint)


def in_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Sort diagnostics by mod, file and line, and remove duplicates."""
    return sorted(dict.fromkeys(diagnostics), key=_place)


# The first type that an error has decides.
_RULE_OF: tuple[tuple[Any, str], ...] = (
    (DanglingError, "reference"),
    (ManifestError, "manifest"),
    (ArgumentError, "argument"),
    (BudgetError, "budget"),
    ((DiedError, InternalError), "died"),
    (RequestError, "manifest"),
)


def _place(diagnostic: Diagnostic) -> tuple[Any, ...]:
    return (
        diagnostic.mod,
        diagnostic.severity != ERROR,
        diagnostic.file or "",
        diagnostic.line or 0,
        diagnostic.rule,
        diagnostic.message,
    )
