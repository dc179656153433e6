"""Mods beyond the folders of the caller: those installed for this user, and those in Python packages.

The folder of installed mods has a folder for each installed version, `hall-1.0.0-3f9a…/hall`, and the file
`installed.json`, which says which of them count. So the replacement of that file installs, replaces and removes any
number of mods at once, or none.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from host.errors import HostError, RequestError
from host.mods.finder import find_missing_ids, find_mods, folders_beside, manifest_of, refuse_manifest
from host.mods.manifest import Manifest
from host.paths import bundled_ids
from host.paths.folders import is_mod, read_regular_file

# The variable of the environment with the folder of installed mods.
VARIABLE = "DUNGEON_HOST_MODS"
# The group of entry points of Python packages that hold a mod.
GROUP = "dungeon_host.mods"
LIST = "installed.json"
LIST_VERSION = 1
_MOST_BYTES = 16 * 2**20
# Names of folders in the folder of installed mods.
FOLDER_NAME = re.compile(r"([a-z][a-z0-9_]*)-[A-Za-z0-9.+!]+-[0-9a-f]{16}\Z")


class InstalledMod(NamedTuple):
    """A mod in the folder of installed mods."""

    id: str
    version: str
    # The folder of the mod, whose name is its id.
    folder: Path
    # SHA-256 of the archive that was installed, in hexadecimal digits.
    sha256: str
    # The index it came from, a folder or a URL; None for one that came from a file.
    source: str | None


def user_folder() -> Path:
    """Return the folder of installed mods, which may not exist. Raises RequestError."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named).absolute()
    try:
        from platformdirs import user_data_path
    except ImportError:
        from host.paths import how_to_install

        raise RequestError(
            f"installed mods need the Python package platformdirs: {how_to_install('[install]')} installs it"
        ) from None
    return user_data_path("dungeon-host", appauthor=False) / "mods"


def read_installed(folder: Path) -> dict[str, InstalledMod]:
    """Return the mods in a folder of installed mods by id. Raises RequestError for a list that cannot be read."""
    return parse_installed(folder, read_list(folder))


def read_list(folder: Path) -> bytes | None:
    """Return the content of the list of a folder of installed mods, None without one. Raises RequestError."""
    path = folder / LIST
    if not os.path.lexists(path):
        return None
    try:
        return read_regular_file(path, str(path), _MOST_BYTES)
    except HostError as error:
        raise RequestError(f"the list of installed mods cannot be read: {error.message}") from None


def parse_installed(folder: Path, content: bytes | None) -> dict[str, InstalledMod]:
    """Return the mods of the content of a list by id; those whose folders are gone do not count."""
    if content is None:
        return {}
    try:
        data = json.loads(content)
        if data["version"] != LIST_VERSION:
            raise ValueError(f"its version is {data['version']!r}: must be {LIST_VERSION}")
        mods = [_read_mod(folder, identity, row) for identity, row in data["mods"].items()]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise RequestError(
            f'"{folder / LIST}" is not a list of installed mods: {error}', hint="without it, no mod is installed"
        ) from None
    return {mod.id: mod for mod in mods if is_mod(mod.folder)}


def _read_mod(folder: Path, identity: str, row: Mapping[str, object]) -> InstalledMod:
    version, name, sha256, index = (row[key] for key in ("version", "folder", "sha256", "index"))
    texts = (version, name, sha256, "" if index is None else index)
    if not all(isinstance(text, str) for text in texts):
        raise TypeError(f"the values of {identity!r} must be texts")
    found = FOLDER_NAME.match(str(name))
    if not found or found[1] != identity:
        raise ValueError(f"the folder of {identity!r} is {name!r}")
    return InstalledMod(
        identity, str(version), folder / str(name) / identity, str(sha256), None if index is None else str(index)
    )


def packaged_mods() -> dict[str, Path]:
    """Return the folders of the mods in Python packages by id; no code of the packages runs."""
    from importlib.metadata import entry_points

    folders: dict[str, Path] = {}
    for entry in sorted(entry_points(group=GROUP)):
        # A package may have any text there: the attribute `module` raises errors.
        for folder in _folders_of(entry.value.partition(":")[0].strip()):
            manifest = manifest_of(folder)
            if manifest is not None:
                folders.setdefault(manifest.id, folder)
    return folders


def _folders_of(package: str) -> Iterator[Path]:
    """Yield the folders of a package. The packages around it are not imported, as `find_spec` would do."""
    from importlib.util import find_spec

    top, *parts = package.split(".")
    if not all(part.isidentifier() for part in (top, *parts)):
        return
    with suppress(ImportError, ValueError, AttributeError):
        spec = find_spec(top)
        for location in (spec and spec.submodule_search_locations) or ():
            folder = Path(location, *parts)
            if folder.is_dir():
                yield folder


def find_folder(identity: str) -> Path | None:
    """Return the folder of an installed mod, or else of a mod in a Python package; None for other ids."""
    return _Elsewhere().folder(identity)


def known_ids() -> list[str]:
    """Return the ids of all bundled and installed mods, and of those in Python packages, sorted."""
    installed: Iterable[str] = ()
    with suppress(HostError):
        installed = read_installed(user_folder())
    return sorted({*bundled_ids(), *installed, *packaged_mods()})


def find_beside(folders: Sequence[str], names: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the folders of mods that the mods in `folders`, and those with the ids `names`, may need.

    Those are the mods beside `folders`, and what `find_installed` returns.
    """
    beside = folders_beside(folders)
    return (*beside, *map(str, find_installed(map(Path, folders), names, map(Path, beside))))


def find_installed(folders: Iterable[Path], names: Iterable[str], beside: Iterable[Path] = ()) -> list[Path]:
    """Return the folders of installed mods, and of mods in Python packages, that mods need, directly or not.

    These are mods that are not in `folders`, nor `beside` them, nor bundled. What a `mod.lua` needs is unknown here, so
    it may need any of them.
    """
    listed, ids = [*folders], [*names]
    try:
        if _are_complete(listed, ids):
            return []
        available = find_mods(listed, refuse_manifest, beside, ids)
    except (OSError, ValueError):
        # A folder is gone while it is read, or its name has a NUL: whoever loads the mods says so.
        return []
    elsewhere = _Elsewhere()
    waiting = find_missing_ids(available, ids) | (elsewhere.ids() if available.has_unread else set())
    needed: dict[str, Path] = {}
    while waiting:
        identity = waiting.pop()
        folder = elsewhere.folder(identity)
        if folder is None or identity in needed:
            continue
        needed[identity] = folder
        manifest = manifest_of(folder)
        if manifest is not None:
            waiting.update(other for other in manifest.dependencies if available.get(other) is None)
    return list(needed.values())


def _are_complete(folders: Iterable[Path], names: Iterable[str]) -> bool:
    """Return whether mods need only each other and bundled mods, as most do; False where that is not sure."""
    manifests: dict[str, Manifest] = {}
    for folder in folders:
        for mod in [folder] if is_mod(folder) else folder.iterdir():
            if is_mod(mod):
                manifest = manifest_of(mod)
                if manifest is None:
                    return False
                manifests[manifest.id] = manifest
    needed = {*names, *(other for manifest in manifests.values() for other in manifest.dependencies)}
    return needed <= {*bundled_ids(), *manifests}


class _Elsewhere:
    """Installed mods, and those in Python packages, which are looked for when they are needed."""

    def __init__(self) -> None:
        self._installed: dict[str, InstalledMod] | None = None
        self._packaged: dict[str, Path] | None = None

    def folder(self, identity: str) -> Path | None:
        if self._installed is None:
            self._installed = {}
            # Without platformdirs, nothing is installed.
            with suppress(HostError):
                folder = user_folder()
                if folder.is_dir():
                    self._installed = read_installed(folder)
        if identity in self._installed:
            return self._installed[identity].folder
        if self._packaged is None:
            self._packaged = packaged_mods()
        return self._packaged.get(identity)

    def ids(self) -> set[str]:
        self.folder("")
        return {*(self._installed or ()), *(self._packaged or ())}
