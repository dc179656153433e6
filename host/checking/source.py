"""Checks of Lua files: superseded names of Lua 5.1 and of dialects, and what Lua 5.5 refuses; all of it still works."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from host.checking.diagnostic import Diagnostic, new_diagnostic
from host.errors import HostError, in_one_line
from host.mods.files import list_lua_files, locate, read_regular_file
from host.syntax.old_lua import LONGEST, find_rewrites
from host.syntax.scopes import GlobalUse, Names, resolve_names
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


def check_sources(mod: str, folder: Path, dialects: Collection[str], *, has_old_lua: bool) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each use of a superseded name, each rewrite, and each file that cannot be parsed."""
    for path in list_lua_files(folder):
        inside = path.relative_to(folder).as_posix()
        name = f"{mod}/{in_one_line(inside)}"
        try:
            chunk = Chunk(loadable(read_regular_file(locate(folder, inside), name)))
        except SyntaxTreeError:
            yield new_diagnostic("unread", mod, "this file cannot be parsed as Lua", file=name)
            continue
        except HostError as error:
            yield new_diagnostic("unread", mod, f"this file cannot be read: {error.message}", file=name)
            continue
        names = resolve_names(chunk)
        yield from _old_names(mod, name, names, dialects)
        if has_old_lua and len(chunk.source) <= LONGEST:
            for part in find_rewrites(chunk, names):
                message, hint = _OF_LOOP if part.is_loop else _OF_ARGUMENTS
                message = message.format(part.name)
                yield new_diagnostic("rewritten", mod, message, file=name, line=part.line, hint=hint)


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


def _is_test(use: GlobalUse) -> bool:
    return use.before in _BEFORE_TEST or use.after in _AFTER_TEST


def _name_of_lua(name: str) -> str:
    """Return the name of Lua 5.1 that a name is or begins with, or an empty text."""
    if name not in MODERN and name.startswith("bit."):
        return "bit"
    return name if name in MODERN else ""
