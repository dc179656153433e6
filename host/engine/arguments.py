"""Arguments of the library: their bounds, and checks that raise RequestError."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from host.errors import RequestError
from host.model.request import check_whole

MOST_DRAWS = 10**6
# Seconds of game time.
MOST_SECONDS = 1e9
_MOD_ID = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")


def as_mods(mods: Any) -> list[str | Path]:
    """Return folders as paths and bundled mods as ids, from one of them or any number."""
    if isinstance(mods, str | Path):
        mods = [mods]
    try:
        listed = list(mods)
    except TypeError:
        raise RequestError(f"mods is {mods!r}: must be a list of folders and ids") from None
    for mod in listed:
        if not isinstance(mod, str | Path):
            raise RequestError(f"mods has the element {mod!r}: must be the Path of a folder or the id of a bundled mod")
    return [mod if isinstance(mod, Path) or _MOD_ID.match(mod) else Path(mod) for mod in listed]


def check_path(path: Any) -> str:
    """Return the path of a pool."""
    if not isinstance(path, str) or not path.isprintable():
        raise RequestError(f"the path is {path!r}: must be a text such as 'i.common.weapon'")
    return path


def check_draws(draws: Any) -> int:
    """Check a number of draws, and return it as an int."""
    return check_whole("draws", draws, 0, MOST_DRAWS)


def check_seconds(seconds: Any) -> None:
    """Check a length of game time."""
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 <= seconds <= MOST_SECONDS:
        raise RequestError(f"play is {seconds!r}: must be a number of seconds from 0 to {MOST_SECONDS:g}")
