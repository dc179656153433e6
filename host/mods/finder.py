"""Finds mods: in folders, beside these folders, and in the order of a file `modules.txt`."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

from host.errors import HostError, ManifestError, RequestError, shorten
from host.mods.files import is_file, read_mod_file
from host.mods.manifest import (
    LEGACY,
    MOST_MANIFEST_BYTES,
    Manifest,
    from_folder,
    from_lua,
    manifest_error,
    read_toml,
)
from host.paths import BUNDLED_MODS, LUA, why_no_folder
from host.paths.folders import hint_at_mod, is_mod

# Runs the text of a mod.lua (its bytes, and a name for messages) and returns the resulting table.
ManifestRunner = Callable[[bytes, str], Any]

# What may be the name of a folder of modules, and letters of a name that a message shows.
_MODULE_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,99}\Z")
_SHOWN_LETTERS = 100
# Names in a list of modules, and wrong names that are reported.
_MOST_LISTED, _MOST_ERRORS = 1000, 100


def manifest_of(folder: Path) -> Manifest | None:
    """Return the manifest in the mod.toml of a mod, None without one that can be read; nothing of the mod runs."""
    return read_toml(folder)[0] if is_file(folder / "mod.toml") else None


class AvailableMods:
    """Mods by id: those in folders, and those that load only on demand, such as the bundled mods."""

    def __init__(self) -> None:
        self.in_folders: dict[str, Manifest] = {}
        self.bundled: dict[str, Manifest] = {}
        self.errors: list[HostError] = []
        self.left_out: set[str] = set()
        # Whether a `mod.lua` was not run. The dependencies of its mod are unknown then.
        self.has_unread = False

    def get(self, identity: str) -> Manifest | None:
        """Return the manifest of a mod, or None; one in a folder comes before a bundled one."""
        return self.in_folders.get(identity) or self.bundled.get(identity)

    def leave_out(self, identities: Iterable[str]) -> None:
        """Remove mods."""
        self.left_out.update(identities)
        for identity in identities:
            self.in_folders.pop(identity, None)
            self.bundled.pop(identity, None)

    def ids(self) -> list[str]:
        """Return the ids of all mods, sorted."""
        return sorted({*self.in_folders, *self.bundled})


def find_mods(
    folders: Iterable[Path],
    run_manifest: ManifestRunner,
    beside: Iterable[Path] = (),
    names: Iterable[str] = (),
    *,
    lenient: bool = False,
) -> AvailableMods:
    """Find all mods in `folders` (each a mod, or a folder of mods) and the bundled mods; collect errors.

    The mods `beside` them load on demand, as bundled mods do, and their errors do not count. They supply only ids that
    those mods need, or that are in `names`, and that no bundled mod has. `lenient`: mods whose manifests have errors
    are available if they can run.
    """
    available = AvailableMods()
    for folder in folders:
        problem = why_no_folder(folder)
        if problem:
            message = f'the mods folder "{folder}" {problem}'
            available.errors.append(RequestError(message, hint=hint_at_mod(str(folder))))
            continue
        try:
            mods = [folder] if is_mod(folder) else [sub for sub in sorted(folder.iterdir()) if _is_mod(sub)]
        except OSError as error:
            available.errors.append(RequestError(f'the mods folder "{folder}" cannot be read: {error.strerror}'))
            continue
        if not mods:
            markers = ", ".join(["mod.toml", *LEGACY])
            available.errors.append(
                RequestError(f'"{folder}" is not a mod and contains none: a mod is a folder with one of {markers}')
            )
        manifests = [m for sub in mods if (m := _read(sub, run_manifest, available.errors, lenient=lenient))]
        for manifest in _with_module_list(folder, manifests, available.errors):
            other = available.in_folders.setdefault(manifest.id, manifest)
            if other.folder.resolve() != manifest.folder.resolve():
                available.errors.append(
                    manifest_error(
                        f'two mods have the id "{manifest.id}": {other.folder} and {manifest.folder}',
                        manifest.file,
                        key="id",
                    )
                )
    available.has_unread = any(isinstance(error, UnreadManifestError) for error in available.errors)
    if BUNDLED_MODS.is_dir():
        for folder in sorted(BUNDLED_MODS.iterdir()):
            if _is_mod(folder):
                bundled = _read(folder, run_manifest, available.errors)
                if bundled and bundled.id not in available.in_folders:
                    available.bundled.setdefault(bundled.id, bundled)
    _add_neighbours(available, run_manifest, [*beside], [*names])
    return available


def _add_neighbours(
    available: AvailableMods, run_manifest: ManifestRunner, beside: list[Path], names: list[str]
) -> None:
    """Add mods beside those in folders.

    Nobody asked for these mods. To read a mod.lua runs it, so that is the last resort for an id that is missing, and
    the folder of that name comes first.
    """
    in_lua: list[Path] = []
    for folder in beside:
        if is_file(folder / "mod.lua") and not is_file(folder / "mod.toml"):
            in_lua.append(folder)
        elif neighbour := _read(folder, run_manifest, []):
            _add_neighbour(available, neighbour)
    while in_lua and (missing := find_missing_ids(available, names)):
        folder = next((folder for folder in in_lua if folder.name in missing), in_lua[0])
        in_lua.remove(folder)
        if neighbour := _read(folder, run_manifest, []):
            _add_neighbour(available, neighbour)


def _add_neighbour(available: AvailableMods, neighbour: Manifest) -> None:
    if neighbour.id not in available.in_folders:
        available.bundled.setdefault(neighbour.id, neighbour)


def find_missing_ids(available: AvailableMods, names: list[str]) -> set[str]:
    """Return the ids of mods that have to load and are not available."""
    return {identity for identity in _find_needed(available, names) if available.get(identity) is None}


def _find_needed(available: AvailableMods, names: Iterable[str] = ()) -> set[str]:
    """Return the ids of mods that have to load: `names`, mods in folders, and the dependencies of both."""
    waiting = [*names, *available.in_folders]
    needed: set[str] = set()
    while waiting:
        identity = waiting.pop()
        if identity not in needed:
            needed.add(identity)
            manifest = available.get(identity)
            waiting += manifest.dependencies if manifest else ()
    return needed


def find_needed_folders(folders: Iterable[Path]) -> list[Path]:
    """Return folders, and the folders of mods beside them that their manifests need, directly or not.

    What a `mod.lua` needs is unknown, because it does not run here.
    """
    roots = [folder.absolute() for folder in folders]
    beside = [*map(Path, folders_beside([*map(str, roots)]))]
    try:
        available = find_mods(roots, refuse_manifest, beside)
    except OSError:
        # A folder is gone while it is read.
        return roots
    needed = {manifest.folder for identity in _find_needed(available) if (manifest := available.get(identity))}
    return [*roots, *(folder for folder in beside if folder.resolve() in needed)]


class UnreadManifestError(HostError):
    """A `mod.lua` is not run: outside of the sandbox, only manifests that are data are read."""


def refuse_manifest(_: bytes, name: str) -> NoReturn:
    """Raise UnreadManifestError."""
    raise UnreadManifestError(f"{name} is not run here")


def readable_by_mods(folders: Iterable[Path]) -> Iterator[Path]:
    """Yield the files and folders that a process needs to read to load mods in `folders` and bundled ones."""
    yield LUA
    for folder in (BUNDLED_MODS, *folders):
        if not os.path.lexists(folder):
            # Loading it says so.
            continue
        yield folder
        # A folder of mods may hold links to mods elsewhere.
        with suppress(OSError, RuntimeError):
            if is_mod(folder):
                # A stranger may have made its links.
                continue
            links = [sub.resolve() for sub in folder.iterdir() if sub.is_symlink()]
            yield from (link for link in links if is_mod(link))


def _is_mod(folder: Path) -> bool:
    return not folder.name.startswith(".") and is_mod(folder)


def _read(
    folder: Path, run_manifest: ManifestRunner, errors: list[HostError], *, lenient: bool = False
) -> Manifest | None:
    folder = folder.resolve()
    marker = _marker(folder)
    if marker == "mod.toml":
        manifest, problems = read_toml(folder)
    elif marker == "mod.lua":
        manifest, problems = _run_lua(folder, run_manifest)
    else:
        manifest, problems = from_folder(folder, marker)
    errors.extend(problems)
    return None if problems and not lenient else manifest


def _marker(folder: Path) -> str:
    # A mod may be removed while it is read. Then the error says that there is no mod.toml.
    return next((name for name in ("mod.toml", *LEGACY) if is_file(folder / name)), "mod.toml")


def may_add_to_base(folder: Path) -> bool:
    """Return whether a mod is a module of kts without a manifest, which may change `base` without naming it."""
    return _marker(folder) == "init.lua"


def _run_lua(folder: Path, run_manifest: ManifestRunner) -> tuple[Manifest | None, list[HostError]]:
    try:
        source = read_mod_file(folder, "mod.lua", "mod.lua")
    except HostError as error:
        return None, [manifest_error(error.message, folder / "mod.lua")]
    try:
        data = run_manifest(source, f"{folder.name}/mod.lua")
    except HostError as error:
        error.mod, error.file = folder.name, error.file or f"{folder.name}/mod.lua"
        return None, [error]
    if not isinstance(data, dict):
        return None, [
            manifest_error(
                "the manifest returns no table: must return { id = …, version = … }",
                folder / "mod.lua",
            )
        ]
    return from_lua(folder, data)


def _with_module_list(folder: Path, manifests: list[Manifest], errors: list[HostError]) -> list[Manifest]:
    """Return `manifests`, with the order of `folder/modules.txt` as dependencies of mods without a manifest."""
    file = folder / "modules.txt"
    if not is_file(file):
        return manifests
    by_name = {manifest.folder.name: manifest for manifest in manifests}
    # In their order; and all names so far.
    listed: list[str] = []
    seen: set[str] = set()
    least = len(errors)
    try:
        text = read_mod_file(folder, file.name, file.name, MOST_MANIFEST_BYTES).decode("utf-8", "replace")
    except HostError as error:
        errors.append(manifest_error(error.message, file))
        return manifests
    for number, line in enumerate(text.splitlines(), 1):
        name = line.partition("#")[0].strip()
        if not name or name in seen:
            continue
        seen.add(name)
        if len(listed) == _MOST_LISTED or len(errors) - least == _MOST_ERRORS:
            rule = f"must have at most {_MOST_LISTED} names, of which at most {_MOST_ERRORS} are wrong"
            errors.append(ManifestError(f"the list of modules goes on here: {rule}", file=str(file), line=number))
            break
        if not _MODULE_NAME.match(name):
            shown = shorten(name, _SHOWN_LETTERS)
            errors.append(ManifestError(f'"{shown}" is not a valid name of a module', file=str(file), line=number))
        elif name not in by_name and not (BUNDLED_MODS / name).is_dir():
            errors.append(ManifestError(f'there is no module "{name}" here', file=str(file), line=number))
        else:
            listed.append(name)
    for i, name in enumerate(listed):
        manifest = by_name.get(name)
        if manifest is not None and manifest.legacy == "init.lua":
            before = {by_name[n].id if n in by_name else n: "" for n in listed[:i]}
            by_name[name] = manifest._replace(dependencies=before)
    return [by_name[manifest.folder.name] for manifest in manifests]


def mods_beside(mod: Path) -> tuple[str, ...]:
    """Return the folders of the mods beside a mod, which it may need."""
    try:
        return tuple(str(sub) for sub in sorted(mod.parent.iterdir()) if sub != mod and is_mod(sub))
    except OSError:
        return ()


def folders_beside(folders: Sequence[str]) -> tuple[str, ...]:
    """Return the folders of the mods beside each of `folders` that is a mod, and not a folder of mods."""
    beside = (other for folder in folders if is_mod(Path(folder)) for other in mods_beside(Path(folder)))
    return tuple(dict.fromkeys(other for other in beside if other not in folders))
