"""Where the mods of a command are: --mods, a path in place of an id, or the folder in which the command is typed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from host.cli.reproduction import note
from host.errors import RequestError, did_you_mean
from host.generate.recipes import RECIPES
from host.mods.manifest import is_mod
from host.paths import BUNDLED_MODS, bundled_ids, why_no_folder

# What marks a mod in a folder above the current one, or below it. Other files with code may belong to anything.
_MANIFESTS = ("mod.toml", "mod.lua")


class Places(NamedTuple):
    """The mods that a command loads, and the one it is about."""

    # Absolute paths of folders, and ids of bundled mods.
    folders: tuple[str, ...]
    names: tuple[str, ...]
    # The id that the caller named; None for the mod in the folders.
    target: str | None
    # Whether the folders are what the command is about, and not only loaded beside it.
    is_here: bool = False


def find_mods(mods: Sequence[str], target: str | None = None) -> Places:
    """Return where the mods of a command are. Raises RequestError.

    mods: the values of --mods.
    target: an id, or the path of a mod or a folder of mods, or None.

    Without --mods, a command without a target, or with one that is not bundled, means the mod in whose folder it is
    typed, or the mods in the folder.
    """
    is_path = target is not None and _is_path(target, is_alone=not mods)
    is_here = is_path
    if is_path:
        mods, target = (*mods, str(target)), None
    elif not mods and not _is_bundled(target):
        here = mods_here()
        if here is not None:
            mods, is_here = (here,), True
    note(mods=tuple(mods), **({"generator": None, "mod": None} if is_path else {}))
    folders, names = [], []
    bundled = bundled_ids()
    for mod in mods:
        path = Path(mod)
        problem = why_no_folder(path)
        if problem == "does not exist" and mod in bundled:
            names.append(mod)
        elif problem:
            place = f'"{mod}"' if is_path and mod == mods[-1] else f'--mods "{mod}": it'
            raise RequestError(f"{place} {problem}", hint=did_you_mean(mod, bundled))
        elif path.resolve().parent == BUNDLED_MODS and path.resolve().name in bundled:
            names.append(path.resolve().name)
            target = path.resolve().name if is_here else target
        else:
            folders.append(str(path.absolute()))
    return Places(tuple(folders), tuple(names), target, is_here)


def mods_here() -> str | None:
    """Return the path from the current folder to that of its mod, or "." for a folder of mods; None elsewhere."""
    here = Path.cwd()
    if is_mod(here) or any((child / name).is_file() for child in _folders_in(here) for name in _MANIFESTS):
        return "."
    for number, folder in enumerate(here.parents, 1):
        if any((folder / name).is_file() for name in _MANIFESTS):
            return "/".join([".."] * number)
    return None


def _folders_in(folder: Path) -> list[Path]:
    try:
        return [child for child in folder.iterdir() if child.is_dir()]
    except OSError:
        return []


def _is_path(target: str, *, is_alone: bool) -> bool:
    """Return whether a text is a path, and not an id: one with a slash, of dots, or alone the name of a folder."""
    if "/" in target or "\\" in target or target in (".", ".."):
        return True
    return is_alone and not _is_bundled(target) and Path(target).is_dir() and is_mod(Path(target))


def _is_bundled(target: str | None) -> bool:
    return target is not None and (target.partition(".")[0] in bundled_ids() or target in RECIPES)
