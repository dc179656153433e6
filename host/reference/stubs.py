"""Stubs for the Lua language server: a file of annotations for each dialect, and one for each module to require."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from host.paths import STUBS
from host.reference.books import LIBRARIES, all_books, find_type
from host.syntax.declarations.entries import Book, Entry, Param
from host.syntax.declarations.types import ATOMS, Kind, Named, Optional, text_of
from host.syntax.tree import KEYWORDS

_HEAD = "-- Made from the declarations by which the host checks arguments."
# Words that cannot be the name of an argument.
_RESERVED = KEYWORDS | {"global"}


def load_stubs() -> dict[str, str]:
    """Return all stubs, file name -> text: from the wheel, or made from the declarations in a checkout."""
    if STUBS.is_dir():
        return {path.relative_to(STUBS).as_posix(): path.read_text("utf-8") for path in sorted(STUBS.rglob("*.lua"))}
    return stub_files(all_books())


def write_stubs(folder: Path) -> list[str]:
    """Write all stubs into a folder, which is created if needed; return the names of the files."""
    files = load_stubs()
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    return list(files)


def stub_files(books: dict[str, Book]) -> dict[str, str]:
    """Make all stubs: file name -> text."""
    files = {}
    for book in books.values():
        files[f"{book.dialect}.lua"] = _Stub(book, books).text()
        for entry in book.of_kind("module"):
            name = entry.name.replace("/", ".")
            files[f"modules/{name}.lua"] = f"---@meta {entry.name}\n{_HEAD}\n\n{_module(book, books, entry)}\n"
    return files


def _module(book: Book, books: dict[str, Book], entry: Entry) -> str:
    """Make the stub of a module: it returns a global, or a value of a type that the stub of the dialect declares."""
    name = text_of(entry.type) if entry.type is not None else "nil"
    module = book.types().get(name)
    if name.partition(".")[0] not in book.local_roots() and (module is None or "required" not in module.marks):
        return f"return {name}"
    stub = _Stub(book, books)
    function = next(
        (candidate for candidate in book.of_kind("function") if candidate.name == name and name not in stub.types), None
    )
    if function is not None:
        return "\n".join([*stub.signature(function, f"local function {function.key}"), f"return {function.key}"])
    value = next((candidate for candidate in book.of_kind("value") if candidate.name == name), None)
    kind = stub.spelt(value.type) if value is not None else f"{book.dialect}.{name}"
    return f"---@type {kind}\nlocal module\n\nreturn module"


class _Stub:
    def __init__(self, book: Book, books: dict[str, Book]) -> None:
        self.book = book
        self.books = books
        self.types = book.types()
        self.local = book.local_roots()
        # Tables are declared before their fields.
        self.tables: set[str] = set()

    def text(self) -> str:
        module = LIBRARIES.get(self.book.dialect, "")
        lines = [f"---@meta {module}".rstrip(), _HEAD, ""]
        for entry in self.book.of_kind("class", "record"):
            lines += self._type(entry)
        for entry in self.book.of_kind("function", "method", "value"):
            lines += self._named(entry, module)
        if module:
            lines += [f"return {self.book.dialect}"]
        return "\n".join(lines).rstrip() + "\n"

    def spelt(self, kind: Kind | None) -> str:
        def named(name: str) -> str:
            if name == "truth":
                return "any"
            place = None if name in ATOMS else find_type(name, self.book, self.books)
            return ".".join(place) if place else name

        text = text_of(kind, named) if kind is not None else "any"
        # Editors know no bounds, and have one type for a class and its instances.
        text = re.sub(r"\b(integer|number) -?\d+\.\.\d*", r"\1", text)
        return re.sub(r"\bclass\b", "table", re.sub(r"\bclass<([\w.]+)>", r"\1", text))

    def _type(self, entry: Entry) -> Iterator[str]:
        places = [find_type(name, self.book, self.books) for name in entry.parents]
        parents = ", ".join(".".join(place) for place in places if place)
        methods = [method for method in self.book.entries if method.called and method.owner == entry.name]
        # A class that is not a variable gets a local table.
        is_global = (
            "named" in entry.marks
            or self.book.constructor(entry.name) is not None
            or any(method.kind == "function" for method in methods)
            or any(module.type == Named(entry.name) for module in self.book.of_kind("module"))
        )
        is_global = is_global and "required" not in entry.marks and entry.name not in self.local
        if methods and not is_global:
            yield "do"
        yield from _comment(entry)
        yield f"---@class {entry.dialect}.{entry.name}" + (f": {parents}" if parents else "")
        for field in entry.fields:
            comment = ". ".join(filter(None, (field.doc, f"Default: {field.default}" if field.default else "")))
            yield f"---@field {field.name} {self.spelt(field.type)} {comment}".rstrip()
        if entry.kind == "class":
            for value in self.book.of_kind("value"):
                if value.owner == entry.name and value.type is not None:
                    yield f"---@field {value.key} {self.spelt(value.type)} {' '.join(value.doc)}".rstrip()
            constructor = self.book.constructor(entry.name)
            if constructor is not None:
                parameters = ", ".join(f"{p.name}: {self.spelt(p.type)}" for p in constructor.params)
                yield f"---@overload fun({parameters}): {entry.dialect}.{entry.name}"
            self.tables.add(entry.name)
            if methods or is_global:
                yield f"{'' if is_global else 'local '}{entry.name} = {{}}"
                yield ""
            for method in methods:
                yield from self.signature(method)
            if methods and not is_global:
                yield "end"
        yield ""

    def _named(self, entry: Entry, module: str) -> Iterator[str]:
        if entry.owner in self.types or (entry.kind == "function" and not entry.owner and entry.name in self.types):
            return
        yield from self._ensure(entry.owner, module)
        if entry.called:
            yield from self.signature(entry)
            return
        yield from _comment(entry)
        yield f"---@type {self.spelt(entry.type)}"
        yield f"{_indexed(entry)} = nil"
        yield ""

    def signature(self, entry: Entry, head: str = "") -> Iterator[str]:
        """Return the lines that declare a function; `head` replaces its name."""
        yield from _comment(entry)
        if "deprecated" in entry.marks:
            yield "---@deprecated"
        for param in entry.params:
            yield self._param(param)
        for result in entry.results:
            yield self._result(result)
        for form in entry.forms:
            yield self._form(form)
        names = ", ".join(_safe(param.name) for param in entry.params)
        is_local = not entry.owner and entry.name in self.local
        yield f"{head or ('local ' if is_local else '') + f'function {entry.name}'}({names}) end"
        yield ""

    def _form(self, form: Entry) -> str:
        """Write another signature of a function."""
        parameters = [f"self: {form.dialect}.{form.owner}"] if form.kind == "method" else []
        parameters += [f"{_safe(param.name)}: {self.spelt(param.type)}" for param in form.params]
        results = ", ".join(self.spelt(result.type) for result in form.results)
        return f"---@overload fun({', '.join(parameters)}){': ' + results if results else ''}"

    def _param(self, param: Param) -> str:
        kind, mark = param.type, ""
        if isinstance(kind, Optional) and param.name != "...":
            kind, mark = kind.of, "?"
        return f"---@param {_safe(param.name)}{mark} {self.spelt(kind)} {param.doc}".rstrip()

    def _result(self, result: Param) -> str:
        many = "..." if result.name == "..." else ""
        return f"---@return {self.spelt(result.type)}{many} {'# ' + result.doc if result.doc else ''}".rstrip()

    def _ensure(self, owner: str, module: str) -> Iterator[str]:
        parts = owner.split(".") if owner else []
        for i in range(1, len(parts) + 1):
            table = ".".join(parts[:i])
            if table not in self.tables:
                self.tables.add(table)
                is_local = parts[0] in self.local
                if is_local:
                    yield f"---@class {self.book.dialect}.{table}"
                yield f"{'local ' if i == 1 and (module or is_local) else ''}{table} = {{}}"
                yield ""


def _safe(name: str) -> str:
    return f"{name}_" if name in _RESERVED else name


def _indexed(entry: Entry) -> str:
    """Return a name in a form that is valid in Lua, also for `types.nil`."""
    return f'{entry.owner}["{entry.key}"]' if entry.key in _RESERVED else entry.name


def _comment(entry: Entry) -> Iterator[str]:
    for i, paragraph in enumerate(entry.doc):
        if i:
            yield "---"
        yield f"---{paragraph}"
    for error in entry.errors:
        yield f"---* refused: {error}"
