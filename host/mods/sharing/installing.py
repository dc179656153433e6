"""Install, remove and compare mods of this user: the commands `install`, `uninstall`, `outdated` and the library."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from host.errors import HostError, RequestError, in_one_line, listing, together
from host.errors.spelling import did_you_mean
from host.mods.archive import read_archive
from host.mods.finder import manifest_of
from host.mods.installed import InstalledMod, packaged_mods, parse_installed, read_list, user_folder
from host.mods.manifest import Manifest, from_archive
from host.mods.sharing.candidates import (
    BUNDLED,
    FILE,
    INDEX,
    INSTALLED,
    PACKAGED,
    Candidate,
    Candidates,
    Requirement,
    is_newer,
    is_prerelease,
    newest_release,
)
from host.mods.sharing.index import MOST_ARCHIVE_FILE_BYTES, Index, parse_target
from host.mods.sharing.resolution import resolve
from host.mods.sharing.sources import is_url
from host.mods.sharing.user_folder import ListChangedError, change_mods
from host.paths import BUNDLED_MODS, bundled_ids
from host.paths.folders import is_mod, read_regular_file

# How often an installation begins again because another process changed what is installed.
_ATTEMPTS = 10


class InstalledChange(NamedTuple):
    """What an installation did to a mod."""

    id: str
    # The version before, None for a mod that is new; and the version now.
    before: str | None
    version: str
    # The file, or the index, that it came from.
    source: str


class OutdatedMod(NamedTuple):
    """An installed mod of which its index has a newer version, or has withdrawn the installed one."""

    id: str
    version: str
    # The newest version; None when the index has none any more.
    newest: str | None
    # The index.
    source: str
    # Whether the installed version is yanked.
    is_yanked: bool


class Archive(NamedTuple):
    """An archive of a mod that was read from a file."""

    path: str
    manifest: Manifest
    contents: Mapping[str, bytes]
    sha256: str


def read_archive_file(path: str | Path) -> Archive:
    """Return the mod in a zip file; nothing of it runs. Raises HostError."""
    shown = os.fspath(path)
    return _parse_archive(read_regular_file(Path(path), shown, MOST_ARCHIVE_FILE_BYTES), shown)


def _parse_archive(data: bytes, shown: str) -> Archive:
    contents = read_archive(data, shown)
    return Archive(shown, from_archive(contents, shown), contents, sha256(data).hexdigest())


def install(*targets: str | Path) -> list[InstalledChange]:
    """Install mods, and what they need, into the folder of this user, where all commands find them by id.

    targets: zip files of `dungeon-host pack`, and `INDEX/ID` or `INDEX/ID==RANGE`, where INDEX is a folder or a URL.

    All are installed, or none. Returns the mods that changed. Nothing of a mod runs. Raises HostError: RequestError
    lists all versions that do not fit together.

    >>> from host import install
    >>> install("https://mods.example/hall==1.*")  # doctest: +SKIP
    [InstalledChange(id='hall', before=None, version='1.1.0', source='https://mods.example')]
    """
    return _install(*_read_targets([os.fspath(target) for target in targets]))


def install_archive(data: bytes, shown: str) -> list[InstalledChange]:
    """Install the mod in an archive, called `shown` in errors, as `install` does. Raises HostError."""
    archive = _parse_archive(data, shown)
    _refuse_bundled([archive.manifest.id])
    return _install({archive.manifest.id: archive}, [Requirement(archive.manifest.id, "")], [])


def _install(
    archives: Mapping[str, Archive], asked: Sequence[Requirement], indexes: Sequence[Index]
) -> list[InstalledChange]:
    folder = user_folder()
    fetched: dict[str, tuple[Manifest, Mapping[str, bytes]]] = {}
    for _ in range(_ATTEMPTS):
        before = read_list(folder)
        installed = parse_installed(folder, before)
        chosen = resolve(_candidates(installed, archives, indexes, asked), asked)
        added: dict[str, tuple[InstalledMod, Mapping[str, bytes]]] = {}
        for identity, candidate in chosen.items():
            mod = _new_mod(folder, candidate, archives)
            if mod is None or _is_same(installed.get(identity), mod):
                continue
            if candidate.release is not None and candidate.source is not None and mod.sha256 not in fetched:
                fetched[mod.sha256] = candidate.source.fetch(candidate.release)
            added[identity] = (mod, archives[identity].contents if candidate.origin == FILE else fetched[mod.sha256][1])
        if not added:
            return []
        try:
            change_mods(folder, before, added)
        except ListChangedError:
            continue
        return [
            InstalledChange(
                identity,
                installed[identity].version if identity in installed else None,
                mod.version,
                mod.source or archives[identity].path,
            )
            for identity, (mod, _) in sorted(added.items())
        ]
    raise RequestError(f'other processes go on to change "{folder}": try again later')


def _read_targets(targets: Sequence[str]) -> tuple[dict[str, Archive], list[Requirement], list[Index]]:
    """Return the archives by id, what is asked for, and the indexes that are named."""
    archives: dict[str, Archive] = {}
    asked: list[Requirement] = []
    indexes: dict[str, Index] = {}
    for target in targets:
        if not is_url(target) and target.endswith(".zip"):
            archive = read_archive_file(target)
            identity = archive.manifest.id
            if identity in archives:
                raise RequestError(f'"{archives[identity].path}" and "{target}" are both the mod {identity}')
            archives[identity] = archive
            asked.append(Requirement(identity, ""))
        else:
            if not is_url(target) and is_mod(Path(target)):
                raise RequestError(f'"{target}" is the folder of a mod: dungeon-host pack makes an archive of it')
            if target.endswith(".zip"):
                raise RequestError(f'"{in_one_line(target)}" is on a web server: must be a file, or INDEX/ID')
            name, identity, wanted = parse_target(target)
            if name not in indexes:
                indexes[name] = Index(name)
            asked.append(Requirement(identity, wanted))
    _refuse_bundled(requirement.id for requirement in asked)
    return archives, asked, list(indexes.values())


def _refuse_bundled(identities: Iterable[str]) -> None:
    bundled = {*bundled_ids()}
    for identity in identities:
        if identity in bundled:
            raise RequestError(f"the mod {identity} is bundled with the host: it cannot be replaced")


def _candidates(
    installed: Mapping[str, InstalledMod],
    archives: Mapping[str, Archive],
    indexes: Sequence[Index],
    asked: Sequence[Requirement],
) -> Candidates:
    fixed: dict[str, tuple[str, Manifest]] = {}
    places = [
        *((BUNDLED, identity, BUNDLED_MODS / identity) for identity in bundled_ids()),
        *((INSTALLED, identity, mod.folder) for identity, mod in installed.items()),
        *((PACKAGED, identity, folder) for identity, folder in packaged_mods().items()),
    ]
    for origin, identity, folder in places:
        manifest = manifest_of(folder)
        if manifest is not None:
            fixed.setdefault(identity, (origin, manifest))
    files = [archive.manifest for archive in archives.values()]
    return Candidates(fixed, files, indexes, {requirement.id for requirement in asked} - {*archives})


def _new_mod(folder: Path, candidate: Candidate, archives: Mapping[str, Archive]) -> InstalledMod | None:
    """Return a candidate as an installed mod; None for one that is here."""
    if candidate.origin == FILE:
        return InstalledMod(candidate.id, candidate.version, folder, archives[candidate.id].sha256, None)
    if candidate.origin == INDEX and candidate.release and candidate.source:
        return InstalledMod(candidate.id, candidate.version, folder, candidate.release.sha256, candidate.source.name)
    return None


def _is_same(before: InstalledMod | None, mod: InstalledMod) -> bool:
    return before is not None and (before.version, before.sha256, before.source) == (
        mod.version,
        mod.sha256,
        mod.source,
    )


def uninstall(*identities: str) -> list[InstalledMod]:
    """Remove installed mods, all or none, and return them. Raises RequestError, also when other mods need them."""
    folder = user_folder()
    for _ in range(_ATTEMPTS):
        before = read_list(folder)
        installed = parse_installed(folder, before)
        for identity in identities:
            if identity not in installed:
                raise RequestError(_why_not_installed(identity, installed))
        users = {
            other: [identity for identity in identities if identity in manifest.dependencies]
            for other, mod in installed.items()
            if other not in identities and (manifest := manifest_of(mod.folder))
        }
        needed = [f"{other} needs {listing(needs, 'and')}" for other, needs in sorted(users.items()) if needs]
        if needed:
            raise RequestError(
                f"{listing(identities, 'and')} cannot be removed: {listing(needed, 'and')}",
                hint="name all of them to remove all of them",
            )
        try:
            change_mods(folder, before, {}, identities)
        except ListChangedError:
            continue
        return [installed[identity] for identity in dict.fromkeys(identities)]
    raise RequestError(f'other processes go on to change "{folder}": try again later')


def _why_not_installed(identity: str, installed: Iterable[str]) -> str:
    shown = in_one_line(identity)
    if identity in bundled_ids():
        return f"the mod {shown} is bundled with the host: it cannot be removed"
    if identity in packaged_mods():
        return f"the mod {shown} is in a Python package: pip removes it"
    hint = did_you_mean(identity, installed)
    return f'the mod "{shown}" is not installed{f"; {hint}" if hint else ""}'


def installed_mods() -> list[InstalledMod]:
    """Return the installed mods, sorted by id. Raises RequestError."""
    folder = user_folder()
    return sorted(parse_installed(folder, read_list(folder)).values())


def outdated() -> list[OutdatedMod]:
    """Return the installed mods of which their indexes have newer versions, or have withdrawn the installed ones.

    Mods that came from a file have no index. Raises HostError, after all others were asked, for an index that cannot be
    read.
    """
    found, failures = find_outdated()
    if failures:
        raise together(failures)
    return found


def find_outdated() -> tuple[list[OutdatedMod], list[HostError]]:
    """Return what `outdated` returns, and the errors of indexes that cannot be read."""
    found, failures = list[OutdatedMod](), list[HostError]()
    indexes: dict[str, Index | None] = {}
    for mod in installed_mods():
        if mod.source is None:
            continue
        try:
            if mod.source not in indexes:
                indexes[mod.source] = None
                indexes[mod.source] = Index(mod.source)
            index = indexes[mod.source]
            releases = index.releases(mod.id) if index else None
        except HostError as error:
            failures.append(error)
            continue
        if releases is None:
            continue
        is_yanked = next((r.yanked for r in releases if r.version == mod.version), True)
        newest = newest_release(releases)
        is_behind = newest is not None and is_newer(newest.version, mod.version)
        is_offered = newest is not None and (is_prerelease(mod.version) or not is_prerelease(newest.version))
        if is_yanked or (is_behind and is_offered):
            found.append(OutdatedMod(mod.id, mod.version, newest.version if newest else None, mod.source, is_yanked))
    return found, failures
