"""Pages of the API in Markdown: what `docs` shows of one function or type, and the pages of the site.

The site has a page for each dialect, and for each of its classes and topics that fills a page.

A topic is a file of declarations, or a folder of such files. A topic that is too short is on the page of the dialect.

MyST reads them for the site, where each name has a label.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from host.generate.plans.recipes import RECIPES
from host.syntax.declarations.texts import Book, Entry, Param
from host.syntax.declarations.types import ATOMS, Kind, Named, names_in, text_of
from host.tools.reference.books import find_type

TITLES = {
    "kts": "The kts dialect",
    "pools": "The pools dialect",
    "areas": "The areas dialect",
    "actions": "The actions dialect",
    "rooms": "The rooms dialect",
    "toolbox": 'The toolbox: `require "host.toolbox"`',
    "generators": 'Generators of mods: `require "host.generators"`',
    "survey": 'Metrics of mods: `require "host.survey"`',
    "sprites": 'Sprites of mods: `require "host.sprites"`',
    "testing": "Tests in Lua",
    "host": "Names that every mod has",
}
GUIDES = {
    "kts": "kts.md",
    "pools": "pools.md",
    "areas": "areas.md",
    "actions": "actions.md",
    "rooms": "rooms.md",
    "toolbox": "toolbox.md",
    "generators": "toolbox.md",
    "survey": "survey.md",
    "sprites": "pictures.md",
    "testing": "testing-mods.md",
    "host": "mods.md",
}
_HOW_TO_READ = """\
How to read a signature:

| notation | meaning |
|---|---|
| `name: type?` | the argument may be left out |
| `A \\| B` | either |
| `T[]`, `table<K, V>` | a list, a table with such keys and values |
| `"word"` | exactly this text |
| `fun(a: T): R` | a function, or a table that can be called |
| `...` | any number of further values |
| `integer` | also takes floats without a fraction |
| `truth` | takes any value; nil and false count as false |

A call with an argument of the wrong type fails at the line of the mod that made the call, and the message names the
function and the argument. The editor stubs are made from the same declarations: see [Writing mods](../mods.md).
""".splitlines()

# Least number of names of a topic that has its own page.
_LEAST = 5

# (text of the link, dialect, name) -> Markdown.
Link = Callable[[str, str, str], str]


def page_files(books: dict[str, Book]) -> dict[str, str]:
    """Make all pages: file name below docs/api -> Markdown."""
    files = {"index.md": _front(books)}
    labels = {
        (entry.dialect, entry.name): label_of(entry)
        for book in books.values()
        for entry in book.entries
        if has_section(entry, book)
    }

    def link(text: str, dialect: str, name: str) -> str:
        return f"[{text}](#{labels[dialect, name]})"

    for book in books.values():
        writer = _Writer(book, books, link)
        files[f"{book.dialect}/index.md"] = writer.index()
        for page, title in writer.pages.items():
            files[f"{book.dialect}/{page}.md"] = writer.page(page, title)
    return files


def section(entry: Entry, books: dict[str, Book]) -> str:
    """Describe one name in Markdown without links."""
    return "\n".join(_Writer(books[entry.dialect], books, None).section(entry))


def label_of(entry: Entry) -> str:
    """Return the target of links to an entry; types have a prefix, because Sphinx folds case."""
    kind = "type-" if entry.kind in ("class", "record") else ""
    name = "".join(f"-{char.lower()}" if char.isupper() else char for char in entry.name)
    return f"{entry.dialect}-{kind}{name.replace(':', '--')}"


def synopsis(entry: Entry) -> str:
    """Return the signature of a function as a line."""
    params = ", ".join(f"{param.name}: {text_of(param.type)}" for param in entry.params)
    results = ", ".join(("..." if r.name == "..." else "") + text_of(r.type) for r in entry.results)
    return f"{entry.name}({params}){': ' + results if results else ''}"


def has_section(entry: Entry, book: Book) -> bool:
    """Return whether an entry has its own heading. A constructor is shown with its class, fields with their table."""
    is_constructor = entry.kind == "function" and not entry.owner and entry.name in book.types
    return entry.kind in ("class", "record", "method", "function") and not is_constructor


def _front(books: dict[str, Book]) -> str:
    lines = ["# The API", ""]
    for book in books.values():
        count = sum(entry.called for entry in book.entries)
        functions = f"{count} functions and methods" if count > 1 else "1 function"
        lines.append(f"* [{TITLES[book.dialect]}]({book.dialect}/index.md): {functions}")
    return "\n".join([*lines, "", *_HOW_TO_READ, "", *_toctree(f"{dialect}/index" for dialect in books)])


def _toctree(documents: Iterable[str]) -> list[str]:
    return ["```{toctree}", ":hidden:", "", *documents, "```", ""]


class _Writer:
    def __init__(self, book: Book, books: dict[str, Book], link: Link | None) -> None:
        self._book = book
        self._books = books
        self._link = link
        self._types = book.types
        self._local = book.local_roots()
        # Page -> title, of the topics with their own page.
        self.pages = {page: title for page, title in book.pages.items() if self._fills_page(page)}

    def index(self) -> str:
        book = self._book
        lines = [f"# {TITLES[book.dialect]}", "", f"The guide is [here](../../{GUIDES[book.dialect]}).", ""]
        if book.prelude:
            lines += [*_paragraphs(book.prelude), *_example(book.prelude)]
        for page, title in self.pages.items():
            lines += [f"## [{title}]({page}.md)", ""]
            lines += [f"* {self._link_to(entry)}: {entry.summary}" for entry in self._sections(page)]
            lines.append("")
        modules = book.of_kind("module")
        if modules:
            lines += ["## Modules", ""]
            lines += [f'* `require "{module.name}"` returns {self._type_text(module.type)}' for module in modules]
            lines.append("")
        for page, title in book.pages.items():
            if page not in self.pages:
                lines += [f"## {title}", "", *self._content(page, level=3)]
        return "\n".join([*lines, *_toctree(self.pages)])

    def page(self, page: str, title: str) -> str:
        return "\n".join([f"# {title}", "", *self._content(page, level=2)])

    def _content(self, page: str, level: int) -> Iterator[str]:
        """Describe all names of a page, below headings of a level."""
        for entry in self._sections(page):
            marks = "#" * (level + (entry.kind == "method"))
            yield from (f"({label_of(entry)})=", f"{marks} {entry.name}", "", *self.section(entry))
        values = self._values(page)
        if values:
            yield from (f"{'#' * level} Variables", "")
            for value in values:
                yield from (f"({label_of(value)})=", f"`{value.name}` {self._type_text(value.type)}", "")
                yield from (f": {' '.join(value.doc)}", "")

    def section(self, entry: Entry) -> Iterator[str]:
        """Describe a name, without its heading."""
        yield from self._origin(entry)
        if entry.called:
            yield from self._function(entry)
        elif entry.kind == "value":
            yield from (f"`{entry.name}` {self._type_text(entry.type)}", "", *_paragraphs(entry))
        else:
            yield from self._type(entry)

    def _sections(self, page: str) -> list[Entry]:
        return [entry for entry in self._book.entries if entry.page == page and has_section(entry, self._book)]

    def _values(self, page: str) -> list[Entry]:
        """Return the variables of a page; fields of classes are shown with their class."""
        values = self._book.of_kind("value")
        return [value for value in values if value.page == page and value.owner not in self._types]

    def _fills_page(self, page: str) -> bool:
        return len(self._book.pages) > 1 and len(self._sections(page)) + len(self._values(page)) >= _LEAST

    def _origin(self, entry: Entry) -> Iterator[str]:
        """Name the `require` that returns a name which is not a global variable."""
        if entry.kind == "method" or entry.name.partition(".")[0] not in self._local:
            return
        origins = []
        for module in self._book.of_kind("module"):
            name = module.type.name if isinstance(module.type, Named) else ""
            if name == entry.name:
                origins.append(f'`require "{module.name}"`')
            elif entry.name.startswith(f"{name}."):
                origins.append(f'`require("{module.name}"){entry.name.removeprefix(name)}`')
        if origins:
            yield from (f"Returned by {' or '.join(origins)}.", "")

    def _function(self, entry: Entry) -> Iterator[str]:
        yield from ("```text", synopsis(entry), *map(synopsis, entry.forms), "```", "")
        yield from _paragraphs(entry)
        yield from self._details(entry, entry.results)

    def _details(self, entry: Entry, results: Iterable[Param]) -> Iterator[str]:
        params = [param for param in entry.params if param.doc or self._links(param.type)]
        yield from _list("Arguments", [self._param(param) for param in params])
        results = [result for result in results if result.doc or self._links(result.type)]
        yield from _list("Returns", [self._param(result) for result in results])
        rules = list(entry.errors)
        if entry.phases:
            rules.append(f"called at another time than {entry.phases}")
        yield from _list("Errors", rules)
        yield from _example(entry)
        if entry.dialect == "toolbox" and entry.key in RECIPES:
            # docs/site/dungeon_pictures.py draws it.
            yield from (f"![A map of {entry.name}](../../pictures/made/{entry.key}.svg)", "")

    def _type(self, entry: Entry) -> Iterator[str]:
        if entry.parents:
            parents = " and ".join(map(self._type_link, entry.parents))
            yield from (f"`{entry.kind} {entry.name}` extends {parents}.", "")
        yield from _paragraphs(entry)
        constructor = self._book.constructor(entry.name) if entry.kind == "class" else None
        if constructor is not None:
            # The description of the class is not repeated.
            doc = [paragraph for paragraph in constructor.doc if paragraph not in entry.doc]
            yield from ("```text", synopsis(constructor), *map(synopsis, constructor.forms), "```", "")
            yield from _paragraphs(replace(constructor, doc=doc))
            yield from self._details(constructor, ())
        elif entry.specimen:
            yield from (f"Get one with `{entry.specimen}`.", "")
        fields = [*entry.fields]
        if entry.kind == "class":
            fields += [
                Param(value.key, value.type, " ".join(value.doc))
                for value in self._book.of_kind("value")
                if value.owner == entry.name and value.type is not None
            ]
        yield from _list("Fields", [self._param(field) for field in fields])
        methods = [method for method in self._book.entries if method.called and method.owner == entry.name]
        yield from _list("Methods", [f"{self._link_to(method)}: {method.summary}" for method in methods])
        yield from _example(entry)

    def _link_to(self, entry: Entry) -> str:
        arguments = f"({', '.join(param.name for param in entry.params)})" if entry.called else ""
        text = f"`{entry.name}{arguments}`"
        return self._link(text, entry.dialect, entry.name) if self._link else text

    def _param(self, param: Param) -> str:
        name = f"`{param.name}` " if param.name else ""
        doc = f": {param.doc}" if param.doc else ""
        stop = "." if param.default and doc and not doc.endswith(".") else ""
        default = f" Default: {param.default}." if param.default else ""
        return f"{name}{self._type_text(param.type)}{doc}{stop}{default}"

    def _type_text(self, kind: Kind | None) -> str:
        """Write a type, with links to the types that it names."""
        if kind is None:
            return ""
        links = self._links(kind)
        return f"`{text_of(kind)}` ({', '.join(links)})" if links else f"`{text_of(kind)}`"

    def _links(self, kind: Kind | None) -> list[str]:
        """Link the types that a type names; no links in a terminal."""
        names = dict.fromkeys(names_in(kind)) if self._link else ()
        return [self._type_link(name) for name in names if name not in ATOMS]

    def _type_link(self, name: str) -> str:
        target = find_type(name, self._book, self._books)
        return self._link(target[1], *target) if target and self._link else f"`{name}`"


def _paragraphs(entry: Entry) -> Iterator[str]:
    for paragraph in entry.doc:
        yield from (paragraph, "")


def _list(title: str, lines: Iterable[str]) -> Iterator[str]:
    items = [f"* {line}" for line in lines]
    if items:
        yield from (f"**{title}**", "", *items, "")


def _example(entry: Entry) -> Iterator[str]:
    if not entry.load and not entry.example:
        return
    yield "```lua"
    if entry.load and entry.example:
        yield "-- while the mod loads"
    yield from entry.load
    if entry.load and entry.example:
        yield from ("", "-- in the game")
    yield from entry.example
    yield from ("```", "")
