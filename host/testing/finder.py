"""Which files of a mod are tests."""

from __future__ import annotations

import re
from pathlib import Path

from host.mods.manifest import LEGACY, is_mod

_NAMED = re.compile(r".*_test\.lua\Z|test_.*\.lua\Z|.*_spec\.lua\Z")
FOLDERS = ("test", "tests")


def is_named_as_test(path: Path) -> bool:
    """Whether the name of a file says that it has tests."""
    return _NAMED.match(path.name) is not None


def mod_of(path: Path) -> Path | None:
    """The folder of the mod that a file belongs to: the nearest one with a manifest, else the nearest that looks like a
    mod."""
    looks_like: Path | None = None
    for folder in path.parents:
        if (folder / "mod.toml").is_file() or (folder / "mod.lua").is_file():
            return folder
        if looks_like is None and folder.name not in FOLDERS and any((folder / name).is_file() for name in LEGACY):
            looks_like = folder
    return looks_like


def find_mod(path: Path, *, given: bool = False) -> Path | None:
    """The folder of the mod whose test a file is, or None when it is none. A file that was `given` by name is one if it
    lies in a mod."""
    if path.suffix != ".lua":
        return None
    if not (given or is_named_as_test(path) or any(part in FOLDERS for part in path.parts[:-1])):
        return None
    mod = mod_of(path)
    if mod is None:
        return None
    in_folder = any(part in FOLDERS for part in path.relative_to(mod).parts[:-1])
    return mod if given or in_folder or is_named_as_test(path) else None


def neighbours(mod: Path) -> tuple[str, ...]:
    """The folders of mods beside a mod, which it may need."""
    try:
        return tuple(str(sub) for sub in sorted(mod.parent.iterdir()) if sub != mod and sub.is_dir() and is_mod(sub))
    except OSError:
        return ()
