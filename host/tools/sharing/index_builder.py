"""Turn a folder of archives into an index: lists of versions, and pages for people.

Options: `--no-pages`, `--undo`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from packaging.version import Version

from host.errors import HostError, RequestError, counted, in_one_line, listing, together
from host.export.files import Target, write_targets
from host.mods.archive import read_archive
from host.mods.finder import manifest_of
from host.mods.manifest import from_archive
from host.mods.sharing.candidates import fits, newest_release
from host.mods.sharing.index import CONFIG, MODS, MOST_ARCHIVE_FILE_BYTES, VERSION, Index, parse_target, release_of
from host.mods.sharing.release import Release, format_releases, parse_releases, path_of
from host.mods.sharing.sources import FolderSource
from host.paths import BUNDLED_MODS, bundled_ids, why_no_folder
from host.paths.folders import open_below
from host.tools.sharing.pages import INDEX_PAGE, PageMaker, draw_list, page_of
from host.version import __version__

# Archives that are refused before the others are not looked at.
_MOST_ERRORS = 20
# The bytes at the beginning of a page with what it was made from.
_HEAD_BYTES, _MADE_FROM = 1_000, re.compile(rb'content="from ([0-9a-f]{64})"')
_MOST_PAGE_BYTES = 8 * 2**20


class IndexSummary(NamedTuple):
    """What an index has."""

    mods: int
    versions: int
    # Sentences about archives that changed since the index was made before, and about mods that the index lacks.
    warnings: tuple[str, ...]
    # Pages without generators and pictures, because there was no time to run their mods: the next build makes them.
    unfinished: int = 0


def build_index(folder: str | Path, *, pages: bool = True) -> IndexSummary:
    """Make an index of the archives in a folder, in that folder; any web server can serve it.

    pages: whether to make a page for each mod, for which it runs in the sandbox. Pages of mods that are the same stay,
        and after a minute no other mod runs until the next build.

    Versions that were yanked stay so. All files change, or none. Raises HostError, which lists the archives that no one
    could install.
    """
    root = Path(folder)
    problem = why_no_folder(root)
    if problem:
        raise RequestError(f'"{in_one_line(str(root))}" {problem}: must be a folder of archives')
    releases = _read_archives(root)
    source = FolderSource(root)
    former = {identity: _read_former(source, identity) for identity in releases}
    warnings = _find_gaps(releases)
    for identity, listed in releases.items():
        for number, release in enumerate(listed):
            before = next((other for other in former[identity] if other.version == release.version), None)
            if before is not None:
                listed[number] = release._replace(yanked=before.yanked)
                if before.sha256 != release.sha256:
                    warnings.append(f"{identity} {release.version} has other bytes than before: raise its version")
    return _write(root, source, releases, warnings, pages=pages)


def yank(folder: str | Path, mod: str, *, undo: bool = False) -> None:
    """Withdraw a version of a mod, `ID==VERSION`, from an index: only those who ask for exactly it get it.

    With `undo`, offer it again. Raises RequestError.
    """
    root = Path(folder)
    target = parse_target(f"{root}/{mod}")
    index = Index(str(root))
    releases = index.releases(target.id)
    version = target.wanted.removeprefix("==")
    if not releases:
        raise RequestError(f'the index has no mod "{target.id}"', hint=index.suggest(target.id))
    if version not in [release.version for release in releases]:
        versions = listing(f"{target.id}=={release.version}" for release in releases)
        raise RequestError(f'"{in_one_line(mod)}" is not a version of the index: must be {versions}')
    changed = [r._replace(yanked=not undo) if r.version == version else r for r in releases]
    _write_files(root, {path_of(target.id): format_releases(changed)})
    build_index(root, pages=(root / INDEX_PAGE).exists())


def _read_archives(root: Path) -> dict[str, list[Release]]:
    """Return the versions of the archives in a folder by id, each sorted by version. Raises HostError."""
    releases: dict[str, dict[str, Release]] = {}
    errors: list[HostError] = []
    bundled = {*bundled_ids()}
    with open_below(root, ()) as opened:
        for name in opened.names():
            if not name.endswith(".zip") or name.startswith(".") or len(errors) >= _MOST_ERRORS:
                continue
            try:
                data = opened.read(name, name, MOST_ARCHIVE_FILE_BYTES)
                manifest = from_archive(read_archive(data, name), name)
                release = release_of(manifest, name, data)
                # What is written is what can be read.
                parse_releases(format_releases([release]), release.id, name)
                if release.id in bundled:
                    raise RequestError(f"{name} is the mod {release.id}, which is bundled with the host")
                other = releases.setdefault(release.id, {}).setdefault(release.version, release)
                if other.sha256 != release.sha256:
                    raise RequestError(f"{other.file} and {name} are both {release.id} {release.version}")
            except HostError as error:
                errors.append(error)
    if errors:
        raise together(errors)
    return {
        identity: sorted(listed.values(), key=lambda release: Version(release.version))
        for identity, listed in sorted(releases.items())
    }


def _read_former(source: FolderSource, identity: str) -> list[Release]:
    """Return the versions that an index had before. Raises RequestError: nobody else knows what was yanked."""
    path = path_of(identity)
    content = source.read(path, MOST_ARCHIVE_FILE_BYTES)
    return [] if content is None else parse_releases(content, identity, path)


def _find_gaps(releases: Mapping[str, Sequence[Release]]) -> list[str]:
    """Return a sentence for each mod that a version needs, and that neither the index nor the host has."""
    versions = {identity: [release.version for release in listed] for identity, listed in releases.items()}
    for identity in bundled_ids():
        manifest = manifest_of(BUNDLED_MODS / identity)
        versions[identity] = [manifest.version] if manifest else []
    return [
        f"{release.id} {release.version} needs {f'{other} {wanted}'.rstrip()}, which the index does not have"
        for listed in releases.values()
        for release in listed
        for other, wanted in release.dependencies.items()
        if not any(fits(version, wanted) for version in versions.get(other, ()))
    ]


class _Written:
    """Files of an index that are not written yet, before the files of its folder."""

    def __init__(self, source: FolderSource, files: dict[str, bytes]) -> None:
        self.name = source.name
        self._source, self._files = source, files

    def read(self, path: str, most_bytes: int) -> bytes | None:
        """Return the content of a file, None when there is none."""
        return self._files[path] if path in self._files else self._source.read(path, most_bytes)


def _write(
    root: Path,
    source: FolderSource,
    releases: dict[str, list[Release]],
    warnings: list[str],
    *,
    pages: bool,
) -> IndexSummary:
    """Write the files of an index."""
    files = {path_of(identity): format_releases(listed) for identity, listed in releases.items()}
    shown = {identity: newest_release(listed) or listed[-1] for identity, listed in releases.items()}
    lines = [
        json.dumps({"id": release.id, "version": release.version, "description": release.description})
        for release in shown.values()
    ]
    files[CONFIG] = (json.dumps({"version": VERSION}) + "\n").encode()
    unfinished = 0
    files[MODS] = "".join(f"{line}\n" for line in lines).encode()
    if pages:
        maker = PageMaker(Index(source.name, _Written(source, dict(files))), {*releases})
        files[INDEX_PAGE] = draw_list(shown.values())
        for identity, release in shown.items():
            made_from = sha256(f"{__version__}\n".encode() + files[path_of(identity)]).hexdigest()
            if not _is_page_of(source, identity, made_from):
                files |= maker.draw(release, releases[identity], made_from)
        unfinished = maker.unfinished
    stale = _find_stale(source, releases)
    _write_files(root, files)
    for path in stale:
        *parts, name = path.split("/")
        with suppress(OSError), open_below(root, parts) as opened:
            opened.remove(name)
    return IndexSummary(len(releases), sum(map(len, releases.values())), tuple(warnings), unfinished)


def _find_stale(source: FolderSource, kept: Iterable[str]) -> list[str]:
    """Return the files of mods that the index had, and that have no archive any more."""
    with suppress(RequestError):
        gone = {mod.id for mod in Index(source.name, source).listed()} - {*kept}
        return [path for identity in sorted(gone) for path in (path_of(identity), page_of(identity))]
    return []


def _is_page_of(source: FolderSource, identity: str, made_from: str) -> bool:
    with suppress(RequestError):
        found = _MADE_FROM.search((source.read(page_of(identity), _MOST_PAGE_BYTES) or b"")[:_HEAD_BYTES])
        return found is not None and found[1].decode() == made_from
    return False


def _write_files(root: Path, files: dict[str, bytes]) -> None:
    """Write files below a folder, through no link, all or none. Raises RequestError."""
    write_targets(
        {Target(root / path, root, tuple(path.split("/"))): content for path, content in sorted(files.items())}
    )


def describe_summary(summary: IndexSummary) -> str:
    """Return a line about an index."""
    return f"{counted(summary.mods, 'mod')}, {counted(summary.versions, 'version')}"
