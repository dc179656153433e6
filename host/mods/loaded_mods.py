"""The loaded mods of a host, with the mods that were found and their files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from host.border.session import Session
from host.errors.work import WORK
from host.mods.files import ModFiles, ModHashes, hash_files, list_lua_files
from host.mods.finder import AvailableMods
from host.mods.manifest import Manifest
from host.paths import BUNDLED_MODS


@dataclass(slots=True)
class LoadedMod:
    """A loaded mod; Lua refers to it by its `number`, from 1."""

    manifest: Manifest
    number: int
    # The version that the mod registered, or an empty text.
    registered_version: str = ""
    _hashes: ModHashes | None = None

    @property
    def id(self) -> str:
        """The id in the manifest."""
        return self.manifest.id

    @property
    def version(self) -> str:
        """The version of the manifest, or without a manifest the one that the mod registered."""
        return self.manifest.version if self.manifest.version != "0" else self.registered_version or "0"

    @property
    def is_bundled(self) -> bool:
        """Whether it came with the host."""
        return self.manifest.folder.is_relative_to(BUNDLED_MODS)

    @property
    def content_hash(self) -> str:
        """A hash of the files of the mod."""
        return self.hashes.whole

    @property
    def hashes(self) -> ModHashes:
        """The hashes of the files of the mod when they were first asked for."""
        self._hashes = self._hashes or hash_files(self.manifest.folder)
        return self._hashes


# Instructions that a mod is charged for a file that is listed.
_LISTED = 2000


class LoadedMods:
    """What services ask about mods, which the Lua half knows by number."""

    def __init__(self, session: Session, files: ModFiles) -> None:
        self._session = session
        self._files = files
        # By number, in load order. No number is used twice: a mod that failed must not be confused with a later one.
        self.by_number: dict[int, LoadedMod] = {}
        self.available = AvailableMods()

    def all(self) -> list[LoadedMod]:
        """Return the loaded mods, in load order."""
        return list(self.by_number.values())

    def has(self, identity: str) -> bool:
        """Return whether a mod is loaded."""
        return any(mod.id == identity for mod in self.by_number.values())

    def path_of(self, name: str) -> Path | None:
        """Return the path of a file by its name in messages, "mod/path.lua"; None for a text that is no file."""
        identity, _, path = name.partition("/")
        folder = next((mod.manifest.folder for mod in self.all() if mod.id == identity), None)
        return folder / path if folder and self._files.has(identity, path) else None

    def versions(self) -> list[tuple[str, str, str]]:
        """Return (id, version, content hash) of each loaded mod."""
        return [(mod.id, mod.version, mod.content_hash) for mod in self.all()]

    def mod_id(self, number: int) -> str:
        """Return the id of a loaded mod."""
        return self.by_number[number].id

    def read_file(self, number: int, path: str) -> tuple[bytes, str]:
        """Return content and name for messages of a file of a mod."""
        mod = self.mod_id(number)
        return self._files.read_file(mod, path), f"{mod}/{path}"

    def find_file(self, number: int, path: str) -> None:
        """Raise HostError, which names the nearest file, unless a mod has a file."""
        self._files.find(self.mod_id(number), path)

    def edit(self, name: str, text: bytes) -> bytes:
        """Return the text that runs of a Lua file, `mod/path`."""
        return self._files.edit(name, text)

    def has_file(self, number: int, path: str) -> bool:
        """Return whether a mod has a file."""
        return self._files.has(self.mod_id(number), path)

    def list_folder(self, number: int, path: str) -> list[str]:
        """Return the names in a folder of a mod."""
        return self._files.list_folder(self.mod_id(number), path)

    def required_names(self, number: int, name: str) -> list[str]:
        """Return the names by which a mod can require Lua files of its own, or of the mod that `mod.ID.…` names.

        They are written as `name` is: with slashes, or after a dot, or with dots.
        """
        manifest, before = self.by_number[number].manifest, "." if name.startswith(".") else ""
        parts = name.split(".")
        if parts[0] == "mod" and len(parts) > 2:
            other = self.available.get(parts[1])
            if other is None:
                return []
            manifest, before = other, f"mod.{other.id}."
        separator = "/" if "/" in name else "."
        paths = (path.relative_to(manifest.folder).with_suffix("") for path in list_lua_files(manifest.folder))
        files = [path.parent if path.name == "init" else path for path in paths]
        WORK.note(_LISTED * len(files))
        return [f"{before}{separator.join(path.parts)}" for path in files if path.parts]

    def known_ids(self) -> list[str]:
        """Return the ids of all mods that were found, loaded or not."""
        return self.available.ids()

    def set_registered_version(self, number: int, version: str) -> None:
        """Set the version with which a mod registers itself by `mod.RegisterMod`."""
        self.by_number[number].registered_version = version

    def note_required(self, number: int, other: str, file: str | None, line: int) -> None:
        """Record that a mod requires a mod that its manifest does not name, if it could name one."""
        manifest = self.by_number[number].manifest
        if other not in manifest.optional and manifest.legacy not in ("init.lua", "main.lua"):
            self._session.note(
                f'mod {manifest.id} requires the mod "{other}" and does not depend on it',
                file,
                line,
                "undeclared",
                f"name it under [dependencies] in {manifest.file.name}, or under [optional]",
            )
