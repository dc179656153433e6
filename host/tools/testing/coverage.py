"""Line coverage of the Lua of mods: which lines the tests run, as a table and as an lcov file.

Options: `--coverage`, `--coverage-lcov`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os.path import relpath
from pathlib import Path
from typing import NamedTuple

from host.errors import HostError, in_one_line
from host.mods.files import list_lua_files, read_mod_file
from host.syntax import loadable
from host.syntax.statements import statement_lines
from host.syntax.tree import SyntaxTreeError
from host.tools.testing.finder import find_mod

_MAX_RANGES = 12
# Bytes of all files together whose statements are found, in the process that a person started.
_MOST_BYTES = 16 * 2**20


class FileCoverage(NamedTuple):
    """The coverage of one file.

    `lines` are those on which statements start, or None for a file that cannot be read, or comes after many bytes of
    others; `run` are those that ran.
    """

    mod: Path
    path: Path
    lines: tuple[int, ...] | None
    run: frozenset[int] = frozenset()

    @property
    def share(self) -> float:
        """Percentage of the lines that ran."""
        return 100.0 * len(self.run) / len(self.lines) if self.lines else 100.0


def measure(mods: Mapping[Path, Mapping[str, Iterable[int]]]) -> list[FileCoverage]:
    """Return the coverage of all Lua files of mods, except tests.

    `mods` maps the folder of a mod to file (relative to the mod) -> lines that ran.
    """
    files = []
    left = _MOST_BYTES
    for mod, run in sorted(mods.items()):
        # No links: their files lie outside of the mod, or are listed by their own names.
        for path in sorted(list_lua_files(mod)):
            if path.name.startswith(".") or find_mod(path) is not None:
                continue
            inside = path.relative_to(mod).as_posix()
            size, lines = _lines(mod, inside, left)
            left -= size
            files.append(FileCoverage(mod, path, lines, frozenset(run.get(inside, ())) & frozenset(lines or ())))
    return files


def _lines(mod: Path, inside: str, most: int) -> tuple[int, tuple[int, ...] | None]:
    """Return the size of a file in bytes, and the lines on which statements start.

    The lines are None for a file of more than `most` bytes, and for one that cannot be read.
    """
    size = 0
    if most <= 0:
        return size, None
    try:
        content = read_mod_file(mod, inside, inside)
        size = len(content)
        return size, tuple(statement_lines(loadable(content))) if size <= most else None
    except (HostError, SyntaxTreeError):
        return size, None


def format_table(files: list[FileCoverage], folder: Path) -> list[str]:
    """Return the lines of a table with the share of each file and the lines that did not run."""
    names = [in_one_line(relpath(file.path, folder)) for file in files]
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
    """Return the lines that did not run, as `3, 7-9`."""
    parts: list[tuple[int, int]] = []
    is_open = False
    for line in lines:
        if line in run:
            is_open = False
        elif is_open:
            parts[-1] = (parts[-1][0], line)
        else:
            parts.append((line, line))
            is_open = True
    shown = ", ".join(f"{a}-{b}" if b > a else str(a) for a, b in parts[:_MAX_RANGES])
    return f"{shown}, …" if len(parts) > _MAX_RANGES else shown


def format_lcov(files: list[FileCoverage], folder: Path) -> str:
    """Return the text of an lcov tracefile (format: `man geninfo`)."""
    parts = []
    for file in files:
        if file.lines is not None:
            parts.append(f"TN:\nSF:{in_one_line(relpath(file.path, folder))}\n")
            parts += [f"DA:{line},{int(line in file.run)}\n" for line in file.lines]
            parts.append(f"LF:{len(file.lines)}\nLH:{len(file.run)}\nend_of_record\n")
    return "".join(parts)
