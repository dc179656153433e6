"""Arguments of the library: their bounds, and checks that raise RequestError."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from host.errors import RequestError

MOST_PLAYERS = 64
MOST_SEED = 2**63 - 1
MOST_DRAWS = 10**6
# Seconds of game time.
MOST_SECONDS = 1e9
_MOD_ID = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")


def fresh_seed() -> int:
    """Return a random seed, short enough to type."""
    return int.from_bytes(os.urandom(4), "little")


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


def as_options(options: Any, named: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a generator, from those in a mapping and those given by name."""
    if not isinstance(options, Mapping) or not all(isinstance(name, str) for name in options):
        raise RequestError(f"options is {options!r}: must be a mapping of option ids to values")
    return {**options, **named}


def check_path(path: Any) -> str:
    """Return the path of a pool."""
    if not isinstance(path, str) or not path.isprintable():
        raise RequestError(f"the path is {path!r}: must be a text such as 'i.common.weapon'")
    return path


def check_players(players: Any) -> None:
    """Check a number of players."""
    if isinstance(players, bool) or not isinstance(players, int) or not 1 <= players <= MOST_PLAYERS:
        raise RequestError(f"players is {players!r}: must be a whole number between 1 and {MOST_PLAYERS}")


def check_draws(draws: Any) -> None:
    """Check a number of draws."""
    if isinstance(draws, bool) or not isinstance(draws, int) or not 0 <= draws <= MOST_DRAWS:
        raise RequestError(f"draws is {draws!r}: must be a whole number from 0 to {MOST_DRAWS}")


def check_seconds(seconds: Any) -> None:
    """Check a length of game time."""
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 <= seconds <= MOST_SECONDS:
        raise RequestError(f"play is {seconds!r}: must be a number of seconds from 0 to {MOST_SECONDS:g}")


def check_seed(seed: Any) -> None:
    """Check a seed."""
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= MOST_SEED:
        raise RequestError(f"seed is {seed!r}: must be a whole number between 0 and {MOST_SEED}")


def plain_option(name: str, value: Any) -> str | int | float | bool:
    """Return the value of an option, which travels to another process."""
    if not isinstance(value, str | int | float | bool):
        raise RequestError(f"the option {name} is {value!r}: must be a text, a number or a boolean")
    return value


def check_whole(name: str, value: Any, least: int, most: int) -> None:
    """Check a whole number between two bounds."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise RequestError(f"{name} is {value!r}: must be a whole number between {least} and {most}")
