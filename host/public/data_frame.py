"""Data frames of the library that is installed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from host.errors import RequestError, listing
from host.paths import how_to_install

# Libraries of data frames, the most common first.
_LIBRARIES = ("pandas", "polars")


def data_frame(library: str | None) -> Any:
    """Return the class of data frames of a library, or of the first that is installed. Raises RequestError."""
    if library not in (None, *_LIBRARIES):
        raise RequestError(f'library is "{library}": must be {listing(_LIBRARIES, "or")}')
    for name in _LIBRARIES if library is None else (library,):
        try:
            return import_module(name).DataFrame
        except ModuleNotFoundError:
            continue
    raise RequestError(
        f"{library or 'pandas or polars'} is not installed: {how_to_install(library or 'pandas')}",
    )
