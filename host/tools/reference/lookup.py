"""Find the documentation of a name."""

from __future__ import annotations

from collections.abc import Mapping

from host.errors import RequestError, did_you_mean, nearest
from host.syntax.declarations.entries import Book, Entry

# A name without its table that is so similar to a whole name of the API is a misspelled whole name.
_CUTOFF = 0.75


def find_entries(name: str, books: Mapping[str, Book]) -> list[Entry]:
    """Return the entries of a name, one for each dialect that has it. Raises RequestError when there is none."""
    entries = _find(name, books)
    if not entries:
        names = [entry.name for book in books.values() for entry in list_documented(book)]
        raise RequestError(f'there is no name "{name}" in the API', hint=_hint(name, names))
    return entries


def list_documented(book: Book) -> list[Entry]:
    """Return the entries of a book that have documentation of their own."""
    return [entry for entry in book.entries if entry.kind not in ("examples", "module")]


def _find(name: str, books: Mapping[str, Book]) -> list[Entry]:
    """The entries of that name in all dialects; for a class without its constructor, which its section shows."""
    matches = []
    for book in books.values():
        entries = [entry for entry in list_documented(book) if entry.name == name]
        types = [entry for entry in entries if entry.kind in ("class", "record")]
        matches += types or entries
    return matches


def _hint(name: str, names: list[str]) -> str | None:
    """Return the nearest names; for a name without its table, those of all tables: `kts.AddStuff` for `AddStuff`."""
    plain = {candidate: candidate.replace(":", ".").lower() for candidate in names}
    wanted = name.replace(":", ".").lower()
    last = wanted.rpartition(".")[2]
    # With the right table first: a method has a colon.
    same = sorted(candidate for candidate in plain if plain[candidate] == wanted)
    same = same or _names_ending_in(last, plain)
    if not same and last == wanted and not nearest(wanted, plain.values(), _CUTOFF):
        near = nearest(last, {text.rpartition(".")[2] for text in plain.values()})
        same = _names_ending_in(near, plain) if near else []
    return f"did you mean {' or '.join(same[:5])}?" if same else did_you_mean(name, names)


def _names_ending_in(last: str, plain: Mapping[str, str]) -> list[str]:
    """Return the names, keys of `plain`, whose last part in lowercase is `last`."""
    return sorted(name for name, text in plain.items() if text.rpartition(".")[2] == last)
