"""Errors as data for the page: the sentence, lines of the source around it, and the address that opens an editor."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

from host.errors import HostError, ManifestError, visible
from host.errors.excerpt import make_excerpt
from host.mods.files import is_file, locate, read_source
from host.mods.manifest import read_toml
from host.paths import BUNDLED_MODS
from host.paths.folders import is_mod

# Source locations of an error that are shown.
_MOST_LOCATIONS = 4
# Bytes of a source file that is quoted.
_MOST_BYTES = 2**20
# Program of $VISUAL or $EDITOR -> arguments that open a file at a line; only editors with a window.
_EDITORS = {
    "code": ["--goto", "{path}:{line}"], "codium": ["--goto", "{path}:{line}"], "cursor": ["--goto", "{path}:{line}"],
    "subl": ["{path}:{line}"], "zed": ["{path}:{line}"], "idea": ["--line", "{line}", "{path}"],
    "gedit": ["+{line}", "{path}"], "kate": ["--line", "{line}", "{path}"], "gvim": ["+{line}", "{path}"],
    "emacsclient": ["-n", "+{line}", "{path}"],
}  # fmt: skip


class Sources:
    """The folders of mods by id, in which errors are looked up, also of mods that do not load."""

    def __init__(self, folders: Iterable[str]) -> None:
        self._roots = [Path(folder) for folder in folders]

    def folders(self) -> dict[str, Path]:
        """Return the folder of each mod by its id."""
        folders: dict[str, Path] = {}
        for root in (*self._roots, BUNDLED_MODS):
            for folder in [root] if is_mod(root) else _folders_in(root):
                manifest = read_toml(folder)[0] if is_file(folder / "mod.toml") else None
                folders.setdefault(manifest.id if manifest else folder.name, folder.resolve())
        return folders

    def find(self, file: str) -> Path | None:
        """Return the path of a file `mod/path` of a mod, or of a manifest, if it lies in a folder of mods."""
        folders = self.folders()
        mod, _, inside = file.partition("/")
        try:
            if Path(file).is_absolute():
                path = Path(file).resolve()
                return path if any(path.is_relative_to(folder) for folder in folders.values()) else None
            return locate(folders[mod], inside) if mod in folders and inside else None
        except (HostError, OSError, RuntimeError, ValueError):
            # No such file can be: its name has NUL or a lone surrogate, or leads to a link to itself.
            return None

    def describe(self, error: HostError) -> list[dict[str, Any]]:
        """Return an error, or each of a group, as plain data. Texts of mods are made visible, and not escaped."""
        return [self._describe(part) for part in getattr(error, "errors", (error,))]

    def _describe(self, error: HostError) -> dict[str, Any]:
        locations = [(frame.file, frame.line) for frame in error.frames]
        if error.file:
            locations.insert(0, (error.file, error.line or 1))
        distinct = list(dict.fromkeys(locations))[:_MOST_LOCATIONS]
        return {
            "kind": type(error).__name__,
            "message": visible(error.message),
            "hint": visible(error.hint or ""),
            "mod": error.mod,
            "file": _short(error),
            "line": error.line,
            "sources": [source for file, line in distinct if (source := self.quote(file, line))],
        }

    def quote(self, file: str, line: int) -> dict[str, Any] | None:
        """Return lines around a line of a file of a mod, or None when it has none."""
        path = self.find(file)
        if path is None:
            return None
        try:
            excerpt = make_excerpt(read_source(path, file, _MOST_BYTES), line)
        except HostError:
            return None
        if excerpt is None:
            return None
        return {
            "file": Path(file).name if Path(file).is_absolute() else file,
            "line": line,
            "first": excerpt.first,
            "lines": [visible(text) for text in excerpt.lines],
            "address": address_of(path, line),
        }


def address_of(path: Path, line: int) -> str | None:
    """Return the address that opens a file in an editor, or None when `editor_command` does that."""
    return (
        None if editor_command(path, line, os.environ) else f"vscode://file{quote(os.fsencode(path.as_posix()))}:{line}"
    )


def editor_command(path: Path, line: int, environment: Mapping[str, str]) -> list[str] | None:
    """Return the command that opens a file in $VISUAL or $EDITOR; None for none, and for editors in a terminal."""
    try:
        words = shlex.split(environment.get("VISUAL") or environment.get("EDITOR") or "")
    except ValueError:
        return None
    arguments = _EDITORS.get(Path(words[0]).name) if words else None
    return arguments and [*words, *(argument.format(path=path, line=line) for argument in arguments)]


def _short(error: HostError) -> str | None:
    if isinstance(error, ManifestError) and error.file and Path(error.file).is_absolute():
        return "/".join(Path(error.file).parts[-2:])
    return error.file


def _folders_in(root: Path) -> list[Path]:
    try:
        return sorted(child for child in root.iterdir() if child.is_dir())
    except OSError:
        return []
