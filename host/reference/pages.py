"""The pages of docs/api: one for each function, class and record, and an index for each dialect."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from host.reference.books import find_type
from host.reference.model import Book, Entry, Param
from host.reference.types import ATOMS, Kind, names_in, text_of

_MADE = (
    "Made by `python -m host.reference` from the declarations that the host checks arguments by; a test holds it true."
)
TITLES = {
    "kts": "The kts dialect",
    "pools": "The pools dialect",
    "areas": "The areas dialect",
    "actions": "The actions dialect",
    "rooms": "The rooms dialect",
    "toolbox": 'The toolbox: `require "host.toolbox"`',
    "generators": 'Generators of mods: `require "host.generators"`',
    "testing": "What Lua tests find",
    "host": "What the host adds to Lua",
}
_GUIDES = {
    "kts": "kts.md",
    "pools": "pools.md",
    "areas": "areas.md",
    "actions": "actions.md",
    "rooms": "rooms.md",
    "toolbox": "toolbox.md",
    "generators": "toolbox.md",
    "testing": "testing-mods.md",
    "host": "mods.md",
}


_HOW_TO_READ = """\
How to read the pages: `name: type?` may be left out, `A | B` is either, `T[]` a list, `table<K, V>` a table of such
keys and values, `"word"` that text, `fun(a: T): R` what can be called, `...` any number more. `integer` takes floats
without a fraction, too; `truth` takes anything, of which nil and false count as false.

An argument of another type is refused at the line of the mod that passed it, with the name of the function and of the
argument. The same declarations make the stubs for editors: [Mods](../mods.md#the-editor) tells how to use them.
""".splitlines()


def page_files(books: dict[str, Book]) -> dict[str, str]:
    """Name of a file below docs/api -> its text."""
    files = {"README.md": _front(books)}
    for book in books.values():
        writer = _Pages(book, books)
        files[f"{book.dialect}/README.md"] = writer.index()
        for entry in with_pages(book):
            files[f"{book.dialect}/{writer.file_of(entry)}"] = writer.page(entry)
    return files


def with_pages(book: Book) -> list[Entry]:
    """Entries that have a page; a constructor is told of on that of its class, and fields on that of theirs."""
    types = book.types()
    return [
        entry
        for entry in book.entries
        if entry.kind in ("class", "record", "method")
        or (entry.kind == "function" and not (entry.name in types and not entry.owner))
    ]


def file_names(book: Book) -> dict[str, str]:
    """Name -> the file of its page; two names that differ in case have two, wherever they are unpacked."""
    names: dict[str, str] = {}
    taken = {"readme"}
    for entry in with_pages(book):
        file = entry.name.replace(":", ".")
        while file.lower() in taken:
            file += "_"
        taken.add(file.lower())
        names[entry.name] = f"{file}.md"
    return names


def synopsis(entry: Entry) -> str:
    """The signature of a function as a line."""
    given = ", ".join(f"{param.name}: {text_of(param.type)}" for param in entry.params)
    results = ", ".join(("..." if r.name == "..." else "") + text_of(r.type) for r in entry.results)
    return f"{entry.name}({given}){': ' + results if results else ''}"


def _front(books: dict[str, Book]) -> str:
    lines = ["# Every name", "", _MADE, ""]
    for book in books.values():
        count = sum(entry.called for entry in book.entries)
        functions = f"{count} functions and methods" if count > 1 else "1 function"
        lines.append(f"* [{TITLES[book.dialect]}]({book.dialect}/README.md): {functions}")
    lines += ["", *_HOW_TO_READ, ""]
    return "\n".join(lines)


class _Pages:
    def __init__(self, book: Book, books: dict[str, Book]) -> None:
        self.book = book
        self.books = books
        self.types = book.types()
        self.files = {dialect: file_names(one) for dialect, one in books.items()}

    def file_of(self, entry: Entry) -> str:
        return self.files[self.book.dialect][entry.name]

    def index(self) -> str:
        book = self.book
        guide = _GUIDES[book.dialect]
        lines = [
            f"# {TITLES[book.dialect]}: every name",
            "",
            f"[The guide](../../{guide}) says how it goes together. {_MADE}",
            "",
        ]
        if book.prelude:
            lines += [*_paragraphs(book.prelude), *_example(book.prelude, "")]
        groups = self._groups()
        for title, entries in groups:
            lines += [f"## {title}", ""]
            lines += [f"* [`{_short(one)}`]({self.file_of(one)}): {one.summary}" for one in entries]
            lines.append("")
        values = [one for one in book.of_kind("value") if one.owner not in self.types]
        if values:
            lines += ["## Variables", ""]
            lines += [f"* `{one.name}` {self._told(one.type)}: {' '.join(one.doc)}" for one in values]
            lines.append("")
        modules = book.of_kind("module")
        if modules:
            lines += ["## Modules", ""]
            lines += [f'* `require "{one.name}"` gives {self._told(one.type)}' for one in modules]
            lines.append("")
        return "\n".join(lines).rstrip() + "\n"

    def _groups(self) -> Iterator[tuple[str, list[Entry]]]:
        """(heading, entries): functions by the table they are in, classes with their methods, records."""
        owners: dict[str, list[Entry]] = {}
        for entry in with_pages(self.book):
            if entry.kind == "function" and entry.owner not in self.types:
                owners.setdefault(entry.owner, []).append(entry)
        for owner, entries in owners.items():
            yield owner or "Functions", sorted(entries, key=lambda one: one.name.lower())
        for entry in self.book.of_kind("class"):
            of_class = [one for one in with_pages(self.book) if one.called and one.owner == entry.name]
            yield f"class {entry.name}", [entry, *of_class]
        for title, is_data in (
            ("Tables that functions take", False),
            ("Types of data, as `data:add` takes them", True),
        ):
            records = [one for one in self.book.of_kind("record") if ("." in one.name) == is_data]
            if records:
                yield title, records

    def page(self, entry: Entry) -> str:
        lines = [f"# {entry.name}", ""]
        if entry.called:
            lines += self._function(entry)
        else:
            lines += self._type(entry)
        lines += [f"[All of {self.book.dialect}](README.md)", ""]
        return "\n".join(lines)

    def _function(self, entry: Entry, *, heading: bool = True) -> Iterator[str]:
        if heading:
            yield from ("```text", synopsis(entry), "```", "")
        yield from _paragraphs(entry)
        given = [param for param in entry.params if param.doc or self._links(param.type)]
        yield from _list("Takes", [self._param(param) for param in given])
        told = [result for result in entry.results if heading and (result.doc or self._links(result.type))]
        yield from _list("Gives", [self._param(result) for result in told])
        rules = list(entry.errors)
        if entry.phases:
            rules.append(f"may be called {entry.phases}, at no other time")
        yield from _list("Errors", rules)
        yield from _example(entry, "**Example**")

    def _type(self, entry: Entry) -> Iterator[str]:
        if entry.parents:
            yield from (f"`{entry.kind} {entry.name}`, a {' and '.join(map(self._told_name, entry.parents))}", "")
        yield from _paragraphs(entry)
        constructor = self.book.constructor(entry.name) if entry.kind == "class" else None
        if constructor is not None:
            yield from ("```text", synopsis(constructor), "```", "")
            yield from self._function(constructor, heading=False)
        elif entry.specimen:
            yield from (f"One comes from `{entry.specimen}`.", "")
        fields = [*entry.fields]
        if entry.kind == "class":
            fields += [
                Param(one.key, one.type, " ".join(one.doc))
                for one in self.book.of_kind("value")
                if one.owner == entry.name and one.type is not None
            ]
        yield from _list("Fields", [self._param(field) for field in fields])
        methods = [one for one in self.book.entries if one.called and one.owner == entry.name]
        yield from _list(
            "Methods" if entry.kind == "class" else "",
            [f"[`{_short(m)}`]({self.file_of(m)}): {m.summary}" for m in methods],
        )
        users = [
            one
            for one in with_pages(self.book)
            if one.called and one.owner != entry.name and any(entry.name in names_in(p.type) for p in one.params)
        ]
        yield from _list("Taken by", [f"[`{_short(one)}`]({self.file_of(one)})" for one in users])
        yield from _example(entry, "**Example**")

    def _param(self, param: Param) -> str:
        name = f"`{param.name}` " if param.name else ""
        default = f" Without it {param.default}." if param.default else ""
        doc = f": {param.doc}" if param.doc else ""
        return f"{name}{self._told(param.type)}{doc}{'.' if default and doc and not doc.endswith('.') else ''}{default}"

    def _told(self, kind: Kind | None) -> str:
        """A type, and where what it names is told of."""
        if kind is None:
            return ""
        text = f"`{text_of(kind)}`"
        links = self._links(kind)
        return f"{text} ({', '.join(links)})" if links else text

    def _links(self, kind: Kind | None) -> list[str]:
        return [self._told_name(name) for name in dict.fromkeys(names_in(kind)) if name not in ATOMS]

    def _told_name(self, name: str) -> str:
        found = find_type(name, self.book, self.books)
        if found is None:
            return f"`{name}`"
        dialect, plain = found
        folder = "" if dialect == self.book.dialect else f"../{dialect}/"
        return f"[{plain}]({folder}{self.files[dialect][plain]})"


def _short(entry: Entry) -> str:
    if not entry.called:
        return entry.name
    return f"{entry.name}({', '.join(param.name for param in entry.params)})"


def _paragraphs(entry: Entry) -> Iterator[str]:
    for paragraph in entry.doc:
        yield from (paragraph, "")


def _list(title: str, lines: Iterable[str]) -> Iterator[str]:
    items = [f"* {line}" for line in lines]
    if items:
        yield from (f"**{title}**", "", *items, "")


def _example(entry: Entry, title: str) -> Iterator[str]:
    if not entry.load and not entry.example:
        return
    if title:
        yield from (title, "")
    yield "```lua"
    if entry.load and entry.example:
        yield "-- while the mod loads"
    yield from entry.load
    if entry.load and entry.example:
        yield from ("", "-- in the game")
    for line in entry.example:
        code, arrow, output = line.partition("--> ")
        yield f"{code}--> {output}" if arrow else line
    yield from ("```", "")
