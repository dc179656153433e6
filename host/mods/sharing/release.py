"""A version of a mod in an index, and the files in which an index lists them.

The files are like the sparse index of Cargo: a file for each mod, with a JSON object on each line for each
version, in folders by the first letters of its id.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from host.errors import RequestError, in_one_line, shorten
from host.model.checks import check_text
from host.mods.manifest import is_range, is_version, why_no_id

# The format of a line. Lines of later formats are for later versions of the host, and are skipped.
FORMAT = 1
# Bytes of a file of an index, characters of a line of it, and its lines.
MOST_BYTES, MOST_LINE, MOST_RELEASES = 4 * 2**20, 65_536, 2_000
_MOST_DEPENDENCIES = 200
_SHA256 = re.compile(r"[0-9a-f]{64}\Z")
# The name of an archive: no path, nothing that a URL or a system may read in another way.
_FILE = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+!-]{0,199}\.zip\Z")
_LONGEST_VERSION, _LONGEST_TEXT = 100, 2_000


class Release(NamedTuple):
    """A version of a mod in an index."""

    id: str
    version: str
    # The archive, beside the list of mods.
    file: str
    # SHA-256 of the archive in hexadecimal digits, and its bytes.
    sha256: str
    size: int
    name: str
    description: str
    # Id -> range of versions.
    dependencies: Mapping[str, str]
    conflicts: Mapping[str, str]
    # Whether the version was withdrawn: only a request for exactly this version gets it.
    yanked: bool = False

    def to_line(self) -> str:
        """Return the line of an index, without its end."""
        return json.dumps({"format": FORMAT, **self._asdict()})


def path_of(identity: str) -> str:
    """Return the path of the file with the versions of a mod in an index.

    >>> path_of("hall"), path_of("elf"), path_of("io"), path_of("x")
    ('ha/ll/hall', '3/e/elf', '2/io', '1/x')
    """
    match len(identity):
        case 1 | 2:
            return f"{len(identity)}/{identity}"
        case 3:
            return f"3/{identity[0]}/{identity}"
    return f"{identity[:2]}/{identity[2:4]}/{identity}"


def format_releases(releases: Iterable[Release]) -> bytes:
    """Return the content of the file of a mod."""
    return "".join(f"{release.to_line()}\n" for release in releases).encode()


def parse_releases(content: bytes, identity: str, shown: str) -> list[Release]:
    """Return the versions in the file of a mod. Raises RequestError, in which the file is called `shown`."""
    number = 0
    try:
        lines = content.decode().splitlines()
        if len(lines) > MOST_RELEASES:
            raise ValueError(f"there are {len(lines)} lines: must be at most {MOST_RELEASES}")
        releases = []
        for number, line in enumerate(lines, 1):  # noqa: B007 - the error names it
            data = parse_object(line)
            if type(data["format"]) is not int or data["format"] < FORMAT:
                raise ValueError(f"format must be {FORMAT} or more")
            if data["format"] == FORMAT:
                releases.append(_read_release(data, identity))
        number = 0
        versions = {release.version for release in releases}
        if len(versions) < len(releases):
            raise ValueError("a version is listed twice")
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        place = f", line {number}" if number else ""
        reason = f"the key {error} is missing" if isinstance(error, KeyError) else in_one_line(str(error))
        raise RequestError(f'"{in_one_line(shown)}"{place} is no list of versions: {shorten(reason, 300)}') from None
    return releases


def parse_object(line: str) -> dict[str, Any]:
    """Return the JSON object of a line. Raises ValueError, TypeError and RecursionError."""
    if len(line) > MOST_LINE:
        raise ValueError(f"it has {len(line)} characters: must have at most {MOST_LINE}")
    data = json.loads(line)
    if not isinstance(data, dict):
        raise TypeError("it is no JSON object")
    return data


def _read_release(data: Mapping[str, Any], identity: str) -> Release:
    """Return the version that a line describes. Raises ValueError, TypeError and KeyError."""
    texts = {key: _text(data, key) for key in ("id", "version", "file", "sha256")}
    if texts["id"] != identity:
        raise ValueError(f"id is {texts['id']!r}: must be {identity!r}")
    if len(texts["version"]) > _LONGEST_VERSION or not is_version(texts["version"]):
        raise ValueError(f"version is {shorten(texts['version'], 100)!r}: must be a version")
    if not _FILE.match(texts["file"]):
        raise ValueError(f"file is {texts['file']!r}: must be the name of a zip file")
    if not _SHA256.match(texts["sha256"]):
        raise ValueError("sha256 must be 64 hexadecimal digits")
    size, yanked = data["size"], data["yanked"]
    if type(size) is not int or size < 0 or type(yanked) is not bool:
        raise TypeError("size must be a whole number, and yanked true or false")
    return Release(
        **texts,
        size=size,
        name=_text(data, "name", identity),
        description=_text(data, "description", ""),
        dependencies=_ranges(data, "dependencies"),
        conflicts=_ranges(data, "conflicts"),
        yanked=yanked,
    )


def _text(data: Mapping[str, Any], key: str, default: str | None = None) -> str:
    value = data[key] if default is None else data.get(key, default)
    return check_text(key, value, _LONGEST_TEXT, ValueError)


def _ranges(data: Mapping[str, Any], key: str) -> dict[str, str]:
    ranges = data.get(key, {})
    if not isinstance(ranges, dict) or len(ranges) > _MOST_DEPENDENCIES:
        raise TypeError(f"{key} must be an object of at most {_MOST_DEPENDENCIES} ids")
    for identity, wanted in ranges.items():
        if why_no_id(identity) or len(identity) > 100:
            raise ValueError(f"{key} has {shorten(identity, 100)!r}, which is not the id of a mod")
        if not isinstance(wanted, str) or len(wanted) > _LONGEST_VERSION or not is_range(wanted):
            raise ValueError(f"{key}.{identity} must be a range of versions")
    return ranges
