"""Find the test files of mods."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from host.mods.changes import may_belong_to_mod
from host.mods.files import is_file
from host.mods.manifest import LEGACY
from host.paths.folders import walk_folders

_NAMED = re.compile(r".*_test\.lua\Z|test_.*\.lua\Z|.*_spec\.lua\Z")
FOLDERS = ("test", "tests")


def is_named_as_test(path: Path) -> bool:
    """Return whether a file is named like a test: *_test.lua, test_*.lua or *_spec.lua."""
    return _NAMED.match(path.name) is not None


def mod_of(path: Path) -> Path | None:
    """Return the folder of the mod of a file: the nearest folder with a manifest, else the nearest one like a mod."""
    candidate: Path | None = None
    for folder in path.parents:
        if is_file(folder / "mod.toml") or is_file(folder / "mod.lua"):
            return folder
        if candidate is None and folder.name not in FOLDERS and any(is_file(folder / name) for name in LEGACY):
            candidate = folder
    return candidate


def find_tests(folder: Path) -> Iterator[tuple[Path, Path]]:
    """Yield the folder of the mod and the path of each test file in a folder, sorted; links are not followed."""
    for parent, folders, names in walk_folders(folder):
        folders[:] = sorted(name for name in folders if may_belong_to_mod(name))
        for name in sorted(filter(may_belong_to_mod, names)):
            path = Path(parent, name)
            mod = find_mod(path)
            if mod is not None:
                yield mod, path


def find_mod(path: Path, *, is_explicit: bool = False) -> Path | None:
    """Return the folder of the mod whose test a file is, or None for a file that is not a test.

    A file that the user named (`is_explicit`) is a test when it lies in a mod.
    """
    if path.suffix != ".lua":
        return None
    if not (is_explicit or is_named_as_test(path) or any(part in FOLDERS for part in path.parts[:-1])):
        return None
    mod = mod_of(path)
    if mod is None:
        return None
    in_folder = any(part in FOLDERS for part in path.relative_to(mod).parts[:-1])
    return mod if is_explicit or in_folder or is_named_as_test(path) else None
