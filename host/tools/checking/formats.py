"""Diagnostics for other programs: JSON, workflow commands of GitHub, and SARIF, with paths in the repository."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import quote

from host.errors import visible
from host.render.markup import to_json
from host.tools.checking.diagnostic import ERROR, RULES, WARNING, Diagnostic
from host.version import __version__

# What the root folder of a repository has.
_MARK = ".git"
_SARIF_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def repository_of(folder: Path) -> Path:
    """Return the folder of the repository that contains a folder, or the folder itself when none does."""
    absolute = folder.absolute()
    return next((parent for parent in (absolute, *absolute.parents) if (parent / _MARK).exists()), absolute)


class Locations:
    """Where the files of mods are in a repository.

    folders: id of a mod -> its folder.
    """

    def __init__(self, repository: Path, folders: Mapping[str, Path]) -> None:
        self._repository = repository.resolve()
        self._folders = {mod: folder.resolve() for mod, folder in folders.items()}

    def path_of(self, diagnostic: Diagnostic) -> str | None:
        """Return the path of the file of a diagnostic, with "/"; None when it is not in the repository."""
        mod, _, inside = (diagnostic.file or "").partition("/")
        if mod not in self._folders or not inside or ".." in PurePosixPath(inside).parts:
            return None
        path = self._folders[mod] / inside
        return path.relative_to(self._repository).as_posix() if path.is_relative_to(self._repository) else None


def format_json(diagnostics: Sequence[Diagnostic], locations: Locations) -> str:
    """Return a JSON list with an object for each diagnostic."""
    listed = [diagnostic._asdict() | {"path": locations.path_of(diagnostic)} for diagnostic in diagnostics]
    return to_json(listed, indent=2)


def format_github(diagnostics: Sequence[Diagnostic], locations: Locations) -> Iterator[str]:
    """Iterate over the workflow commands that show diagnostics beside the lines of a pull request."""
    for diagnostic in diagnostics:
        path = locations.path_of(diagnostic)
        properties = {"file": path, "line": diagnostic.line if path else None, "title": diagnostic.rule}
        shown = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items() if value)
        severity = diagnostic.severity if diagnostic.severity == WARNING else ERROR
        yield f"::{severity} {shown}::{_escape(visible(diagnostic.format(with_place=path is None)))}"


def _property(text: str) -> str:
    return _escape(visible(text)).replace(":", "%3A").replace(",", "%2C")


def _escape(text: str) -> str:
    """Escape what would end a workflow command: the next line could be a command of the mod's choice."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def format_sarif(diagnostics: Sequence[Diagnostic], locations: Locations) -> str:
    """Return a SARIF 2.1.0 log, for code scanning."""
    names = list(RULES)
    rules = [
        {
            "id": name,
            "shortDescription": {"text": description[0].upper() + description[1:] + "."},
            "defaultConfiguration": {"level": severity},
        }
        for name, (severity, description) in RULES.items()
    ]
    results = []
    for diagnostic in diagnostics:
        path = locations.path_of(diagnostic)
        result: dict[str, Any] = {
            "ruleId": diagnostic.rule,
            "ruleIndex": names.index(diagnostic.rule),
            "level": "error" if diagnostic.severity == ERROR else "warning",
            "message": {"text": visible(diagnostic.format(with_place=path is None))},
        }
        if path is not None:
            location: dict[str, Any] = {"artifactLocation": {"uri": _uri(path), "uriBaseId": "%SRCROOT%"}}
            if diagnostic.line:
                location["region"] = {"startLine": diagnostic.line}
            result["locations"] = [{"physicalLocation": location}]
        results.append(result)
    driver = {"name": "dungeon-host", "version": __version__, "rules": rules}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return to_json({"$schema": _SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2)


def _uri(path: str) -> str:
    """Return a path as a relative URI. Bytes of names that are not UTF-8 are escaped as they are."""
    return quote(path.encode("utf-8", "surrogateescape"))
