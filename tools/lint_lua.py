"""Lint the Lua of the project: `python tools/lint_lua.py`, or `make lint`.

Every file of lua/, mods/ and templates/ is held to host/syntax/rules.py. The modules of lua/ may not require each other
in a cycle, and their packages only as `[tool.lint-lua]` of pyproject.toml allows.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from host.errors import counted
from host.syntax.rules import calls_with_text, texts, violations
from host.syntax.scopes import resolve_names
from host.syntax.tree import Chunk, SyntaxTreeError
from host.tools.reference.books import all_books

ROOT = Path(__file__).resolve().parents[1]
CONFIG = "pyproject.toml"
_NAMES = """
    _G _VERSION assert collectgarbage error getmetatable ipairs load next pairs pcall print rawequal rawget rawlen
    rawset require select setmetatable tonumber tostring type warn xpcall coroutine debug math os string table utf8
"""
# The global names of Lua 5.5.
STANDARD = frozenset(_NAMES.split())


def main() -> int:
    config = tomllib.loads((ROOT / CONFIG).read_text())["tool"]["lint-lua"]
    long_lines = frozenset(config["long-lines"])
    problems = [
        *lint_files(sorted((ROOT / "lua").rglob("*.lua")), STANDARD, long_lines),
        *lint_requires(read_requires(ROOT / "lua"), config["requires"]),
    ]
    in_mods = STANDARD | mod_globals()
    for mod in sorted([*(ROOT / "mods").iterdir(), *(ROOT / "templates").iterdir()]):
        files = sorted(mod.rglob("*.lua"))
        problems += lint_files(files, in_mods | assigned_globals(files), long_lines)
    for problem in problems:
        print(problem)
    print(f"Lua: {counted(len(problems), 'problem')}" if problems else "Lua: all checks passed")
    return bool(problems)


def lint_files(files: Iterable[Path], known_globals: frozenset[str], long_lines: frozenset[str]) -> Iterator[str]:
    """The violations in files, a line each; those in `long_lines` may have lines of any length."""
    for file in files:
        name = file.relative_to(ROOT).as_posix()
        try:
            for violation in violations(file.read_bytes(), known_globals):
                if violation.rule == "long-line" and name in long_lines:
                    continue
                yield f"{name}:{violation.line}: {violation.rule}: {violation.message}"
        except SyntaxTreeError:
            yield f"{name}:1: syntax: this is not Lua"


def mod_globals() -> frozenset[str]:
    """The global names that the host gives mods and their tests."""
    entries = [entry for book in all_books().values() for entry in book.entries]
    return frozenset(entry.name.partition(".")[0].partition(":")[0] for entry in entries)


def assigned_globals(files: Iterable[Path]) -> frozenset[str]:
    """The global names that some file of a mod assigns."""
    uses = (use for file in files for use in resolve_names(Chunk(file.read_bytes())).globals)
    return frozenset(use.name for use in uses if use.is_assigned)


def read_requires(folder: Path) -> dict[str, dict[str, int]]:
    """Module -> the modules that it imports, each with the line of the first import.

    A module imports what it names, also in a table whose elements are imported later: `{ "kts/random", "kts/play" }`.
    """
    files = {file.relative_to(folder).with_suffix("").as_posix(): file for file in sorted(folder.rglob("*.lua"))}
    requires: dict[str, dict[str, int]] = {}
    for name, file in files.items():
        chunk = Chunk(file.read_bytes())
        named = ((line, text) for line, text in texts(chunk) if "/" in text and text in files)
        imports = requires[name] = {}
        for line, module in sorted({*calls_with_text(chunk, "import"), *named}):
            imports.setdefault(module, line)
    return requires


def lint_requires(requires: Mapping[str, Mapping[str, int]], contract: Mapping[str, list[str]]) -> Iterator[str]:
    """Modules that are not there, packages that may not require another, and cycles."""
    for module, imports in requires.items():
        package = module.partition("/")[0]
        for imported, line in imports.items():
            if imported not in requires:
                yield f"lua/{module}.lua:{line}: requires: there is no module {imported}"
            other = imported.partition("/")[0]
            if other != package and other not in contract.get(package, ()):
                yield f"lua/{module}.lua:{line}: requires: {package} may not require {other} (see {CONFIG})"
    for cycle in find_cycles(requires):
        yield f"lua/{cycle[0]}.lua:1: cycle: {' → '.join((*cycle, cycle[0]))}"


def find_cycles(requires: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """One cycle of each group of modules that require each other, by depth-first search."""
    cycles = []
    # Modules whose imports have been followed to the end.
    done: set[str] = set()

    def follow(module: str, path: list[str]) -> None:
        if module in path:
            cycles.append(path[path.index(module) :])
        elif module not in done:
            for imported in sorted(requires.get(module, ())):
                follow(imported, [*path, module])
            done.add(module)

    for module in sorted(requires):
        follow(module, [])
    return cycles


if __name__ == "__main__":
    sys.exit(main())
