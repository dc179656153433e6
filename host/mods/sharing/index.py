"""An index of mods: static files that list the versions of mods, and their archives beside them."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from typing import NamedTuple

from host.errors import RequestError, in_one_line, shorten
from host.errors.spelling import did_you_mean
from host.mods.archive import MOST_BYTES as MOST_ARCHIVE_BYTES
from host.mods.archive import MOST_FILES, read_archive
from host.mods.manifest import Manifest, from_archive, is_range, why_no_id
from host.mods.sharing.release import (
    MOST_BYTES,
    Release,
    parse_object,
    parse_releases,
    path_of,
)
from host.mods.sharing.sources import FileSource, open_source

# The file that makes a folder an index, and the list of its mods.
CONFIG, MODS = "config.json", "mods.jsonl"
VERSION = 1
_MOST_CONFIG_BYTES, _MOST_LIST_BYTES = 2**16, 64 * 2**20
# Bytes of an archive beyond the bytes of its files: for each file its name twice, and less than 100 more.
MOST_ARCHIVE_FILE_BYTES = MOST_ARCHIVE_BYTES + MOST_FILES * 1_100
# Characters of the texts of a mod that an index has.
_LONGEST_NAME, _LONGEST_DESCRIPTION = 100, 500
_TARGET = re.compile(r"(?P<index>.+)/(?P<id>[^/\s=<>!~]+)\s*(?P<range>[=<>!~][^/]*)?\Z", re.DOTALL)


class Listing(NamedTuple):
    """A mod in the list of an index: its newest version."""

    id: str
    version: str
    description: str


class ModTarget(NamedTuple):
    """What somebody wants from an index: `INDEX/ID` or `INDEX/ID==RANGE`."""

    # The folder or the URL of the index.
    source: str
    id: str
    # A range of versions; empty for any.
    wanted: str


def parse_target(text: str) -> ModTarget:
    """Return what a text such as `https://mods.example/hall==1.*` names. Raises RequestError."""
    match = _TARGET.match(text)
    shown = in_one_line(text)
    if match is None:
        raise RequestError(f'"{shown}" is neither a zip file nor INDEX/ID', hint="a folder is named ./INDEX/ID")
    problem = why_no_id(match["id"])
    if problem:
        raise RequestError(f'"{in_one_line(match["id"])}" is not the id of a mod: {problem}')
    wanted = (match["range"] or "").strip()
    if not is_range(wanted):
        raise RequestError(f'"{in_one_line(wanted)}" is not a range of versions, such as ==1.0.0, ==1.* or >=1.0,<2')
    return ModTarget(match["index"], match["id"], wanted)


class Index:
    """An index in a folder or on a web server. What was read once is not read again."""

    def __init__(self, name: str, source: FileSource | None = None) -> None:
        """Open the index in a folder or at a URL. Raises RequestError when there is none."""
        self._source = open_source(name) if source is None else source
        self.name = self._source.name
        self._releases: dict[str, list[Release]] = {}
        self._check()

    def _check(self) -> None:
        content = self._source.read(CONFIG, _MOST_CONFIG_BYTES)
        if content is None:
            hint = "dungeon-host index build makes one from a folder of archives"
            raise RequestError(f"there is no index of mods at {in_one_line(self.name)}: it has no {CONFIG}", hint=hint)
        try:
            version = json.loads(content)["version"]
        except (ValueError, TypeError, KeyError, RecursionError):
            raise RequestError(f"{CONFIG} of {in_one_line(self.name)} is not that of an index of mods") from None
        if version != VERSION or isinstance(version, bool):
            raise RequestError(f"the index {in_one_line(self.name)} has another version than {VERSION}")

    def releases(self, identity: str) -> list[Release]:
        """Return the versions of a mod, none for a mod that the index does not have. Raises RequestError."""
        if identity not in self._releases:
            path = path_of(identity)
            content = self._source.read(path, MOST_BYTES)
            shown = f"{self.name}/{path}"
            self._releases[identity] = [] if content is None else parse_releases(content, identity, shown)
        return self._releases[identity]

    def listed(self) -> list[Listing]:
        """Return all mods of the index. Raises RequestError."""
        content = self._source.read(MODS, _MOST_LIST_BYTES)
        try:
            rows = [parse_object(line) for line in (content or b"").decode().splitlines()]
            mods = [Listing(row["id"], row["version"], row["description"]) for row in rows]
            if not all(isinstance(text, str) for mod in mods for text in mod):
                raise TypeError("id, version and description must be texts")
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            raise RequestError(f"{MODS} of {in_one_line(self.name)} is no list of mods: {error}") from None
        return mods

    def suggest(self, identity: str) -> str | None:
        """Return a hint with the nearest id that the index has, or None."""
        try:
            return did_you_mean(identity, (mod.id for mod in self.listed()))
        except RequestError:
            return None

    def fetch(self, release: Release) -> tuple[Manifest, dict[str, bytes]]:
        """Return the manifest and the files of a version. Raises HostError unless the archive is what the index says.

        What is read is what is compared: another reading may give other bytes.
        """
        shown = f"{self.name}/{release.file}"
        data = self._source.read(release.file, min(MOST_ARCHIVE_FILE_BYTES, release.size))
        if data is None:
            raise RequestError(f"there is no {in_one_line(shown)}, which the index lists")
        actual = sha256(data).hexdigest()
        if actual != release.sha256:
            raise RequestError(
                f"{in_one_line(shown)} is refused: its SHA-256 is {actual}, and the index says {release.sha256}",
                hint="the archive was changed, or the index is being written",
            )
        contents = read_archive(data, shown)
        manifest = from_archive(contents, shown)
        listed = (release.id, release.version, dict(release.dependencies), dict(release.conflicts))
        if (manifest.id, manifest.version, dict(manifest.dependencies), dict(manifest.conflicts)) != listed:
            raise RequestError(f"{in_one_line(shown)} is refused: its manifest is not what the index says")
        return manifest, contents


def release_of(manifest: Manifest, file: str, data: bytes, *, yanked: bool = False) -> Release:
    """Return the version of an archive, as an index lists it."""
    return Release(
        manifest.id,
        manifest.version,
        file,
        sha256(data).hexdigest(),
        len(data),
        shorten(manifest.name, _LONGEST_NAME),
        shorten(manifest.description, _LONGEST_DESCRIPTION),
        dict(sorted(manifest.dependencies.items())),
        dict(sorted(manifest.conflicts.items())),
        yanked,
    )
