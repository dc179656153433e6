"""Find the entries of a name in the declarations, also of a misspelled one."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from host.errors import RequestError
from host.errors.spelling import did_you_mean, nearest, plain_name
from host.syntax.declarations.texts import Book, Entry

# A name without its table that is so similar to a whole name of the API is a misspelled whole name.
_CUTOFF = 0.75


def find_entries(name: str, books: Mapping[str, Book]) -> list[Entry]:
    """Return the entries of a name, one for each dialect that has it. Raises RequestError when there is none."""
    # A table and a name in it may be written with any of . : :: between them, and in any case.
    entries = _find(lambda other: other == name, books) or _find(
        lambda other: plain_name(other) == plain_name(name), books
    )
    if not entries:
        names = [entry.name for book in books.values() for entry in list_documented(book)]
        raise RequestError(f'there is no name "{name}" in the API', hint=_hint(name, names))
    return entries


def list_documented(book: Book) -> list[Entry]:
    """Return the entries of a book that have documentation of their own."""
    return [entry for entry in book.entries if entry.kind not in ("examples", "module")]


def _find(is_meant: Callable[[str], bool], books: Mapping[str, Book]) -> list[Entry]:
    """The entries of a name in all dialects; for a class without its constructor, which its section shows."""
    matches = []
    for book in books.values():
        entries = [entry for entry in list_documented(book) if is_meant(entry.name)]
        for name in dict.fromkeys(entry.name for entry in entries):
            same = [entry for entry in entries if entry.name == name]
            matches += [entry for entry in same if entry.kind in ("class", "record")] or same
    return matches


def _hint(name: str, names: list[str]) -> str | None:
    """Return the nearest names; for a name without its table, names in all tables: `kts.AddStuff` for `AddStuff`."""
    plain = {candidate: plain_name(candidate) for candidate in names}
    wanted = plain_name(name)
    last = wanted.rpartition(".")[2]
    same = _names_ending_in(last, plain)
    if not same and last == wanted and not nearest(wanted, plain.values(), _CUTOFF):
        near = nearest(last, {text.rpartition(".")[2] for text in plain.values()})
        same = _names_ending_in(near, plain) if near else []
    return f"did you mean {' or '.join(same[:5])}?" if same else did_you_mean(name, names)


def _names_ending_in(last: str, plain: Mapping[str, str]) -> list[str]:
    """Return the names, keys of `plain`, whose last part in lowercase is `last`."""
    return sorted(name for name, text in plain.items() if text.rpartition(".")[2] == last)
