"""Which lines of mods the tests run, for people and for tools."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os.path import relpath
from pathlib import Path
from typing import NamedTuple

from host.errors import visible
from host.mods.files import MOST_BYTES
from host.syntax.statements import statement_lines
from host.syntax.tree import SyntaxTreeError, loadable
from host.testing.finder import find_mod

_MOST_RANGES = 12


class Covered(NamedTuple):
    """A file of a mod: lines on which statements begin, and which of them ran. `lines` is None for what could not be
    read."""

    path: Path
    lines: tuple[int, ...] | None
    run: frozenset[int] = frozenset()

    @property
    def share(self) -> float:
        """Percent of the lines that ran."""
        return 100.0 * len(self.run) / len(self.lines) if self.lines else 100.0


def measured(mods: Mapping[Path, Mapping[str, Iterable[int]]]) -> list[Covered]:
    """All Lua files of mods but their tests, from the lines that ran, by file relative to the mod."""
    found = []
    for mod, run in sorted(mods.items()):
        for path in sorted(mod.rglob("*.lua")):
            inside = path.relative_to(mod)
            hidden = any(part.startswith(".") for part in inside.parts)
            if hidden or not path.is_file() or find_mod(path) is not None:
                continue
            lines = _lines(path)
            ran = frozenset(run.get(inside.as_posix(), ()))
            found.append(Covered(path, lines, ran & frozenset(lines or ())))
    return found


def _lines(path: Path) -> tuple[int, ...] | None:
    try:
        if path.stat().st_size > MOST_BYTES:
            return None
        return tuple(statement_lines(loadable(path.read_bytes())))
    except (OSError, SyntaxTreeError):
        return None


def table(files: list[Covered], folder: Path) -> list[str]:
    """Lines of a table of what was covered, and what was not."""
    names = [visible(relpath(file.path, folder)) for file in files]
    width = max([len("file"), *map(len, names)])
    rows = [f"{'file':{width}}  lines    run      %  not run"]
    for name, file in zip(names, files, strict=True):
        if file.lines is None:
            rows.append(f"{name:{width}}  could not be measured")
            continue
        missing = _ranges(file.lines, file.run)
        rows.append(f"{name:{width}}  {len(file.lines):5}  {len(file.run):5}  {file.share:5.1f}  {missing}".rstrip())
    lines = sum(len(file.lines or ()) for file in files)
    run = sum(len(file.run) for file in files)
    rows.append(f"{'all':{width}}  {lines:5}  {run:5}  {100.0 * run / lines if lines else 100.0:5.1f}")
    return rows


def _ranges(lines: tuple[int, ...], run: frozenset[int]) -> str:
    """The lines that did not run, as `3, 7-9`."""
    parts: list[tuple[int, int]] = []
    goes_on = False
    for line in lines:
        if line in run:
            goes_on = False
        elif goes_on:
            parts[-1] = (parts[-1][0], line)
        else:
            parts.append((line, line))
            goes_on = True
    shown = ", ".join(f"{a}-{b}" if b > a else str(a) for a, b in parts[:_MOST_RANGES])
    return f"{shown}, …" if len(parts) > _MOST_RANGES else shown


def lcov(files: list[Covered], folder: Path) -> str:
    """The same as a tracefile of lcov (`man geninfo` describes it)."""
    parts = []
    for file in files:
        if file.lines is not None:
            parts.append(f"TN:\nSF:{relpath(file.path, folder)}\n")
            parts += [f"DA:{line},{int(line in file.run)}\n" for line in file.lines]
            parts.append(f"LF:{len(file.lines)}\nLH:{len(file.run)}\nend_of_record\n")
    return "".join(parts)
