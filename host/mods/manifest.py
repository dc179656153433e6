"""Manifests: the description of a mod, read as data; its dependencies, and which versions fit their ranges."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from host.border.values import shown
from host.errors import HostError, ManifestError, RequestError, in_one_line, listing, together
from host.errors.spelling import did_you_mean
from host.mods.files import is_mod_file, locate, read_mod_file
from host.mods.toml import NotTomlError, as_written, parse_toml
from host.paths import MOD_ID
from host.paths.folders import MARKERS
from host.version import API_LEVEL

# All dialects that a manifest may name; `host.dialects.functions` has the dialects of this version.
DIALECTS = ("kts", "pools", "areas", "actions", "rooms")

# Bytes of the largest manifest.
MOST_MANIFEST_BYTES = 2**17
_MOST_ERRORS = 100
# A number with too many digits for a version or a range; Python itself reads no number of more than 4,300 digits.
_LONG_NUMBER = re.compile(r"\d{100}")
_ID = re.compile(r"[a-z][a-z0-9_]*\Z")
# Names with another meaning where the id of a mod can stand.
_RESERVED = ("host", "script", "mod", "modules", "api")

_KEYS = (
    "id",
    "version",
    "name",
    "description",
    "entry",
    "api",
    "dialects",
    "dependencies",
    "optional",
    "conflicts",
)
# Keys without which a mod cannot run.
_VITAL_KEYS = ("id", "entry", "api", "dialects")
_LUA_KEYS = ("id", "version", "dependencies", "description")

_NOTHING: Mapping[str, str] = MappingProxyType({})

# Folders without mod.toml: the file that identifies them -> their first dialect.
LEGACY = dict(zip(MARKERS[1:], ("areas", "kts", "actions"), strict=True))


class Manifest(NamedTuple):
    """The description of a mod, known before any of it runs."""

    id: str
    folder: Path
    # The manifest, or the file that identifies a mod without one.
    file: Path
    version: str = "0"
    name: str = ""
    description: str = ""
    # The file to run, relative to the folder; empty for none.
    entry: str = "init.lua"
    # As listed; empty for all.
    dialects: tuple[str, ...] = ()
    # Id -> version range, such as ">=1.0,<2"; empty for any.
    dependencies: Mapping[str, str] = _NOTHING
    optional: Mapping[str, str] = _NOTHING
    conflicts: Mapping[str, str] = _NOTHING
    # The file that identifies a folder without mod.toml; else empty.
    legacy: str | None = None

    def __str__(self) -> str:
        return f"{self.id} {self.version}"

    @property
    def has_old_lua(self) -> bool:
        """Whether the mod may be written for Lua 5.1 or LuaJIT."""
        return self.legacy is not None

    def error(self, message: str, key: str, hint: str | None = None) -> ManifestError:
        """Return an error of this mod at the line of a key, as `manifest_error` does."""
        return manifest_error(message, self.file, key=key, mod=self.id, hint=hint)


def why_no_id(text: str) -> str | None:
    """Return the rule that a text breaks as the id of a mod, or None when it is valid."""
    if not _ID.match(text):
        return "must begin with a small letter and have only small letters, digits and underscores"
    return "that is a name the host uses" if text in _RESERVED else None


def manifest_error(
    message: str, file: Path, *, key: str | None = None, mod: str | None = None, hint: str | None = None
) -> ManifestError:
    """Return an error at the line of a key of a manifest, such as `dependencies.base`, or at its first line."""
    line = None if file.is_dir() else _line_of(file, key) or 1
    return ManifestError(message, file=str(file), line=line, path=key, mod=mod, hint=hint)


def _line_of(file: Path, key: str | None) -> int | None:
    """Return the line of a manifest with a key, or with a table of that name."""
    if not key:
        return None
    table, _, last = key.partition(".")
    try:
        text = read_mod_file(file.parent, file.name, file.name, MOST_MANIFEST_BYTES).decode("utf-8", "replace")
    except HostError:
        return None
    names = [_name_in(line) if table in line or (last and last in line) else None for line in text.splitlines()]
    start = names.index(table) if table in names else 0
    # A key at the top has no `last`, and lines such as blank ones have no name.
    if last and last in names[start:]:
        return names.index(last, start) + 1
    return start + 1 if table in names else None


def _name_in(line: str) -> str:
    """Return the key or the table that a line of a manifest begins with."""
    return line.partition("=")[0].partition("#")[0].strip().strip("[]\"' ")


def read_toml(folder: Path) -> tuple[Manifest | None, list[HostError]]:
    """Return the manifest in `folder/mod.toml`, or None when the mod cannot run, and all errors."""
    file = folder / "mod.toml"
    try:
        content = read_mod_file(folder, file.name, file.name, MOST_MANIFEST_BYTES)
    except HostError as error:
        return None, [manifest_error(error.message, file)]
    return _read_toml(content, _Reader(folder, file, _KEYS))


def from_archive(contents: Mapping[str, bytes], shown: str) -> Manifest:
    """Return the manifest in the files of an archive (`read_archive`), called `shown` in errors.

    Nothing of the mod runs. Raises HostError unless a mod can be installed from these files: it has a `mod.toml`, whose
    id is the name of the folder with all files.
    """
    top = next(iter(contents)).partition("/")[0]
    folder = Path(shown, top)
    content = contents.get(f"{top}/mod.toml")
    if content is None or len(content) > MOST_MANIFEST_BYTES:
        problem = "has no mod.toml" if content is None else "has a mod.toml that is too large"
        raise RequestError(f'the mod in "{in_one_line(shown)}" {problem}: mods that are shared need one')
    manifest, errors = _read_toml(content, _Reader(folder, folder / "mod.toml", _KEYS, files=contents))
    if errors or manifest is None:
        raise together(errors)
    if manifest.id != top:
        name = in_one_line(top)
        raise RequestError(f'the files of "{in_one_line(shown)}" are in the folder "{name}": must be "{manifest.id}"')
    return manifest


def _read_toml(content: bytes, reader: _Reader) -> tuple[Manifest | None, list[HostError]]:
    try:
        data = parse_toml(content, "the manifest")
    except NotTomlError as error:
        if error.line is None:
            return None, [manifest_error(error.message, reader.file)]
        return None, [ManifestError(error.message, file=str(reader.file), line=error.line, hint=error.hint)]
    return reader.read(data, required=("id", "version"))


def from_lua(folder: Path, data: Mapping[Any, Any]) -> tuple[Manifest | None, list[HostError]]:
    """Return the manifest that a `mod.lua` returned, or None when the mod cannot run, and all errors."""
    file = folder / "mod.lua"
    entry = "init.lua" if (folder / "init.lua").is_file() else ""
    return _Reader(folder, file, _LUA_KEYS, legacy="mod.lua", entry=entry).read(
        data, required=("id", "version", "dependencies")
    )


def from_folder(folder: Path, marker: str) -> tuple[Manifest | None, list[HostError]]:
    """Return the manifest of a folder without one; `marker` (init.lua, main.lua) is the file that identifies it."""
    file = folder / marker
    if not MOD_ID.match(folder.name) or folder.name in _RESERVED:
        rule = "must begin with a letter and have only letters, digits and underscores"
        return None, [
            ManifestError(
                f'the folder "{folder.name}" has no mod.toml, so its name is its id: {rule}'
                + (", and may not be a name the host uses" if folder.name in _RESERVED else ""),
                file=str(folder),
            )
        ]
    return Manifest(folder.name, folder, file, entry=marker, name=folder.name, legacy=marker), []


class _Reader:
    """Reads a manifest and collects all errors."""

    def __init__(
        self,
        folder: Path,
        file: Path,
        keys: Sequence[str],
        *,
        legacy: str | None = None,
        entry: str = "init.lua",
        files: Container[str] | None = None,
    ) -> None:
        self.folder = folder
        self.file = file
        self.keys = keys
        self.legacy = legacy
        self.entry = entry
        # The paths of an archive, which has no folder yet; None for a mod in a folder.
        self.files = files
        self.errors: list[HostError] = []

    @property
    def is_full(self) -> bool:
        """Whether there are so many errors that more tell a person nothing."""
        return len(self.errors) >= _MOST_ERRORS

    def fail(self, message: str, hint: str | None = None, *, key: str | None = None) -> None:
        """Add an error about a key, such as `dependencies.base`, unless there are many."""
        if not self.is_full:
            self.errors.append(manifest_error(message, self.file, key=key, hint=hint))

    def read(self, data: Mapping[Any, Any], required: Sequence[str]) -> tuple[Manifest | None, list[HostError]]:
        for key in data:
            if key not in self.keys and not self.is_full:
                name = _as_name(key)
                rule = f"must be one of {', '.join(self.keys)}"
                self.fail(f'unknown key "{name}": {rule}', did_you_mean(name, self.keys), key=name)
        for key in required:
            if data.get(key) is None:
                self.fail(f'the key "{key}" is missing')
        identity = self.text(data, "id", "")
        problem = why_no_id(identity) if isinstance(data.get("id"), str) else None
        if problem:
            self.fail(f'id is "{identity}": {problem}', key="id")
        version = self.text(data, "version", "0")
        if not is_version(version):
            self.fail(f'version is "{version}": must be a version such as "1.0.2"', key="version")
            version = "0"
        api = data.get("api", API_LEVEL)
        if api != API_LEVEL or isinstance(api, bool):
            self.fail(f"api is {as_written(api)}: this host has api {API_LEVEL}", key="api")
        manifest = Manifest(
            id=identity,
            folder=self.folder,
            file=self.file,
            version=version,
            name=self.text(data, "name", identity),
            description=self.text(data, "description", ""),
            entry=self.text(data, "entry", self.entry),
            dialects=self.dialects(data.get("dialects")),
            dependencies=self.ranges(data, "dependencies"),
            optional=self.ranges(data, "optional"),
            conflicts=self.ranges(data, "conflicts"),
            legacy=self.legacy,
        )
        if manifest.entry:
            self.check_entry(manifest.entry)
        is_usable = identity and all(error.path not in _VITAL_KEYS for error in self.errors)
        return (manifest if is_usable else None), self.errors

    def check_entry(self, entry: str) -> None:
        try:
            if not self.has_file(entry):
                hints = [f'there is "{name}"' for name in MARKERS[2:] if self.has_file(name)]
                message = f"entry is {shown(entry)}: there is no such file in {self.folder}"
                self.fail(message, hints[0] if hints else None, key="entry")
        except HostError as error:
            self.fail(f"entry is {shown(entry)}: {error.message}", key="entry")

    def has_file(self, path: str) -> bool:
        located = locate(self.folder, path)
        if self.files is None:
            return is_mod_file(self.folder, path)
        return located.relative_to(self.folder.parent).as_posix() in self.files

    def text(self, data: Mapping[Any, Any], key: str, default: str) -> str:
        value = data.get(key, default)
        if not isinstance(value, str):
            self.fail(f"{key} is {as_written(value)}: must be a string", key=key)
            return default
        return value

    def dialects(self, value: Any) -> tuple[str, ...]:
        if value is None:
            return ()
        if not isinstance(value, list) or not value or not all(isinstance(name, str) for name in value):
            self.fail(f'dialects is {as_written(value)}: must be a list of names, such as ["kts"]', key="dialects")
            return ()
        for name in value:
            if name not in DIALECTS:
                message = f'dialects names "{name}": must be {listing(DIALECTS)}'
                self.fail(message, did_you_mean(name, DIALECTS), key="dialects")
        if len(set(value)) < len(value):
            self.fail(f"dialects has duplicates: {', '.join(value)}", key="dialects")
        return tuple(value)

    def ranges(self, data: Mapping[Any, Any], key: str) -> dict[str, str]:
        table = data.get(key, {})
        if not isinstance(table, Mapping):
            rule = 'must be a table of ids and versions, such as base = ">=1.0"'
            self.fail(f"{key} is {as_written(table)}: {rule}", key=key)
            return {}
        ranges = {}
        for identity, wanted in table.items():
            text = "" if wanted == "*" else wanted
            if not isinstance(identity, str) or not isinstance(text, str) or not is_range(text):
                name = f"{key}.{_as_name(identity)}"
                rule = 'must be a version range such as ">=1.0,<2" or "*"'
                self.fail(f"{name} is {as_written(wanted)}: {rule}", key=name)
                # The mod is meant all the same, in any version. A conflict with any version would say more than that.
                if isinstance(identity, str) and key != "conflicts":
                    ranges[identity] = ""
            else:
                ranges[identity] = text.strip()
        return ranges


def _as_name(key: Any) -> str:
    return key if isinstance(key, str) else as_written(key)


def is_version(text: str) -> bool:
    """Return whether a text is a version."""
    if _LONG_NUMBER.search(text):
        return False
    # The common case, without an import that takes longer than reading all manifests.
    if re.fullmatch(r"\d+(\.\d+)*", text):
        return True
    from packaging.version import InvalidVersion, Version

    try:
        Version(text)
    except InvalidVersion:
        return False
    return True


@lru_cache(maxsize=1024)
def is_range(text: str) -> bool:
    """Return whether a text is a range of versions; the empty text is one."""
    if not text.strip():
        return True
    if _LONG_NUMBER.search(text):
        return False
    from packaging.specifiers import InvalidSpecifier, SpecifierSet

    try:
        SpecifierSet(text)
    except InvalidSpecifier:
        return False
    return True


def satisfies(version: str, wanted: str) -> bool:
    """Return whether a version lies in a range; every version lies in the empty range."""
    if not wanted:
        return True
    from packaging.specifiers import SpecifierSet

    return SpecifierSet(wanted).contains(version, prereleases=True)
