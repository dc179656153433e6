"""Arguments of the library: their bounds, and checks that raise RequestError."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
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
    for name in named:
        if name in options:
            raise RequestError(f"the option {name} is set twice, in options and by its name")
    return {name: as_plain(value) for name, value in {**options, **named}.items()}


def as_plain(value: Any) -> Any:
    """Return a number or a boolean of numpy, or of another library, as one of Python; any other value unchanged."""
    if isinstance(value, str | int | float):
        return value
    if getattr(value, "ndim", None) == 0:
        return value.item()
    return value.__index__() if hasattr(value, "__index__") else value


def check_path(path: Any) -> str:
    """Return the path of a pool."""
    if not isinstance(path, str) or not path.isprintable():
        raise RequestError(f"the path is {path!r}: must be a text such as 'i.common.weapon'")
    return path


def check_players(players: Any) -> int:
    """Check a number of players, and return it as an int."""
    return check_whole("players", players, 1, MOST_PLAYERS)


def check_house_colours(house_colours: Any, players: int) -> tuple[int, ...]:
    """Check the numbers of the colours of the first players, and return them. Raises RequestError."""
    if isinstance(house_colours, str | bytes) or not isinstance(house_colours, Sequence):
        raise RequestError(
            f"house_colours is {house_colours!r}: must be a list of whole numbers, the colour of each player"
        )
    if len(house_colours) > players:
        raise RequestError(
            f"house_colours has {len(house_colours)} colours: must have at most {players}, the number of players"
        )
    return tuple(
        check_whole(f"house_colours[{index}]", colour, 1, MOST_PLAYERS) for index, colour in enumerate(house_colours)
    )


def check_draws(draws: Any) -> int:
    """Check a number of draws, and return it as an int."""
    return check_whole("draws", draws, 0, MOST_DRAWS)


def check_seconds(seconds: Any) -> None:
    """Check a length of game time."""
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 <= seconds <= MOST_SECONDS:
        raise RequestError(f"play is {seconds!r}: must be a number of seconds from 0 to {MOST_SECONDS:g}")


def check_seed(seed: Any) -> int:
    """Check a seed, and return it as an int."""
    return check_whole("seed", seed, 0, MOST_SEED)


def check_last_seed(seed: int, count: int) -> None:
    """Check the last of `count` seeds in a row. Raises RequestError."""
    if seed + count - 1 > MOST_SEED:
        raise RequestError(f"the last seed would be {seed + count - 1}: must be at most {MOST_SEED}")


def plain_option(name: str, value: Any) -> str | int | float | bool:
    """Check the value of an option, and return it as a value of Python, which can be sent to another process."""
    plain = as_plain(value)
    if not isinstance(plain, str | int | float | bool):
        raise RequestError(f"the option {name} is {value!r}: must be a text, a number or a boolean")
    return plain


def check_whole(name: str, value: Any, least: int, most: int) -> int:
    """Check a whole number between two bounds, of Python or another library, and return it as an int."""
    number = as_plain(value)
    if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= most:
        raise RequestError(f"{name} is {value!r}: must be a whole number between {least} and {most}")
    return number
