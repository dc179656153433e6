"""`check --compat` and `find_missing`: compare mods with the host, each mod in a child process.

>>> from host import find_missing
>>> find_missing("mods/base", "base")
{'base': ()}
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from host.engine.jobs import ignore
from host.mods.finder import mods_beside
from host.paths.folders import is_mod
from host.process.budgets import DEFAULT_BUDGETS, Budgets
from host.process.child import malformed_answer
from host.tools.checking.children import Checked, Children, Progress, need_folders
from host.tools.checking.diagnostic import Diagnostic, in_order
from host.tools.checking.missing_names import KINDS, LIST_MISSING, Missing


class Compared(NamedTuple):
    """What mods use that the host lacks (id -> names), and the diagnostics of what could not be read."""

    missing: Mapping[str, tuple[Missing, ...]]
    checked: Checked

    def all_diagnostics(self) -> list[Diagnostic]:
        """Return a diagnostic for each use as well."""
        uses = (
            diagnostic for mod, names in self.missing.items() for name in names for diagnostic in name.diagnostics(mod)
        )
        return in_order([*self.checked.diagnostics, *uses])


def find_missing(
    mods: Iterable[str | Path] | str | Path, only: str | None = None, *, budgets: Budgets = DEFAULT_BUDGETS
) -> dict[str, tuple[Missing, ...]]:
    """Return what mods use that the host lacks: id -> names, most used first. Nothing of the mods runs.

    mods: folders, each a mod or a folder of mods; `only` is the id of a mod.

    Raises RequestError for a folder or a mod that does not exist.
    """
    folders = [mods] if isinstance(mods, str | Path) else list(mods)
    return dict(compare([str(Path(folder).absolute()) for folder in folders], only, budgets, ignore).missing)


def compare(
    folders: Sequence[str], only: str | None, budgets: Budgets, progress: Progress, *, bundled: bool = False
) -> Compared:
    """Compare mods with the host as `find_missing` does; the folders are absolute paths."""
    need_folders(folders)
    return _Compatibility(folders, budgets, progress).run(only, bundled=bundled)


class _Compatibility(Children):
    def run(self, only: str | None, *, bundled: bool) -> Compared:
        """Compare the names that mods use with the names of the host."""
        mods, chosen = self.choose(only, bundled=bundled)
        missing: dict[str, tuple[Missing, ...]] = {}
        neighbours = {mod.id: mod.folder for mod in mods}
        for folder in filter(is_mod, map(Path, self.folders)):
            neighbours |= {Path(other).name: other for other in mods_beside(folder) if other not in neighbours.values()}
        for mod in chosen:
            others = {identity: folder for identity, folder in neighbours.items() if identity != mod.id}
            arguments = {"folders": [mod.folder, *others.values()], "neighbours": [*others]}
            answer = self.perform(LIST_MISSING, mod.id, f"reading {mod.id}", arguments, None)
            if answer is not None:
                missing[mod.id] = tuple(map(_read_missing, answer["missing"]))
        return Compared(missing, self.result(mods, chosen, only))


def _read_missing(data: Mapping[str, Any]) -> Missing:
    """Return a name that a child reported. Raises DiedError for a kind that does not exist."""
    if data["kind"] not in KINDS:
        raise malformed_answer()
    places = tuple((place["file"], place["line"]) for place in data["places"])
    return Missing(data["kind"], data["name"], data["uses"], places, data["hint"])
