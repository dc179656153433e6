"""Comparisons of a profile with an earlier one (`profile --compare`)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from host.errors import HostError, RequestError
from host.paths.folders import read_regular_file
from host.process.task import fits
from host.tools.profiling.profile import Profile, Row

# Bytes of the largest profile that is read.
_MOST_BYTES = 2**24
_SHAPE = {
    "format": int,
    "instructions": int,
    "functions": [{"name": str, "file": str, "line": int, "instructions": int, "host_instructions": int}],
}


class Change(NamedTuple):
    """The instructions of a function before and now, with what the host did for it; 0 where there is none."""

    name: str
    file: str
    before: int
    now: int

    @property
    def difference(self) -> int:
        """How many instructions more there are now."""
        return self.now - self.before


def read_profile(path: Path) -> dict[str, Any]:
    """Read what `profile --json` printed. Raises RequestError."""
    try:
        data = json.loads(read_regular_file(path, str(path), _MOST_BYTES))
    except HostError as error:
        raise RequestError(error.message) from None
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or not fits(_SHAPE, data) or not all(map(_is_row, data["functions"])):
        raise RequestError(f'"{path}" is no profile: must be what `dungeon-host profile --json` printed')
    return data


def _is_row(row: Mapping[str, Any]) -> bool:
    return all(0 <= row[name] < 2**63 for name in ("line", "instructions", "host_instructions"))


def compare_profiles(before: dict[str, Any], profile: Profile) -> list[Change]:
    """Return the functions whose instructions changed, the largest change first.

    Functions are the same when file and name are: lines move.
    """
    earlier: dict[tuple[str, str], int] = {}
    for row in before["functions"]:
        key = row["file"], row["name"]
        earlier[key] = earlier.get(key, 0) + row["instructions"] + row["host_instructions"]
    now: dict[tuple[str, str], int] = {}
    for function in profile.by_function():
        key = function.file, function.name
        now[key] = now.get(key, 0) + _whole(function)
    changes = [
        Change(name, file, earlier.get((file, name), 0), now.get((file, name), 0)) for file, name in {**earlier, **now}
    ]
    return sorted(
        (change for change in changes if change.difference), key=lambda c: (-abs(c.difference), c.file, c.name)
    )


def _whole(row: Row) -> int:
    return row.instructions + row.host_instructions
