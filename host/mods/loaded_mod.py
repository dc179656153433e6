"""A mod that is loaded."""

from __future__ import annotations

from dataclasses import dataclass

from host.mods.files import content_hash
from host.mods.manifest import Manifest


@dataclass(slots=True)
class LoadedMod:
    """A loaded mod; Lua refers to it by its `number`, from 1."""

    manifest: Manifest
    number: int
    # The version that the mod registered, or an empty text.
    registered_version: str = ""
    _hash: str = ""

    @property
    def id(self) -> str:
        """The id in the manifest."""
        return self.manifest.id

    @property
    def version(self) -> str:
        """The version of the manifest, or without a manifest the one that the mod registered."""
        return self.manifest.version if self.manifest.version != "0" else self.registered_version or "0"

    @property
    def content_hash(self) -> str:
        """A hash of the files of the mod."""
        self._hash = self._hash or content_hash(self.manifest.folder)
        return self._hash
