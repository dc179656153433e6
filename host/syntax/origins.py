"""Where a value of a Lua chunk comes from: the variable or the field behind locals, fields, arguments and returns."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from host.syntax.scopes import Local, Names, resolve_names
from host.syntax.tree import Chunk

if TYPE_CHECKING:
    from tree_sitter import Node

    # A local, or the name of a global variable; and perhaps a field of it.
    _Key = tuple[Local | str] | tuple[Local | str, str]

_FUNCTIONS = frozenset(("function_declaration", "function_definition"))
_INDEXES = {"dot_index_expression": "field", "method_index_expression": "method", "bracket_index_expression": "field"}
_MOST_STEPS = 50


class Origins:
    """The assignments, calls and functions of a chunk.

    A value is followed only where the text leaves no choice: a variable or a field with one assignment, a parameter of
    a function with one call, a function with one `return`.
    """

    def __init__(self, chunk: Chunk) -> None:
        self._chunk = chunk
        self.names: Names = resolve_names(chunk)
        # What is assigned to a variable or a field; None for what the text does not show, such as a second result.
        self._values: defaultdict[_Key, list[Node | None]] = defaultdict(list)
        self._calls: defaultdict[_Key, list[Node]] = defaultdict(list)
        # Parameter -> the function, and the position among the arguments of a call with a dot.
        self._parameters: dict[Local, tuple[_Key, int]] = {}
        # Start of a function -> the results of its `return` statements, without those of inner functions.
        self._returned: defaultdict[int, list[Node | None]] = defaultdict(list)
        # Name of a field -> its values in tables, and those that are assigned; and start of such a value -> the name.
        self._fields: defaultdict[str, list[Node]] = defaultdict(list)
        self._field_at: dict[int, str] = {}
        # Uses of variables and fields, in the order of the text.
        self._uses: list[Node] = []
        self._read()

    # -- reading the chunk

    def _read(self) -> None:
        # Where variables are named; declarations and what is assigned to are no uses.
        named = {*self.names.local_at, *(use.offset for use in self.names.globals)}
        self._targets = {local.offset for local in self.names.locals if local.name != "self"}
        pending: list[tuple[Node, int]] = [(self._chunk.root, -1)]
        while pending:
            node, function = pending.pop()
            if node.type in _FUNCTIONS:
                function = node.start_byte
            read = getattr(self, f"_read_{node.type}", None)
            if read is not None:
                read(node)
            elif node.type == "return_statement":
                self._returned[function].append(_only(_child(node, "expression_list")))
            elif node.start_byte in self._targets:
                pass
            elif node.type in _INDEXES or (node.type == "identifier" and node.start_byte in named):
                self._uses.append(node)
            pending += [(child, function) for child in reversed(node.named_children)]

    def _read_assignment_statement(self, node: Node) -> None:
        variables, listed = _child(node, "variable_list"), _child(node, "expression_list")
        values = listed.named_children if listed else []
        for position, variable in enumerate(variables.children_by_field_name("name") if variables else ()):
            value = values[position] if position < len(values) else None
            key = self.key_of(variable)
            if variable.type == "identifier":
                self._targets.add(variable.start_byte)
            if key is not None:
                self._values[key].append(value)
                self._note_function(key, value)
            if value is not None and variable.type in _INDEXES:
                self._note_field(variable.child_by_field_name("field"), value)

    def _read_function_declaration(self, node: Node) -> None:
        name = node.child_by_field_name("name")
        key = self.key_of(name) if name is not None else None
        if key is not None:
            self._values[key].append(node)
            self._note_function(key, node)

    def _note_function(self, key: _Key, node: Node | None) -> None:
        if node is None or node.type not in _FUNCTIONS:
            return
        name, listed = node.child_by_field_name("name"), node.child_by_field_name("parameters")
        # The first argument of a call with a dot is `self`.
        first = 1 if name is not None and name.type == "method_index_expression" else 0
        for position, parameter in enumerate(_named_children(listed)):
            local = self.names.local_at.get(parameter.start_byte)
            if local is not None:
                self._parameters[local] = key, position + first

    def _read_function_call(self, node: Node) -> None:
        name = node.child_by_field_name("name")
        key = self.key_of(name) if name is not None else None
        if key is not None:
            self._calls[key].append(node)

    def _read_field(self, node: Node) -> None:
        value = node.child_by_field_name("value")
        if value is not None:
            self._note_field(node.child_by_field_name("name"), value)

    def _note_field(self, name: Node | None, value: Node) -> None:
        text = self._name_of(name)
        if text is not None:
            self._fields[text].append(value)
            self._field_at[value.start_byte] = text

    def _name_of(self, node: Node | None) -> str | None:
        """Return the name of a field: an identifier or a literal string; None for any other key."""
        if node is not None and node.type == "string":
            node = node.child_by_field_name("content")
        return self._chunk.text_of(node) if node is not None and node.type in ("identifier", "string_content") else None

    def key_of(self, node: Node) -> _Key | None:
        """Return what an expression names, a variable or a field of one; None for any other."""
        if node.type == "identifier":
            return (self.names.local_at.get(node.start_byte) or self._chunk.text_of(node),)
        kind, table = _INDEXES.get(node.type), node.child_by_field_name("table")
        if kind is None or table is None or table.type != "identifier":
            return None
        name = self._name_of(node.child_by_field_name(kind))
        variable = self.names.local_at.get(table.start_byte) or self._chunk.text_of(table)
        return None if name is None else (variable, name)

    def field_of(self, node: Node) -> str | None:
        """Return the name of the field or the method that an expression names; None for any other."""
        kind = _INDEXES.get(node.type)
        return None if kind is None else self._name_of(node.child_by_field_name(kind))

    def global_of(self, node: Node) -> str | None:
        """Return the name of the global variable that an expression is; None for any other."""
        is_global = node.type == "identifier" and node.start_byte not in self.names.local_at
        return self._chunk.text_of(node) if is_global else None

    # -- where values come from

    def uses(self, start: int, end: int, field: str | None = None) -> list[Node]:
        """Return the expressions between two byte offsets that may be a wrong value: variables and their fields.

        With a field, its values come first: those between the offsets, or all when there is none, because a table may
        be made before. Values of other fields are left out.
        """
        inside = [node for node in self._uses if start <= node.start_byte < end]
        if field is None:
            return inside
        values = self._fields.get(field, [])
        listed = [node for node in values if start <= node.start_byte < end] or values
        return [*listed, *(node for node in inside if node.start_byte not in self._field_at)]

    def is_indexed(self, node: Node) -> bool:
        """Return whether an expression is the table of a field or a method that is read."""
        parent = node.parent
        table = parent.child_by_field_name("table") if parent is not None and parent.type in _INDEXES else None
        return table is not None and table.id == node.id

    def uses_of(self, name: str, start: int, end: int) -> Iterator[Node]:
        """Yield the uses of a name between two byte offsets: a variable, a field or a method."""
        for node in self.uses(start, end):
            if name == (self._chunk.text_of(node) if node.type == "identifier" else self.field_of(node)):
                yield node

    def trace(self, node: Node, lines: Collection[int] = ()) -> Node | None:
        """Return the expression that an expression gets its value from: one that the chunk assigns nothing to.

        lines: where the running calls are; they tell which of several calls passed an argument. None where
        the text leaves a choice.
        """
        origin: Node | None = node
        for _ in range(_MOST_STEPS):
            if origin is None:
                return None
            before, origin = origin, self._step(origin, lines)
            if origin is before:
                return origin
        return None

    def _step(self, node: Node, lines: Collection[int]) -> Node | None:
        """Return what an expression gets its value from; the expression itself at the end of the way."""
        if node.type == "parenthesized_expression":
            return _only(node)
        if node.type == "binary_expression" and node.children[1].type == "or":
            # Nil, so the left side is nil or false, and the value is the right one.
            return node.child_by_field_name("right")
        if node.type == "function_call":
            return self._step_into(node)
        key = self.key_of(node)
        if key is None:
            return node
        if isinstance(key[0], Local) and len(key) == 1 and key[0].kind == "parameter":
            return self._argument(key[0], lines)
        values = self._values.get(key, [])
        if len(key) == 2:
            values = [*values, *self._fields_of(node, lines)]
        if len(values) == 1:
            return values[0]
        return None if values or (len(key) == 1 and isinstance(key[0], Local)) else node

    def _step_into(self, call: Node) -> Node | None:
        """Return what the function of a call returns, when it has one `return`; None for any other."""
        name = call.child_by_field_name("name")
        key = self.key_of(name) if name is not None else None
        functions = self._values.get(key, []) if key is not None else []
        if len(functions) != 1 or functions[0] is None or functions[0].type not in _FUNCTIONS:
            return None
        returned = self._returned[functions[0].start_byte]
        return returned[0] if len(returned) == 1 else None

    def _argument(self, parameter: Local, lines: Collection[int]) -> Node | None:
        key, position = self._parameters.get(parameter, (None, 0))
        calls = self._calls.get(key, []) if key is not None else []
        if len(calls) > 1:
            calls = [call for call in calls if self._chunk.line_of(call) in lines]
        if len(calls) != 1:
            return None
        call = calls[0]
        name, passed = call.child_by_field_name("name"), call.child_by_field_name("arguments")
        if name is not None and name.type == "method_index_expression":
            position -= 1
        values = [passed] if passed is not None and passed.type == "table_constructor" else _named_children(passed)
        return values[position] if 0 <= position < len(values) else None

    def _fields_of(self, node: Node, lines: Collection[int]) -> Iterator[Node | None]:
        """Yield the values that a table gets for a field where it is made."""
        table, name = node.child_by_field_name("table"), self.field_of(node)
        made = self.trace(table, lines) if table is not None else None
        for field in _named_children(made) if made is not None and made.type == "table_constructor" else ():
            if self._name_of(field.child_by_field_name("name")) == name:
                yield field.child_by_field_name("value")


def _child(node: Node, type_name: str) -> Node | None:
    return next((child for child in node.named_children if child.type == type_name), None)


def _named_children(node: Node | None) -> list[Node]:
    return [child for child in node.named_children if child.type != "comment"] if node is not None else []


def _only(node: Node | None) -> Node | None:
    children = _named_children(node)
    return children[0] if len(children) == 1 else None
