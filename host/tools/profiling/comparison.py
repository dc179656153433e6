"""Comparisons of a profile with an earlier one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

from host.errors import RequestError
from host.process.task import fits
from host.tools.profiling.profile import Profile, Row

_SHAPE = {
    "format": int,
    "instructions": int,
    "functions": [{"name": str, "file": str, "line": int, "instructions": int, "host_instructions": int}],
}


class Change(NamedTuple):
    """The instructions of a function before and now, with those of the host for it; 0 where there is none."""

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
        data = json.loads(path.read_bytes())
    except OSError as error:
        raise RequestError(f'"{path}" cannot be read: {error.strerror}') from None
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or not fits(_SHAPE, data):
        raise RequestError(f'"{path}" is no profile: must be what `dungeon-host profile --json` printed')
    return data


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
