"""Books: all names of each dialect and library."""

from __future__ import annotations

from functools import cache

from host.dialects.functions import DIALECTS
from host.syntax.declarations.texts import Book, named_types, read_dialect
from host.syntax.declarations.types import ATOMS, DeclarationError
from host.tools.reference.declared import read_declared

# Library -> the name by which mods require it, or "" for one that needs no require.
LIBRARIES = {
    "toolbox": "host.toolbox",
    "generators": "host.generators",
    "survey": "host.survey",
    "sprites": "host.sprites",
    "testing": "",
    "host": "",
}


@cache
def all_books() -> dict[str, Book]:
    """Read all books: dialect -> book. Raises DeclarationError for a declaration that names a missing type, too."""
    books = {}
    for dialect in (*DIALECTS, *LIBRARIES):
        pages: dict[str, str] = {}
        entries = read_dialect(dialect, pages) + read_declared(dialect, pages)
        if entries:
            books[dialect] = Book(dialect, entries, pages)
    for book in books.values():
        _check(book, books)
    return books


def find_type(name: str, book: Book, books: dict[str, Book]) -> tuple[str, str] | None:
    """Return (dialect, name) of a class or record: one of the book, of another by its prefix, or of the host."""
    dialect, _, plain = name.rpartition(".")
    for owner in (dialect,) if dialect else (book.dialect, "host"):
        if owner in books and plain in books[owner].types:
            return owner, plain
    return None


def _check(book: Book, books: dict[str, Book]) -> None:
    seen: dict[tuple[bool, str], str] = {}
    for entry in book.entries:
        is_type = entry.kind in ("class", "record")
        if (is_type, entry.name) in seen:
            raise DeclarationError(f"{book.dialect}: {entry.name} is declared twice")
        seen[is_type, entry.name] = entry.line
        for name in named_types(entry):
            if find_type(name, book, books) is None and name not in ATOMS:
                raise DeclarationError(
                    f"{book.dialect}: {entry.line or entry.name} names {name}: there is no such type"
                )
        if entry.kind == "method" and entry.owner not in book.types:
            raise DeclarationError(f"{book.dialect}: {entry.line}: there is no class {entry.owner}")
