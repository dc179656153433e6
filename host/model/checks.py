"""Checks of plain data, such as JSON from a file: `name` begins the message, and `error` makes an exception of it."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from host.errors import RequestError, show_value
from host.errors.spelling import nearest

MakeError = Callable[[str], Exception]
# Returns a value for a message.
Show = Callable[[Any], str]
# Names of other fields are similar, too: `rooms` may be missing where `room_names` is there.
_CUTOFF_OF_FIELDS = 0.75


def check_text(name: str, value: Any, most: int | None = None, error: MakeError = RequestError) -> str:
    """Check a text of at most `most` characters, and return it."""
    if not isinstance(value, str):
        raise error(f"{name} is {show_value(value)}: must be a text")
    if most is not None and len(value) > most:
        raise error(f"{name} has {len(value)} characters: must have at most {most}")
    return value


def check_list(
    name: str, value: Any, most: int | None = None, error: MakeError = RequestError, show: Show = show_value
) -> list[Any]:
    """Check a list of at most `most` elements, and return it."""
    if not isinstance(value, list):
        raise error(f"{name} is {show(value)}: must be a list")
    if most is not None and len(value) > most:
        raise error(f"{name} has {len(value)} elements: must have at most {most}")
    return value


def check_fields(name: str, value: Any, fields: Sequence[str]) -> dict[str, Any]:
    """Check an object of JSON that must have all these fields, and return it."""
    if not isinstance(value, dict):
        raise RequestError(f"{name} is {show_value(value)}: must be an object of JSON")
    missing = next((field for field in fields if field not in value), None)
    if missing is not None:
        others = (key for key in value if isinstance(key, str) and key not in fields)
        close = nearest(missing, others, _CUTOFF_OF_FIELDS)
        hint = close and f'there is "{close}"; did you mean "{missing}"?'
        raise RequestError(f"{name} has no {missing}", hint=hint)
    return value


def check_whole(
    name: str, value: Any, least: int, most: int, error: MakeError = RequestError, show: Show = show_value
) -> int:
    """Check a whole number between two bounds, of Python or another library, and return it as an int."""
    # Documents have many numbers, and most are plain.
    if type(value) is int and least <= value <= most:
        return value
    number = as_plain(value)
    if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= most:
        raise error(f"{name} is {show(value)}: must be a whole number between {least} and {most}")
    return number


def check_file_path(name: str, value: Any) -> Path:
    """Check the path of a file or a folder that a program passed, and return it."""
    path = os.fspath(value) if isinstance(value, str | os.PathLike) else None
    if not isinstance(path, str) or "\0" in path:
        raise RequestError(f"{name} is {show_value(value)}: must be a path")
    return Path(path)


def check_function(name: str, value: Any) -> None:
    """Check a function that a program passed."""
    if not callable(value):
        raise RequestError(f"{name} is {show_value(value)}: must be a function")


def as_plain(value: Any) -> Any:
    """Return a number or a boolean of numpy, or of another library, as one of Python; any other value unchanged."""
    if isinstance(value, str | int | float):
        return value
    dimensions = getattr(value, "ndim", None)
    if dimensions is not None:
        return value.item() if dimensions == 0 else value
    return value.__index__() if hasattr(value, "__index__") else value
