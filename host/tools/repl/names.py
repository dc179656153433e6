"""Completion in the REPL and the console of the studio: names that an input may go on with."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from host.errors import HostError

# Returns the names that begin with a text.
Complete = Callable[[str], list[str]]


def find_names(complete: Complete, text: str) -> list[str]:
    """Return the names that begin with a text: those that the API declares, variables, fields and ids."""
    declared = [name for name in _declared_names() if name.startswith(text)]
    try:
        others = complete(text)
    except HostError:
        # When a mod fails, the declared names can still be completed.
        others = []
    return sorted({*declared, *others})


@cache
def _declared_names() -> frozenset[str]:
    """Return the names that the API declares."""
    # Imported when somebody asks: reading all declarations takes a tenth of a second.
    from host.tools.reference.books import all_books

    return frozenset(entry.name for book in all_books().values() for entry in book.entries)
