"""Checks of Lua files: superseded names of Lua 5.1 and of dialects, which still work."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from host.checking.diagnostic import Diagnostic, new_diagnostic
from host.errors import HostError
from host.mods.files import list_lua_files, read_regular_file
from host.syntax.scopes import GlobalUse, resolve_names
from host.syntax.source import loadable
from host.syntax.tree import Chunk, SyntaxTreeError

# Name that lua/core/sandbox/compat.lua defines -> what replaces it today.
MODERN = {
    "unpack": "table.unpack",
    "loadstring": "load",
    "setfenv": "load with an environment as its fourth argument, or a local _ENV",
    "getfenv": "_ENV",
    "table.getn": "the operator #",
    "table.maxn": "the operator #, or a count of your own",
    "math.pow": "the operator ^",
    "math.atan2": "math.atan with two arguments",
    "math.log10": "math.log with 10 as its second argument",
    "math.cosh": "math.exp",
    "math.sinh": "math.exp",
    "math.tanh": "math.exp",
    "bit.band": "the operator &",
    "bit.bor": "the operator |",
    "bit.bxor": "the operator ~",
    "bit.bnot": "the operator ~",
    "bit.lshift": "the operator <<",
    "bit.rshift": "the operator >>",
    "bit.arshift": "the operator //, by a power of two",
    "bit.rol": "the operators <<, >> and |",
    "bit.ror": "the operators <<, >> and |",
    "bit.bswap": "the operators <<, >>, & and |",
    "bit.tobit": "the operator &",
    "bit.tohex": "string.format with %08x",
    "bit": "the operators & | ~ << and >>",
}
# Superseded name of a dialect -> the dialect, and what replaces the name.
SUPERSEDED = {"Map.get_or_create": ("areas", "Area.get_or_create_map")}
# Next to these a name is tested, not used: `unpack or table.unpack`, `if setfenv then`.
_BEFORE_TEST = frozenset(("or", "and", "not", "function"))
_AFTER_TEST = frozenset(("or", "and", "then", "==", "~=", "="))


def old_names(mod: str, folder: Path, dialects: Collection[str]) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each use of a superseded name, and for each file that cannot be parsed."""
    for path in list_lua_files(folder):
        name = f"{mod}/{path.relative_to(folder).as_posix()}"
        try:
            uses = resolve_names(Chunk(loadable(read_regular_file(path, name)))).globals
        except SyntaxTreeError:
            yield new_diagnostic("unread", mod, "this file cannot be parsed as Lua", file=name)
            continue
        except HostError as error:
            yield new_diagnostic("unread", mod, f"this file cannot be read: {error.message}", file=name)
            continue
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
            yield new_diagnostic("deprecated", mod, message, file=name, line=use.line, hint=f"use {now}")


def _is_test(use: GlobalUse) -> bool:
    return use.before in _BEFORE_TEST or use.after in _AFTER_TEST


def _name_of_lua(name: str) -> str:
    """Return the name of Lua 5.1 that a name is or begins with, or an empty text."""
    if name not in MODERN and name.startswith("bit."):
        return "bit"
    return name if name in MODERN else ""
