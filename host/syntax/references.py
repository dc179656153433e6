"""What a Lua chunk refers to by name: modules that it requires, members of tables, ids in calls, entries of data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from host.syntax.scopes import Local, Names, resolve_names
from host.syntax.tree import Chunk

if TYPE_CHECKING:
    from tree_sitter import Node

_FUNCTIONS = frozenset(("function_declaration", "function_definition"))
# Members in a row that are followed: no name of the host has as many.
_MOST_MEMBERS = 8
_INDEXES = frozenset(("dot_index_expression", "method_index_expression", "bracket_index_expression"))


class NameReference(NamedTuple):
    """A use of a name: of a global variable, of a required module, or of a member of either.

    `module` is the path of the required module, or "" for a global variable, which is then the first of `names`.
    `is_followed` says whether the value is called or indexed.
    """

    module: str
    names: tuple[str, ...]
    line: int
    is_followed: bool


class CallReference(NamedTuple):
    """A call; `texts` holds the literal texts among its arguments, "" for others.

    `name` names the method or the member, or is ""; `path` is a module or "", and the names that lead from there to
    the function, or None when nothing is known of the table that has it.
    """

    name: str
    path: tuple[str, ...] | None
    is_method: bool
    texts: tuple[str, ...]
    # The names of the fields of its last argument, if that is a table in the text, and their lines.
    fields: tuple[tuple[str, int], ...]
    line: int


class EntryReference(NamedTuple):
    """A table in the text that is an entry of data: its type, its id or "", and the names and lines of its fields."""

    type: str
    id: str
    fields: tuple[tuple[str, int], ...]
    line: int


class References(NamedTuple):
    """The references of a chunk, in the order of the text."""

    # Path of a required module, and the line.
    modules: list[tuple[str, int]]
    names: list[NameReference]
    calls: list[CallReference]
    entries: list[EntryReference]
    # Names of types that `data:add_type { name = … }` adds.
    types: list[str]
    # Ids of events in the lists `events` of entries, and their lines.
    events: list[tuple[str, int]]
    # Names that the chunk gives: of global variables (`x`) and their members (`x.y`), and of fields of any table.
    variables: set[str]
    members: set[str]


# A global variable or a module, and the members that lead from there to a value.
_Path = tuple[str, tuple[str, ...]]


def read_references(chunk: Chunk, names: Names | None = None) -> References:
    """Return the references of a chunk, whose names are resolved unless they are passed."""
    return _Reader(chunk, names or resolve_names(chunk)).run()


class _Reader:
    def __init__(self, chunk: Chunk, names: Names) -> None:
        self._chunk = chunk
        self._local_at = names.local_at
        # Local variable -> what it stands for.
        self._aliases: dict[Local, _Path] = {}
        self._references = References([], [], [], [], [], [], set(), set())
        # Nodes to visit, and whether their value is called or indexed. A stack: a chunk may nest deeper than Python.
        self._pending: list[tuple[Node, bool]] = [(chunk.root, False)]

    def run(self) -> References:
        while self._pending:
            node, is_followed = self._pending.pop()
            if node.type == "identifier" or node.type in _INDEXES:
                self._visit_name(node, is_followed)
                continue
            visit = getattr(self, f"_visit_{node.type}", None)
            if visit is not None:
                visit(node)
            else:
                self._add(node.named_children)
        return self._references

    def _add(self, nodes: list[Node], *, is_followed: bool = False) -> None:
        self._pending += [(node, is_followed) for node in reversed(nodes)]

    # -- statements

    def _visit_variable_declaration(self, node: Node) -> None:
        """`local a, b = …`: a variable that is never assigned again stands for its value."""
        assignment = next((child for child in node.named_children if child.type == "assignment_statement"), None)
        if assignment is None:
            return
        targets, values = _sides(assignment)
        for target, value in zip(targets, values, strict=False):
            local, path = self._local_at.get(target.start_byte), self._path_of(value)
            if local is not None and path is not None and not local.writes:
                self._aliases[local] = path
        self._add(values)

    def _visit_assignment_statement(self, node: Node) -> None:
        targets, values = _sides(node)
        for target in targets:
            self._define(target)
        self._add(values)

    def _visit_function_declaration(self, node: Node) -> None:
        name = node.child_by_field_name("name")
        if name is not None and node.children[0].type != "local":
            self._define(name)
        self._visit_function_definition(node)

    def _visit_function_definition(self, node: Node) -> None:
        self._add([child for child in node.named_children if child.type == "block"])

    def _visit_for_generic_clause(self, node: Node) -> None:
        self._add(node.named_children[1:])

    def _visit_for_numeric_clause(self, node: Node) -> None:
        names = node.children_by_field_name("name")
        self._add([child for child in node.named_children if child not in names])

    def _visit_goto_statement(self, _: Node) -> None:
        """Labels are no variables."""

    _visit_label_statement = _visit_goto_statement
    _visit_attribute = _visit_goto_statement

    def _define(self, target: Node) -> None:
        """Note a name that is assigned; what it is a member of is read."""
        path = self._path_of(target)
        if path is not None and not path[0]:
            self._references.variables.add(".".join(path[1]))
        if target.type in _INDEXES:
            key, table = self._key_of(target), target.child_by_field_name("table")
            self._references.members.add(key or "")
            self._add([table] if table is not None else [], is_followed=key is not None)
            if target.type == "bracket_index_expression":
                self._add(target.named_children[1:])

    # -- expressions

    def _visit_field(self, node: Node) -> None:
        name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
        key = self._field_name(node)
        if key is not None:
            self._references.members.add(key)
        is_computed = name is not None and node.children[0].type == "["
        self._add([*([name] if name is not None and is_computed else []), *([value] if value is not None else [])])

    def _visit_table_constructor(self, node: Node) -> None:
        fields = self._fields_of(node)
        if "_type" in fields:
            self._note_entry(self._text_of(fields["_type"][0]) or "", node)
        for key in ("events", "_events"):
            if key in fields:
                for handler in _positional(fields[key][0]):
                    parts = self._fields_of(handler)
                    for value, line in [parts[name] for name in ("id", "_id") if name in parts]:
                        self._references.events.append((self._text_of(value) or "", line))
        self._add(node.named_children)

    def _note_entry(self, type_name: str, node: Node) -> None:
        fields = self._fields_of(node)
        identity = (self._text_of(fields["_id"][0]) or "") if "_id" in fields else ""
        places = tuple((name, line) for name, (_, line) in fields.items())
        self._references.entries.append(EntryReference(type_name, identity, places, self._chunk.line_of(node)))

    def _visit_function_call(self, node: Node) -> None:
        name, arguments = node.child_by_field_name("name"), node.child_by_field_name("arguments")
        if name is None or arguments is None:
            self._add(node.named_children)
            return
        module = self._required(node)
        if module is not None:
            self._references.modules.append((module, self._chunk.line_of(node)))
            return
        values = [child for child in arguments.named_children if child.type != "comment"]
        self._note_call(name, values, self._chunk.line_of(node))
        self._add(values)
        self._add([name], is_followed=True)

    def _note_call(self, function: Node, values: list[Node], line: int) -> None:
        key = self._key_of(function) if function.type in _INDEXES else None
        path = self._path_of(function)
        texts = tuple(self._text_of(value) or "" for value in values[:8])
        tables = [value for value in values[-1:] if value.type == "table_constructor"]
        fields = tuple((name, place) for table in tables for name, (_, place) in self._fields_of(table).items())
        is_method = function.type == "method_index_expression"
        whole = None if path is None else (path[0], *path[1])
        self._references.calls.append(CallReference(key or "", whole, is_method, texts, fields, line))
        if key == "add_type" and tables:
            named = self._fields_of(tables[0]).get("name")
            self._references.types.append((named and self._text_of(named[0])) or "")
        if key == "add_multi" and len(values) > 1:
            for entry in _positional(values[1]):
                self._note_entry(texts[0], entry)

    def _visit_name(self, node: Node, is_followed: bool) -> None:
        """Note an identifier, or a chain of indexes with all members that lead to the value."""
        path = self._path_of(node)
        if path is not None:
            self._references.names.append(NameReference(*path, self._chunk.line_of(node), is_followed))
        # To the table at once: each index of a long chain would follow the rest of the chain again.
        while node.type in _INDEXES:
            table = node.child_by_field_name("table")
            if node.type == "bracket_index_expression":
                self._add(node.named_children[1:])
            if table is None:
                return
            node = table
        if node.type != "identifier":
            self._add([node], is_followed=True)

    # -- what a node stands for

    def _path_of(self, node: Node) -> _Path | None:
        """Return what an expression refers to; None for a local variable of the chunk and what is computed."""
        members: list[str] = []
        while True:
            if node.type == "parenthesized_expression" and len(node.named_children) == 1:
                (node,) = node.named_children
            elif node.type in _INDEXES:
                key, table = self._key_of(node), node.child_by_field_name("table")
                if key is None or table is None:
                    return None
                members.append(key)
                node = table
            else:
                break
        if len(members) > _MOST_MEMBERS:
            return None
        members.reverse()
        if node.type == "function_call":
            module = self._required(node)
            return None if module is None else (module, tuple(members))
        if node.type != "identifier":
            return None
        local = self._local_at.get(node.start_byte)
        if local is None:
            return "", (self._chunk.text_of(node), *members)
        if local not in self._aliases:
            return None
        module, names = self._aliases[local]
        return (module, (*names, *members)) if len(names) < _MOST_MEMBERS else None

    def _key_of(self, node: Node) -> str | None:
        """Return the name by which a node indexes a table, or None."""
        key = node.child_by_field_name("method") or node.child_by_field_name("field")
        if key is None:
            return None
        return self._text_of(key) if node.type == "bracket_index_expression" else self._chunk.text_of(key)

    def _required(self, node: Node) -> str | None:
        """Return the path in `require "path"`, or None for another call."""
        name, arguments = node.child_by_field_name("name"), node.child_by_field_name("arguments")
        if name is None or arguments is None or name.type != "identifier" or len(arguments.named_children) != 1:
            return None
        is_require = self._chunk.text_of(name) == "require" and name.start_byte not in self._local_at
        return self._text_of(arguments.named_children[0]) or None if is_require else None

    def _text_of(self, node: Node) -> str | None:
        """Return the content of a literal text, as it is written; None for anything else."""
        if node.type != "string":
            return None
        content = node.child_by_field_name("content")
        return self._chunk.text_of(content) if content is not None else ""

    def _field_name(self, field: Node) -> str | None:
        name = field.child_by_field_name("name")
        if name is None:
            return None
        return self._text_of(name) if field.children[0].type == "[" else self._chunk.text_of(name)

    def _fields_of(self, table: Node) -> dict[str, tuple[Node, int]]:
        """Return the named fields of a table in the text: name -> value and line."""
        fields = {}
        for field in table.named_children:
            value = field.child_by_field_name("value") if field.type == "field" else None
            name = self._field_name(field) if value is not None else None
            if name is not None and value is not None:
                fields[name] = (value, self._chunk.line_of(field))
        return fields


def _sides(assignment: Node) -> tuple[list[Node], list[Node]]:
    """Return the targets and the values of an assignment."""
    lists = {child.type: child.named_children for child in assignment.named_children}
    return lists.get("variable_list", []), lists.get("expression_list", [])


def _positional(table: Node) -> Iterator[Node]:
    """Yield the tables without a name in a table."""
    for field in table.named_children if table.type == "table_constructor" else ():
        value = field.child_by_field_name("value") if field.type == "field" else None
        if value is not None and field.child_by_field_name("name") is None and value.type == "table_constructor":
            yield value
