"""Fields, assignments and texts in the Lua files of mods."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from host.errors import HostError, shorten
from host.mods.files import list_lua_files, read_mod_file
from host.syntax import loadable
from host.syntax.tree import Chunk, SyntaxTreeError

if TYPE_CHECKING:
    from tree_sitter import Node

# Characters of a value that are shown.
_LONGEST = 60
# Tables and calls in each other that are looked through.
_DEEPEST = 3


def find_field(folder: Path | None, file: str, line: int, name: str, path: str) -> tuple[int, str] | None:
    """Return line and text of the value of a field in the call of a mod's file that begins on a line, or None.

    `path` may lead into tables: `access.walking`. Of several tables that have ids, the one of `name` counts. A variable
    among the arguments stands for the last table that was assigned to it, with the fields that were assigned later.
    """
    parts = path.split(".")
    for call in _find_calls(folder, file, line):
        values = [value for table in call.tables_of(name) for value in _values(call.chunk, table, parts)]
        # Earlier lines of the call belong to other calls among its arguments.
        values = [value for value in values if call.chunk.line_of(value) >= line]
        if not values:
            values = [value for variable in call.variables() for value in call.values_of(variable, parts)][-1:]
        if values:
            return call.chunk.line_of(values[0]), _shorten(call.chunk.text_of(values[0]))
    return None


def find_field_names(folder: Path | None, file: str, line: int, name: str) -> list[str]:
    """Return the names of the fields in the call of a mod's file that begins on a line."""
    names = []
    for call in _find_calls(folder, file, line):
        for table in call.tables_of(name):
            keys = (field.child_by_field_name("name") for field in table.named_children if field.type == "field")
            names += [call.chunk.text_of(key).strip("\"'") for key in keys if key is not None]
    return names


def _find_calls(folder: Path | None, file: str, line: int) -> Iterator[_Call]:
    """Yield the calls of a mod's file around a line."""
    chunk = None if folder is None else _read(folder, file.partition("/")[2])
    if chunk is None:
        return
    for node in _nodes(chunk, "function_call"):
        if chunk.line_of(node) <= line <= chunk.line_at(node.end_byte):
            yield _Call(chunk, node)


class _Call(NamedTuple):
    """A call in a chunk, and what its arguments are."""

    chunk: Chunk
    node: Node

    def tables_of(self, name: str) -> list[Node]:
        """Return the tables among the arguments; of several with ids, the tables with the id `name`."""
        tables = _tables(self.node)
        named = [table for table in tables if _id_of(self.chunk, table)]
        return [table for table in named if _id_of(self.chunk, table) == name] if named else tables

    def variables(self) -> list[str]:
        """Return the names of the variables that are arguments."""
        arguments = self.node.child_by_field_name("arguments")
        nodes = arguments.named_children if arguments else []
        return [self.chunk.text_of(node) for node in nodes if node.type == "identifier"]

    def values_of(self, variable: str, path: list[str]) -> list[Node]:
        """Return the values at a path in the table that a variable holds at the call; the last of them counts."""
        values: list[Node] = []
        for target, value in _assignments(self.chunk):
            if value.start_byte >= self.node.start_byte:
                break
            names = target.split(".")
            if names == [variable]:
                values = [*_values(self.chunk, value, path)] if value.type == "table_constructor" else []
            elif names == [variable, *path]:
                values.append(value)
        return values


def find_assignments(mod: str, folder: Path, name: str) -> Iterator[tuple[str, int, str, str]]:
    """Yield file, line, field and text of the value of each assignment to a field of a variable or field `name`."""
    for file, chunk in _chunks(mod, folder, name):
        for target, value in _assignments(chunk):
            names = target.split(".")
            if name in names[:-1]:
                field = ".".join(names[names.index(name) + 1 :])
                yield file, chunk.line_of(value), field, _shorten(chunk.text_of(value))


def find_texts(mod: str, folder: Path, text: str) -> Iterator[tuple[str, int]]:
    """Yield file and line of each table field `id = "text"` or `key = "text"`, or field that is called so."""
    for file, chunk in _chunks(mod, folder, text):
        for node in _nodes(chunk, "field"):
            name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
            if name is None or value is None:
                continue
            is_id = chunk.text_of(name) in ("id", "key", "name") and chunk.text_of(value)[1:-1] == text
            if is_id:
                yield file, chunk.line_of(node)


def _assignments(chunk: Chunk) -> Iterator[tuple[str, Node]]:
    """Yield each target of an assignment or declaration, as text without blanks, and its value."""
    for node in _nodes(chunk, "assignment_statement"):
        targets, values = node.named_children[0], node.named_children[-1]
        for target, value in zip(targets.named_children, values.named_children, strict=False):
            yield "".join(chunk.text_of(target).split()), value


def _id_of(chunk: Chunk, table: Node) -> str:
    """Return the field `_id` of a table, or an empty text."""
    return next((chunk.text_of(value)[1:-1] for value in _values(chunk, table, ["_id"])), "")


def _values(chunk: Chunk, table: Node, path: list[str]) -> Iterator[Node]:
    """Yield the values at a path in a table."""
    for field in table.named_children:
        name = field.child_by_field_name("name") if field.type == "field" else None
        value = field.child_by_field_name("value") if field.type == "field" else None
        if name is None or value is None or chunk.text_of(name).strip("\"'") != path[0]:
            continue
        if len(path) == 1:
            yield value
        elif value.type == "table_constructor":
            yield from _values(chunk, value, path[1:])


def _tables(node: Node, depth: int = 0) -> list[Node]:
    """Return the tables that are arguments of a call, also those in lists, and in calls among the arguments."""
    if depth > _DEEPEST:
        return []
    tables: list[Node] = []
    if node.type == "table_constructor":
        tables.append(node)
        inner = [field.child_by_field_name("value") for field in node.named_children]
    else:
        arguments = node.child_by_field_name("arguments")
        inner = list(arguments.named_children) if arguments else []
    for value in inner:
        if value is not None and value.type in ("table_constructor", "function_call"):
            tables += _tables(value, depth + 1)
    return tables


def _chunks(mod: str, folder: Path, text: str) -> Iterator[tuple[str, Chunk]]:
    """Yield name and chunk of the Lua files of a mod that have a text."""
    for path in list_lua_files(folder):
        inside = path.relative_to(folder).as_posix()
        chunk = _read(folder, inside, text)
        if chunk is not None:
            yield f"{mod}/{inside}", chunk


def _read(folder: Path, inside: str, text: str = "") -> Chunk | None:
    try:
        source = loadable(read_mod_file(folder, inside, inside))
        return Chunk(source) if text.encode() in source else None
    except (HostError, SyntaxTreeError):
        return None


def _nodes(chunk: Chunk, kind: str) -> Iterator[Node]:
    """Yield the nodes of a kind, in the order of the text; a stack, because code may nest deep."""
    pending = [chunk.root]
    while pending:
        node = pending.pop()
        if node.type == kind:
            yield node
        pending += reversed(node.named_children)


def _shorten(text: str) -> str:
    return shorten(" ".join(text.split()), _LONGEST)
