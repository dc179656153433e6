"""Reading the Lua files of a mod, with diagnostics of those that cannot be read or parsed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from host.dialects import lua_functions
from host.engine.engine import Engine
from host.errors import HostError, in_one_line, shorten_message
from host.mods.files import list_lua_files, read_mod_file
from host.syntax import loadable
from host.syntax.tree import LONGEST, MOST_TOKENS, Chunk, SyntaxTreeError, is_too_large
from host.tools.checking.diagnostic import Diagnostic, new_diagnostic

_LINE = re.compile(r":(\d+): (.*)", re.DOTALL)


def read_chunks(
    engine: Engine, mod: str, folder: Path, diagnostics: list[Diagnostic]
) -> Iterator[tuple[str, str, Chunk]]:
    """Yield the path, the name in messages and the syntax tree of each Lua file of a mod.

    Adds a diagnostic for each file that cannot be read or parsed.
    """
    for path in list_lua_files(folder):
        inside = path.relative_to(folder).as_posix()
        name = f"{mod}/{in_one_line(inside)}"
        try:
            source = loadable(read_mod_file(folder, inside, name))
            chunk = Chunk(source)
        except SyntaxTreeError:
            diagnostics.append(_unparsed(engine, mod, name, source))
        except HostError as error:
            message = f"this file cannot be read: {error.message}"
            diagnostics.append(new_diagnostic("unread", mod, message, file=name, hint=error.hint))
        else:
            yield inside, name, chunk


def _unparsed(engine: Engine, mod: str, file: str, source: bytes) -> Diagnostic:
    """Return the diagnostic of a text that has no syntax tree, with the line and the reason that Lua names."""
    if is_too_large(source):
        limit = f"must have at most {LONGEST} bytes, and {MOST_TOKENS} words and signs"
        return new_diagnostic("unread", mod, f"this file is too large to be checked: {limit}", file=file)
    match = _LINE.search(engine.lua.call(lua_functions.find_syntax_error, source))
    message = "this file cannot be parsed as Lua"
    if match is None:
        return new_diagnostic("unread", mod, message, file=file)
    return new_diagnostic("unread", mod, f"{message}: {shorten_message(match[2])}", file=file, line=int(match[1]))
