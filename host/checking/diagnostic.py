"""Findings: what a check of mods tells, one by one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from host.border.session import Caution
from host.errors import (
    ArgumentError,
    BudgetError,
    DanglingError,
    DiedError,
    Faults,
    GivenError,
    HostError,
    InternalError,
    ManifestError,
)

ERROR, WARNING = "error", "warning"

# Every rule a finding may name: how bad it is to break it, and what it says. `docs/checking.md` shows this list.
RULES: dict[str, tuple[str, str]] = {
    "manifest": (ERROR, "the manifest can be used, and what it needs is there"),
    "load": (ERROR, "the mod loads"),
    "argument": (ERROR, "what the API is given keeps the API's rules"),
    "reference": (ERROR, "what is named by an id is registered"),
    "tile-number": (ERROR, "the tile table has something for each number of a segment file"),
    "budget": (ERROR, "each check ends within its limits of time, instructions, memory and output"),
    "died": (ERROR, "the process that runs the mod lives on"),
    "sealed": (ERROR, "all floor of a segment can be reached from its sides and its homes"),
    "pool-never": (ERROR, "a pool that is filled, or that is current, can give something"),
    "menu": (ERROR, "the menu can be read"),
    "menu-default": (ERROR, "the defaults of a generator are values that it takes"),
    "generate": (ERROR, "a generator makes a map with its default options"),
    "hash-order": (ERROR, "a map does not depend on the order in which Lua walks names"),
    "load-order": (WARNING, "a map does not depend on which of two mods that need not each other is loaded first"),
    "unreachable": (WARNING, "all floor of a laid out dungeon can be reached from its homes"),
    "in-wall": (WARNING, "who lives on a map that a generator makes stands where one can be"),
    "no-door": (WARNING, "some side of a segment without homes admits a door"),
    "pool-empty": (WARNING, "a pool that a mod registers has something in it"),
    "deprecated": (WARNING, "names are those of today"),
    "near-miss": (WARNING, "no field is almost one that the host knows"),
    "unstable-order": (WARNING, "no table is walked whose keys have no order"),
    "weak-table": (WARNING, "no table is weak"),
    "looks": (WARNING, "glyphs and colours can be drawn"),
    "handler": (WARNING, "no handler of an event fails"),
    "unread": (WARNING, "each Lua file can be read as Lua"),
    "caution": (WARNING, "what the host warns of is as it should be"),
}


class Finding(NamedTuple):
    """Something wrong with a mod: `rule` is one of RULES, `file` is "mod/path" and `line` counts from 1, as far as they
    are known. `mod` is empty when no mod is to blame alone."""

    severity: str
    rule: str
    mod: str
    file: str | None
    line: int | None
    message: str
    hint: str | None = None


def found(
    rule: str, mod: str, message: str, *, file: str | None = None, line: int | None = None, hint: str | None = None
) -> Finding:
    """A finding as bad as its rule says."""
    return Finding(RULES[rule][0], rule, mod, file, line, message, hint)


def of_error(error: HostError, mod: str = "", rule: str | None = None) -> list[Finding]:
    """Findings for an error of a mod, or of `mod` when it blames none."""
    if isinstance(error, Faults):
        return [finding for one in error.errors for finding in of_error(one, mod, rule)]
    file, line, owner = error.file, error.line, error.mod or mod
    if isinstance(error, ManifestError) and file and Path(file).is_absolute():
        path = Path(file)
        line = line or _line_of(path, error.path)
        owner = error.mod or path.parent.name
        file = f"{owner}/{path.name}"
    kind = next((name for types, name in _RULE_OF if isinstance(error, types)), rule or "load")
    return [found(kind, owner, error.message, file=file, line=line, hint=error.hint)]


def of_caution(caution: Caution, mod: str = "") -> Finding:
    """The finding for something that the host warned of."""
    owner = caution.file.partition("/")[0] if caution.file else mod
    hinted = _HINTED.fullmatch(caution.message)
    message, hint = hinted.groups() if hinted else (caution.message, None)
    return found(caution.kind, owner, message, file=caution.file, line=caution.line, hint=hint)


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    """By mod, file and line, each once."""
    return sorted(dict.fromkeys(findings), key=_place)


# How the host ends a warning that knows the nearest right name.
_HINTED = re.compile(r'(.*); (did you mean "[^"]*"\?)', re.DOTALL)
# A dangling reference is an argument, too.
_RULE_OF: tuple[tuple[Any, str], ...] = (
    (DanglingError, "reference"),
    (ManifestError, "manifest"),
    (ArgumentError, "argument"),
    (BudgetError, "budget"),
    ((DiedError, InternalError), "died"),
    (GivenError, "manifest"),
)


def _place(finding: Finding) -> tuple[Any, ...]:
    return finding.mod, finding.severity != ERROR, finding.file or "", finding.line or 0, finding.rule, finding.message


def _line_of(manifest: Path, key: str | None) -> int | None:
    """The line on which a manifest has a key, or a table of that name."""
    if not key or not manifest.is_file():
        return None
    table, _, last = key.partition(".")
    lines = [line.strip() for line in manifest.read_text(encoding="utf-8", errors="replace").splitlines()]
    for name in (last, table):
        for number, line in enumerate(lines, 1):
            if name and (line == f"[{name}]" or line.partition("=")[0].strip().strip("\"'") == name):
                return number
    return None
