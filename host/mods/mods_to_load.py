"""The mods that a caller names, and how they are loaded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

from host.border.state import HASH_SEED
from host.mods.finder import readable_by_mods
from host.paths import as_mods, bundled_ids
from host.process.budgets import DEFAULT_BUDGETS, Budgets


class ModsToLoad(NamedTuple):
    """Mods to load, and how."""

    # Paths of folders (a mod, or a folder of mods), and ids of bundled or installed mods.
    folders: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    budgets: Budgets = DEFAULT_BUDGETS
    # Leave out mods that fail, and mods that need them.
    keep_going: bool = False
    # Paths of folders of mods that are loaded only when others need them: mods beside `folders`, and installed ones.
    beside: tuple[str, ...] = ()
    # Ids of the mods in folders that are loaded, with the mods that they need; None for all.
    only: tuple[str, ...] | None = None
    # The order in which Lua walks names, and whether mods that do not need each other load in the opposite order.
    hash_seed: int = HASH_SEED
    backwards: bool = False
    # With `keep_going`, load mods also with errors that do not keep them from running: unknown references, refused
    # entries of data, and keys of manifests. `Engine.failures` lists these errors, too.
    lenient: bool = False
    # Which mods may be loaded, as `host.mods.lock.read_lock` returns it; None for all.
    lock: Mapping[str, Any] | None = None

    def with_beside(self) -> ModsToLoad:
        """Return the same mods, with the folders of mods that they may need as `beside`."""
        names = {*self.names, *(self.only or ())}
        if not self.folders and names <= {*bundled_ids()}:
            return self
        # Imported here: bundled mods need no others.
        from host.mods.installed import find_beside

        return self._replace(beside=find_beside(self.folders, names))

    def list_readable_paths(self, others: Iterable[str] = ()) -> tuple[str, ...]:
        """Return the paths that a process reads which loads these mods, and with them those in `others`."""
        return tuple(map(str, readable_by_mods(map(Path, (*self.folders, *self.beside, *others)))))

    def to_data(self) -> dict[str, Any]:
        """Return the fields as JSON."""
        return {**self._asdict(), "budgets": asdict(self.budgets)}

    @staticmethod
    def from_data(data: Mapping[str, Any]) -> ModsToLoad:
        """Return what `to_data` described."""
        return ModsToLoad(**{**data, "budgets": Budgets(**data["budgets"])})

    @staticmethod
    def of(mods: Any, **fields: Any) -> ModsToLoad:
        """Return what loads the mods that a program names, see `host.paths.as_mods`; `fields` are the others.

        Raises RequestError.
        """
        listed = as_mods(mods)
        folders = tuple(str(mod) for mod in listed if isinstance(mod, Path))
        return ModsToLoad(folders, tuple(mod for mod in listed if isinstance(mod, str)), **fields)
