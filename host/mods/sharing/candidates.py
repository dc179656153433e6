"""Versions of mods that may be chosen: from installed mods, from files, and from indexes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from packaging.specifiers import SpecifierSet
from packaging.version import Version

from host.mods.manifest import Manifest
from host.mods.sharing.index import Index
from host.mods.sharing.release import Release

# Where a candidate comes from.
INSTALLED, BUNDLED, PACKAGED, FILE, INDEX = "installed", "bundled", "packaged", "file", "index"


class Candidate(NamedTuple):
    """A version of a mod that may be chosen."""

    id: str
    version: str
    # One of the names above.
    origin: str
    # Id -> range of versions.
    dependencies: Mapping[str, str]
    conflicts: Mapping[str, str]
    # For candidates of an index: what it says, and the index.
    release: Release | None = None
    source: Index | None = None

    @property
    def is_yanked(self) -> bool:
        """Whether only an exact version asks for it."""
        return self.release is not None and self.release.yanked

    def __str__(self) -> str:
        note = "yanked" if self.is_yanked else "" if self.origin == INDEX else self.origin
        return f"{self.version} ({note})" if note else self.version


class Requirement(NamedTuple):
    """A mod that somebody needs, in a range of versions."""

    id: str
    wanted: str
    # The candidate that needs it; None for what the caller asks for.
    parent: Candidate | None = None

    def admits(self, candidate: Candidate) -> bool:
        """Return whether a candidate meets the requirement."""
        return fits(candidate.version, self.wanted)

    def __str__(self) -> str:
        who = f"{self.parent.id} {self.parent.version} needs" if self.parent else "you ask for"
        return f"{who} {self.id} {self.wanted}".rstrip()


@lru_cache(maxsize=2**16)
def fits(version: str, wanted: str) -> bool:
    """Return whether a version lies in a range."""
    return not wanted or _range(wanted).contains(_version(version), prereleases=True)


@lru_cache(maxsize=2**12)
def _range(wanted: str) -> SpecifierSet:
    return SpecifierSet(wanted)


@lru_cache(maxsize=2**14)
def _version(version: str) -> Version:
    return Version(version)


def is_exact(wanted: str) -> bool:
    """Return whether a range is one version, such as `==1.0.0`, and not `==1.*`."""
    return any(
        part.operator == "===" or (part.operator == "==" and not part.version.endswith(".*")) for part in _range(wanted)
    )


def newest_first(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Return candidates by version, the newest first."""
    return sorted(candidates, key=lambda candidate: _version(candidate.version), reverse=True)


def newest_first_releases(releases: Iterable[Release]) -> list[Release]:
    """Return versions, the newest first."""
    return sorted(releases, key=lambda release: _version(release.version), reverse=True)


def newest_release(releases: Sequence[Release]) -> Release | None:
    """Return the newest version that is not yanked, none before its release if there is another; None without one."""
    offered = [release for release in releases if not release.yanked]
    return max(
        offered, key=lambda release: (not is_prerelease(release.version), _version(release.version)), default=None
    )


def is_prerelease(version: str) -> bool:
    """Return whether a version is one before a release, such as `2.0rc1`."""
    return _version(version).is_prerelease


def is_newer(version: str, other: str) -> bool:
    """Return whether a version comes after another one."""
    return _version(version) > _version(other)


class Candidates:
    """All candidates, by id. Indexes are read when they are needed."""

    def __init__(
        self,
        fixed: Mapping[str, tuple[str, Manifest]],
        files: Iterable[Manifest],
        indexes: Iterable[Index],
        asked: Iterable[str],
    ) -> None:
        """Take what there is: `fixed` has origin and manifest of mods that are here, `asked` what the caller names."""
        self._fixed = {identity: _of(manifest, origin) for identity, (origin, manifest) in fixed.items()}
        self._files = {manifest.id: _of(manifest, FILE) for manifest in files}
        self._indexes = list(indexes)
        self._asked = {*asked}

    def fixed(self) -> dict[str, Candidate]:
        """Return the candidates that are here: installed, bundled, in Python packages."""
        return self._fixed

    def of(self, identity: str) -> Iterator[Candidate]:
        """Yield the candidates of a mod, the best first.

        A mod that is here stays as it is when it can, unless the caller asks for it: then the newest comes first. A
        file is the only candidate of its mod.
        """
        here = self._fixed.get(identity)
        if identity in self._files:
            yield self._files[identity]
        elif here is not None and here.origin == BUNDLED:
            yield here
        elif here is not None and identity in self._asked:
            yield from newest_first([*self._listed(identity), here])
        else:
            if here is not None:
                yield here
            yield from newest_first(self._listed(identity))

    def _listed(self, identity: str) -> list[Candidate]:
        # The first index that has a mod is the only one for it: no other index can replace it with a higher version.
        for index in self._indexes:
            releases = index.releases(identity)
            if releases:
                return [Candidate(r.id, r.version, INDEX, r.dependencies, r.conflicts, r, index) for r in releases]
        return []

    @property
    def has_indexes(self) -> bool:
        """Whether there is an index to choose from."""
        return bool(self._indexes)

    def suggest(self, identity: str) -> str | None:
        """Return a hint with the nearest id of the indexes, or None."""
        return next((hint for index in self._indexes if (hint := index.suggest(identity))), None)


def _of(manifest: Manifest, origin: str) -> Candidate:
    return Candidate(manifest.id, manifest.version, origin, manifest.dependencies, manifest.conflicts)


def choose_matches(candidates: Iterable[Candidate], requirements: Sequence[Requirement]) -> Iterator[Candidate]:
    """Yield the candidates that meet all requirements of their mod, in their order.

    One that is yanked must be asked for by its exact version. Versions before a release come after all others.
    """
    exact = any(is_exact(requirement.wanted) for requirement in requirements)
    early: list[Candidate] = []
    for candidate in candidates:
        if (candidate.is_yanked and not exact) or not all(need.admits(candidate) for need in requirements):
            continue
        if candidate.origin == INDEX and is_prerelease(candidate.version):
            early.append(candidate)
        else:
            yield candidate
    yield from early
