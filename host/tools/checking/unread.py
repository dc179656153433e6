"""Diagnostics of Lua files that cannot be read or parsed."""

from __future__ import annotations

import re

from host.dialects import lua_functions
from host.engine.engine import Engine
from host.errors import HostError, shorten_message
from host.syntax.tree import LONGEST, MOST_TOKENS, is_too_large
from host.tools.checking.diagnostic import Diagnostic, new_diagnostic

_LINE = re.compile(r":(\d+): (.*)", re.DOTALL)


def unparsed(engine: Engine, mod: str, file: str, source: bytes) -> Diagnostic:
    """Return the diagnostic of a text that has no syntax tree, with the line and the reason that Lua names."""
    if is_too_large(source):
        limit = f"must have at most {LONGEST} bytes, and {MOST_TOKENS} words and signs"
        return new_diagnostic("unread", mod, f"this file is too large to be checked: {limit}", file=file)
    match = _LINE.search(engine.lua.call(lua_functions.find_syntax_error, source))
    message = "this file cannot be parsed as Lua"
    if match is None:
        return new_diagnostic("unread", mod, message, file=file)
    return new_diagnostic("unread", mod, f"{message}: {shorten_message(match[2])}", file=file, line=int(match[1]))


def unreadable(mod: str, file: str, error: HostError) -> Diagnostic:
    """Return the diagnostic of a file that cannot be read."""
    return new_diagnostic("unread", mod, f"this file cannot be read: {error.message}", file=file, hint=error.hint)
