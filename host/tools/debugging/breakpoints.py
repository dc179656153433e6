"""Breakpoints: where a person wants the mods to stop (`--break`), and under which conditions."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from host.errors import HostError, RequestError
from host.errors.spelling import did_you_mean, find_named
from host.mods.files import is_file, list_lua_files, read_source
from host.paths import BUNDLED_MODS, paths_beside
from host.paths.folders import is_mod
from host.syntax import loadable
from host.syntax.statements import statement_lines
from host.syntax.tree import SyntaxTreeError

_HITS = re.compile(r"\s*(==?|>=?|<=?|%)?\s*\d{1,9}\s*\Z", re.ASCII)


class Breakpoint(NamedTuple):
    """A breakpoint in front of the first statement of a line.

    `condition` is an expression; `hits` is a number, perhaps with one of == >= > <= < % before it; with a `message`,
    whose {expressions} are filled in, the message is logged and the mods go on.
    """

    path: Path
    line: int
    condition: str = ""
    hits: str = ""
    message: str = ""

    def to_words(self) -> list[str]:
        """Return the breakpoint as Lua takes it."""
        texts = (text.replace("\0", "") for text in (self.condition, self.hits, self.message))
        return [str(self.path), str(self.line), *texts]

    @property
    def problem(self) -> str | None:
        """Why the hit count is invalid, or None."""
        if self.hits.strip() and not _HITS.match(self.hits):
            return f'the hit count "{self.hits}" must be a number, perhaps after one of == >= > <= < %'
        return None


def _statement_lines(path: Path) -> list[int]:
    try:
        return statement_lines(loadable(read_source(path, path.name)))
    except (HostError, SyntaxTreeError):
        return []


def next_statement(path: Path, line: int) -> int | None:
    """Return the first line from `line` on where a statement of a Lua file starts, or None."""
    lines = _statement_lines(path)
    position = bisect_left(lines, line)
    return lines[position] if position < len(lines) else None


def statement_at(path: Path, line: int) -> int:
    """Return the line where the statement that is on `line` starts."""
    lines = _statement_lines(path)
    position = bisect_right(lines, line)
    return lines[position - 1] if position else line


def find_breakpoint(text: str, folders: Iterable[Path]) -> Breakpoint:
    """Return the breakpoint `FILE:LINE`. Raises RequestError.

    FILE is a path, or one in a folder of a mod, or begins with the id of a mod.
    """
    name, colon, number = text.rpartition(":")
    if not colon or not number.isdecimal() or len(number) > 9 or int(number) < 1:
        raise RequestError(f'"{text}" is no FILE:LINE, such as init.lua:12')
    roots = [Path.cwd(), *folders]
    bases = [Path(), *roots, *(root.parent for root in roots), BUNDLED_MODS]
    path = next((path for base in bases if is_file(path := base / name)), None)
    if path is None:
        files = _list_files(roots)
        named = find_named(name, files)
        path = next((path for base in bases if is_file(path := base / named)), None)
    if path is None:
        raise RequestError(f'there is no file "{name}"', hint=did_you_mean(name, [*paths_beside(name), *files]))
    line = next_statement(path, int(number))
    if line is None:
        last = statement_at(path, int(number))
        hint = f"the last one is on line {last}" if last != int(number) else None
        raise RequestError(f"{name} has no statement on line {number} or below", hint=hint)
    return Breakpoint(path.resolve(), line)


def _list_files(roots: Iterable[Path]) -> list[str]:
    """Return the Lua files of mods as texts of breakpoints name them: of those among `roots`, and of bundled ones."""
    mods = [root for root in roots if is_mod(root)]
    files = {path.relative_to(mod).as_posix() for mod in mods for path in list_lua_files(mod)}
    mods += BUNDLED_MODS.iterdir()
    files |= {f"{mod.name}/{path.relative_to(mod).as_posix()}" for mod in mods for path in list_lua_files(mod)}
    return sorted(files)
