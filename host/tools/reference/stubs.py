"""Stubs for the Lua language server: a file of annotations for each dialect, and one for each module to require.

Options: `--stubs`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from functools import cache
from types import MappingProxyType

from host.dialects.functions import DIALECTS
from host.mods.templates import select_stubs
from host.syntax.declarations.texts import Book, Entry, Param
from host.syntax.declarations.types import ANY, ATOMS, ClassOf, Kind, Named, Optional, is_atom, text_of
from host.syntax.tree import KEYWORDS
from host.tools.reference.books import LIBRARIES, all_books, find_type
from host.tools.reference.mod_stubs import bundled_mod_stubs

_HEAD = "-- Made from the declarations by which the host checks arguments."
# Tables that editors know, to which the host adds functions.
_TABLES_OF_LUA = ("table", "math", "string")
# Words that cannot be the name of an argument.
_RESERVED = KEYWORDS | {"global"}
# Classes whose instances are operands of `+`, `-`, `*` and `/`.
_VECTORS = ("actions.Vec", "rooms.vec2")
# Words that may stand before a check of `assert`: `assert.are.same`, `assert.is_not_nil`, `assert.has_no.errors`.
_ASSERT_WORDS = ("is", "are", "has", "is_not", "are_not", "has_no", "does_not")


@cache
def load_stubs() -> Mapping[str, str]:
    """Return all stubs, file name -> text."""
    return MappingProxyType(stub_files(all_books()))


def stubs_for(dialects: Collection[str] = ()) -> dict[str, bytes]:
    """Return the stubs for a mod of some dialects, or all: file name -> content."""
    return {name: text.encode() for name, text in select_stubs(load_stubs(), dialects).items()}


def stub_files(books: dict[str, Book]) -> dict[str, str]:
    """Make all stubs: file name -> text."""
    files = {}
    for book in books.values():
        files[f"{book.dialect}.lua"] = _Stub(book, books).text()
        for entry in book.of_kind("module"):
            name = entry.name.replace("/", ".")
            files[f"modules/{name}.lua"] = f"---@meta {entry.name}\n{_HEAD}\n\n{_module(book, books, entry)}\n"
    for dialect in DIALECTS:
        # `require "host.pools"` returns the names of a dialect: of kts, the table `kts`; of others, their globals.
        module = f"host.{dialect}"
        value = "kts" if dialect == "kts" else "_G"
        files.setdefault(f"modules/{module}.lua", f"---@meta {module}\n{_HEAD}\n\nreturn {value}\n")
    return files | bundled_mod_stubs()


def _module(book: Book, books: dict[str, Book], entry: Entry) -> str:
    """Make the stub of a module: it returns a global, or a value of a type that the stub of the dialect declares."""
    name = text_of(entry.type) if entry.type is not None else "nil"
    module = book.types.get(name)
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
        self.types = book.types
        self.local = book.local_roots()
        # Functions that are tables of functions too, such as `assert`: name -> declaration.
        owners = {entry.owner for entry in book.entries if entry.called}
        self.callable_tables = {
            entry.name: entry
            for entry in book.of_kind("function")
            if entry.name in owners or ("generic" in entry.marks and not entry.owner)
        }
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
        if "position" in entry.marks:
            parents = "kts.Position"
        methods = [method for method in self.book.entries if method.called and method.owner == entry.name]
        # A class that is not a variable gets a local table.
        is_global = (
            "named" in entry.marks
            or self.book.constructor(entry.name) is not None
            or any(method.kind == "function" for method in methods)
            or any(module.type == Named(entry.name) for module in self.book.of_kind("module"))
        )
        is_global = is_global and "required" not in entry.marks and entry.name not in self.local
        if methods:
            yield "do"
        yield from _comment(entry)
        yield f"---@class {entry.dialect}.{entry.name}" + (f": {parents}" if parents else "")
        for field in entry.fields:
            comment = ". ".join(filter(None, (field.doc, f"Default: {field.default}" if field.default else "")))
            yield f"---@field {field.name} {self._field_type(entry, field.type)} {comment}".rstrip()
        if entry.kind == "class":
            for value in self.book.of_kind("value"):
                if value.owner == entry.name and value.type is not None:
                    kind = _without_nil(value.type) if "present" in value.marks else value.type
                    yield f"---@field {value.key} {self.spelt(kind)} {' '.join(value.doc)}".rstrip()
            constructor = self.book.constructor(entry.name)
            if constructor is not None:
                parameters = ", ".join(f"{p.name}: {self.spelt(p.type)}" for p in constructor.params)
                yield f"---@overload fun({parameters}): {entry.dialect}.{entry.name}"
            yield from _operators(entry)
            self.tables.add(entry.name)
            if methods:
                # A local table, because another dialect may have a table of that name.
                table = f"{entry.name}Class" if is_global else entry.name
                yield f"local {table} = {{}}"
                yield ""
                for method in methods:
                    yield from self.signature(method, f"function {table}{method.name.removeprefix(entry.name)}")
                if is_global:
                    yield f"{entry.name} = {table}"
                yield "end"
            elif is_global:
                yield f"{entry.name} = {{}}"
        yield ""

    def _field_type(self, record: Entry, kind: Kind) -> str:
        """Spell the type of a field of a record."""
        if "present" in record.marks:
            kind = _without_nil(kind)
        elif _is_built_by_mods(record) and not is_atom(kind, "any") and not isinstance(kind, Optional):
            # Mods build such tables by functions, whose result an editor takes for a table without fields.
            kind = Optional(kind)
        return self.spelt(kind)

    def _named(self, entry: Entry, module: str) -> Iterator[str]:
        if entry.owner in self.types or (entry.kind == "function" and not entry.owner and entry.name in self.types):
            return
        if entry.name in self.callable_tables:
            yield from self._ensure(entry.name, module)
            return
        yield from self._ensure(entry.owner, module)
        if entry.owner == "assert" or entry.key == "[string]":
            # A field of the type of the table.
            return
        if entry.called:
            yield from self.signature(entry)
            return
        yield from _comment(entry)
        kind = _without_nil(entry.type) if "present" in entry.marks and entry.type is not None else entry.type
        yield f"---@type {self.spelt(kind)}"
        yield f"{_indexed(entry)} = nil"
        yield ""

    def signature(self, entry: Entry, head: str = "") -> Iterator[str]:
        """Return the lines that declare a function; `head` replaces its name."""
        yield from _comment(entry)
        entry, bound = self._with_generic(entry)
        if bound:
            yield f"---@generic T: {bound}"
        if "deprecated" in entry.marks:
            yield "---@deprecated"
        for param in entry.params:
            yield self._param(param)
        for result in entry.results:
            yield self._result(result, "present" in entry.marks)
        for form in entry.forms:
            yield self._form(form)
        names = ", ".join(_safe(param.name) for param in entry.params)
        is_local = not entry.owner and entry.name in self.local
        yield f"{head or ('local ' if is_local else '') + f'function {entry.name}'}({names}) end"
        yield ""

    def _callable_table(self, entry: Entry) -> Iterator[str]:
        """Declare the type of a table that can be called; dialects that declare one of that name add to one type."""
        name = f"callable.{entry.name}"
        yield from _comment(entry)
        yield f"---@class {name}"
        if entry.name == "assert":
            for word in _ASSERT_WORDS:
                yield f"---@field {word} {name}"
            for check in self.book.of_kind("function"):
                if check.owner == entry.name:
                    yield from self._spellings_of_check(check)
        declared, bound = self._with_generic(entry)
        for form in (declared, *declared.forms):
            yield self._form(form, bound)

    def _spellings_of_check(self, check: Entry) -> Iterator[str]:
        """Declare the names of a check of `assert`: fields, because the editor has an `assert` that is a function."""
        plain = check.key.removeprefix("is_")
        spellings = [plain, plain.capitalize(), *(f"{word}_{plain}" for word in _ASSERT_WORDS)]
        params = ", ".join(self._shown_param(param) for param in check.params)
        yield from _comment(check)
        for name in dict.fromkeys((check.key, *spellings)):
            if name not in _RESERVED:
                yield f"---@field {name} fun({params})"

    def _with_generic(self, entry: Entry) -> tuple[Entry, str]:
        """Return a function with the mark `generic` with T for its class and its result, and the bound of T.

        A class that may be left out makes another form, whose result an editor cannot know.
        """
        if "generic" not in entry.marks:
            return entry, ""
        generic, bound, forms = Named("T"), "table", list(entry.forms)
        params = []
        for param in entry.params:
            kind = param.type
            if param.name == "...":
                params.append(Param("base", generic))
            elif isinstance(kind, ClassOf) or kind == Optional(Named("table")):
                bound = self.spelt(kind) if isinstance(kind, ClassOf) else bound
                param = replace(param, type=generic)
            if param.name == "..." or isinstance(kind, Optional):
                forms.append(replace(entry, params=list(params[:-1]), results=[Param("", ANY)], marks=()))
            params.append(param)
        return replace(entry, params=params, results=[Param("", generic)], forms=forms), bound

    def _shown_param(self, param: Param) -> str:
        kind = param.type
        if isinstance(kind, Optional) and param.name != "...":
            return f"{_safe(param.name)}?: {self.spelt(kind.of)}"
        return f"{_safe(param.name)}: {self.spelt(kind)}"

    def _form(self, form: Entry, bound: str = "") -> str:
        """Write another signature of a function."""
        parameters = [f"self: {form.dialect}.{form.owner}"] if form.kind == "method" else []
        parameters += [self._shown_param(param) for param in form.params]
        results = ", ".join(self.spelt(result.type) for result in form.results)
        generic = f"<T: {bound}>" if bound and "generic" in form.marks else ""
        return f"---@overload fun{generic}({', '.join(parameters)}){': ' + results if results else ''}"

    def _param(self, param: Param) -> str:
        kind, mark = param.type, ""
        if isinstance(kind, Optional) and param.name != "...":
            kind, mark = kind.of, "?"
        return f"---@param {_safe(param.name)}{mark} {self.spelt(kind)} {param.doc}".rstrip()

    def _result(self, result: Param, is_present: bool) -> str:
        many = "..." if result.name == "..." else ""
        kind = _without_nil(result.type) if is_present else result.type
        return f"---@return {self.spelt(kind)}{many} {'# ' + result.doc if result.doc else ''}".rstrip()

    def _ensure(self, owner: str, module: str) -> Iterator[str]:
        parts = owner.split(".") if owner else []
        for i in range(1, len(parts) + 1):
            table = ".".join(parts[:i])
            if table not in self.tables:
                self.tables.add(table)
                is_local = parts[0] in self.local
                if table in self.callable_tables:
                    yield from self._callable_table(self.callable_tables[table])
                elif table not in _TABLES_OF_LUA:
                    # An editor reports missing fields of classes alone.
                    yield f"---@class {self._type_of_table(table)}"
                    for entry in self.book.of_kind("value"):
                        if entry.owner == table and entry.key == "[string]":
                            yield f"---@field [string] {self.spelt(entry.type)}"
                yield f"{'local ' if i == 1 and (module or is_local) else ''}{table} = {{}}"
                yield ""

    def _type_of_table(self, table: str) -> str:
        """Return the name for the type of a table: the name of a class, where a dialect has such a class."""
        dialects = [book.dialect for book in self.books.values() if table in book.types]
        return f"{dialects[0] if dialects else self.book.dialect}.{table}"


def _operators(entry: Entry) -> Iterator[str]:
    """Declare the arithmetic of vectors."""
    name = f"{entry.dialect}.{entry.name}"
    if name in _VECTORS:
        yield from (f"---@operator {operator}(any): {name}" for operator in ("add", "sub", "mul", "div"))
        yield f"---@operator unm: {name}"


def _without_nil(kind: Kind) -> Kind:
    return kind.of if isinstance(kind, Optional) else kind


def _is_built_by_mods(record: Entry) -> bool:
    return "warned" in record.marks or record.name.endswith("Fields")


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
