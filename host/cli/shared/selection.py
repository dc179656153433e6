"""The selection of mods for a command: by `--mods`, by a path in place of an id, or by the current folder."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from host.cli.shared.reproduction import record
from host.engine.jobs import DEFAULT_MODS, Job, Operation
from host.errors import RequestError
from host.errors.spelling import did_you_mean
from host.mods.finder import manifest_of
from host.mods.mods_to_load import ModsToLoad
from host.paths import BUNDLED_MODS, bundled_ids, paths_beside, relative_path, why_no_folder
from host.paths.folders import LOCK, MARKERS, hint_at_mod, is_mod
from host.process.budgets import Budgets

# Files that mark a folder above or below the current one as a mod. An init.lua alone may belong to anything.
_MANIFESTS = ("mod.toml", "mod.lua")


class Selection(NamedTuple):
    """The mods that a command loads, and what it is about."""

    # Absolute paths of folders, and ids of bundled or installed mods.
    folders: tuple[str, ...]
    names: tuple[str, ...]
    # The id of the mod or generator that the command is about; None when the caller named none.
    target: str | None
    # Whether the command is about a folder: one that the caller named, or the mod where the command is typed.
    targets_folder: bool = False

    def as_typed(self, mods: Sequence[str]) -> tuple[str, ...]:
        """Return the values of --mods that load the same mods; `mods` are the ones that were typed."""
        return (*mods, *(map(relative_path, self.folders[-1:]) if self.targets_folder else ()))


class Loading(NamedTuple):
    """How a command loads mods: the options that all such commands have."""

    # The values of --mods.
    mods: tuple[str, ...]
    budgets: Budgets
    keep_going: bool = False

    def job(
        self,
        selection: Selection,
        operation: Operation,
        arguments: dict[str, Any],
        names: Sequence[str] | None = None,
        *,
        asks: bool = False,
        is_locked: bool = True,
    ) -> Job:
        """Return a job on the mods of a selection; `names` are ids, by default those selected and base."""
        names = (*selection.names, *DEFAULT_MODS) if names is None else tuple(names)
        return Job(
            operation,
            ModsToLoad(
                selection.folders,
                names,
                self.budgets,
                keep_going=self.keep_going,
                lock=self.lock if is_locked else None,
            ),
            arguments,
            asks=asks,
        )

    @property
    def lock(self) -> dict[str, Any] | None:
        """The lock of the current folder. Raises RequestError for a file that is none."""
        if not os.path.lexists(LOCK):
            return None
        from host.mods.lock import read_lock

        return read_lock(Path.cwd())


def select_mods(mods: Sequence[str], target: str | None = None) -> Selection:
    """Select the mods of a command, and record them for the command line that reproduces it. Raises RequestError.

    mods: the values of --mods.
    target: an id, or the path of a mod or a folder of mods, or None.

    An id of a mod that is not in these folders may belong to a bundled or an installed mod.
    Without --mods, a command without a target, or with one that is not bundled, means the mod in whose folder it is
    typed, or the mods in the folder.
    """
    folder: str | None = None
    bundled = bundled_ids()
    if target is not None and is_path(target, is_alone=not mods):
        folder, target = target, None
        record(generator=None, mod=None)
    elif not mods and not is_bundled(target):
        folder = find_folder_here()
    if folder is not None:
        mods = (*mods, folder)
    record(mods=tuple(mods))
    folders, names = [], []
    for mod in mods:
        path = Path(mod)
        problem = why_no_folder(path)
        if problem == "does not exist" and is_named(mod):
            names.append(mod)
        elif problem:
            subject = f'"{mod}"' if mod == folder else f'--mods "{mod}": it'
            raise RequestError(f"{subject} {problem}", hint=_hint_at_folder(mod))
        elif path.resolve().parent == BUNDLED_MODS and path.resolve().name in bundled:
            names.append(path.resolve().name)
            if mod == folder:
                target = path.resolve().name
        else:
            folders.append(str(path.absolute()))
    mod = (target or "").partition(".")[0]
    if mod and not is_bundled(target) and not _has_mod(folders, mod) and is_named(mod):
        names.append(mod)
    return Selection(tuple(folders), tuple(names), target, folder is not None)


def names_for_generator(selection: Selection) -> tuple[str, ...]:
    """Return the ids of the bundled mods to load for the generator that a selection targets. Raises RequestError."""
    generator, names = selection.target, selection.names
    mod = (generator or "").partition(".")[0]
    if mod in bundled_ids():
        return (*names, mod)
    if generator is None:
        # The mod in a folder makes the dungeon, and base only when that mod needs it.
        return names if selection.targets_folder else (*names, *DEFAULT_MODS)
    if selection.folders or names or _is_recipe(generator):
        return names
    if "=" in generator:
        raise RequestError(f'there is no generator "{generator}"', hint=f"did you mean --set {generator}?")
    return (*names, *DEFAULT_MODS)


def _has_mod(folders: Sequence[str], identity: str) -> bool:
    """Return whether folders, each a mod or a folder of mods, have a mod with an id, so that no installed one is meant.

    What the id of a `mod.lua` is, only running it shows: then the name of its folder counts.
    """
    for folder in map(Path, folders):
        for mod in [folder] if is_mod(folder) else _folders_in(folder):
            manifest = manifest_of(mod)
            if (manifest.id if manifest else mod.name) == identity:
                return True
    return False


def find_folder_here() -> str | None:
    """Return the path from the current folder to its mod, or "." for a folder of mods; None elsewhere."""
    here = Path.cwd()
    if is_mod(here) or any(_has_manifest(child) for child in _folders_in(here)):
        return "."
    for number, folder in enumerate(here.parents, 1):
        if _has_manifest(folder):
            return "/".join([".."] * number)
    return None


def _has_manifest(folder: Path) -> bool:
    """Return whether a folder has a manifest; False for one that this user may not enter."""
    return any(os.path.isfile(folder / name) for name in _MANIFESTS)  # noqa: PTH113 - `is_file` raises errors


def is_path(target: str, *, is_alone: bool) -> bool:
    """Return whether a target is a path, and not an id.

    A path has a slash, or is "." or "..", or, when it `is_alone`, without --mods, is the name of a mod's folder, or of
    a file that makes a folder a mod.
    """
    if "/" in target or "\\" in target or target in (".", ".."):
        return True
    path = Path(target)
    if not is_alone or is_bundled(target):
        return False
    return target in MARKERS or (why_no_folder(path) is None and is_mod(path))


def _hint_at_folder(path: str) -> str | None:
    """Return a hint with the folder that a path which is none may mean."""
    bundled = bundled_ids() if why_no_folder(Path(path)) == "does not exist" else []
    folders = [other for other in paths_beside(path) if why_no_folder(Path(other)) is None]
    return did_you_mean(path, bundled) or hint_at_mod(path) or did_you_mean(path, folders)


def _folders_in(folder: Path) -> list[Path]:
    try:
        with os.scandir(folder) as entries:
            # The system tells folders from files without looking at each. A link may lead to a folder.
            return [Path(entry) for entry in entries if entry.is_dir(follow_symlinks=False) or entry.is_symlink()]
    except OSError:
        return []


def is_named(identity: str) -> bool:
    """Return whether an id belongs to a bundled mod, an installed mod or a mod in a Python package."""
    if identity in bundled_ids():
        return True
    if not identity.isidentifier():
        return False
    # Imported here: most commands are about bundled mods, or folders.
    from host.mods.installed import find_folder

    return find_folder(identity) is not None


def is_bundled(target: str | None) -> bool:
    """Return whether a target is a bundled mod, a generator of such a mod, or a recipe of the host."""
    return target is not None and (target.partition(".")[0] in bundled_ids() or _is_recipe(target))


def _is_recipe(target: str) -> bool:
    # Imported here, because a command without a target needs no recipe.
    from host.generate.plans.recipes import RECIPES

    return target in RECIPES
