"""The names of a Lua chunk: which local each use means, and which names are global."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from host.syntax.tree import Chunk

if TYPE_CHECKING:
    from tree_sitter import Node

    # A step to do: visit a node, open a scope, close it, or declare names in the innermost one.
    _Task = Node | Literal["open", "close"] | tuple["Kind", list[Node]]

Kind = Literal["local", "function", "parameter", "loop"]


@dataclass(slots=True, eq=False)
class Local:
    """A local variable. `attribute` is "const", "close" or "".

    `offset` is where its name begins, in bytes; `shadows` is the visible variable of the same name that it hides.
    """

    name: str
    kind: Kind
    line: int
    offset: int
    shadows: Local | None = None
    attribute: str = ""
    # Lines that read the variable, and lines that assign to it after its declaration.
    reads: list[int] = field(default_factory=list)
    writes: list[int] = field(default_factory=list)


@dataclass(slots=True)
class GlobalUse:
    """A use of a global name, which begins at `offset`, in bytes. A field belongs to the name: `table.getn`.

    `before` and `after` are the neighbouring tokens: "" where there is none.
    """

    name: str
    line: int
    offset: int
    is_assigned: bool
    before: str
    after: str


@dataclass(slots=True)
class Names:
    """The names of a chunk, in the order of the text. `declared` are the names in Lua 5.5's `global` statements."""

    locals: list[Local] = field(default_factory=list)
    globals: list[GlobalUse] = field(default_factory=list)
    # Where a local is named, its declaration included, in bytes -> the local.
    local_at: dict[int, Local] = field(default_factory=dict)
    declared: set[str] = field(default_factory=set)


def resolve_names(chunk: Chunk) -> Names:
    """Resolve all names of a chunk."""
    return _Resolver(chunk).run()


class _Resolver:
    def __init__(self, chunk: Chunk) -> None:
        self._chunk = chunk
        self._names = Names()
        self._tokens = _Tokens(chunk)
        # The names that each open scope declares, outermost first; and the visible variables of a name, innermost last.
        self._scopes: list[list[str]] = []
        self._visible: dict[str, list[Local]] = {}
        # A stack and not recursion: a valid chunk may nest thousands of operators.
        self._tasks: list[_Task] = []

    def run(self) -> Names:
        self._add("open", self._chunk.root, "close")
        while self._tasks:
            task = self._tasks.pop()
            if task == "open":
                self._scopes.append([])
            elif task == "close":
                for closed in self._scopes.pop():
                    self._visible[closed].pop()
            elif isinstance(task, tuple):
                for name in task[1]:
                    self._declare(task[0], name)
            else:
                self._visit(task)
        return self._names

    def _add(self, *tasks: _Task) -> None:
        self._tasks += reversed(tasks)

    def _visit(self, node: Node) -> None:
        visit = getattr(self, f"_visit_{node.type}", None)
        if visit is not None:
            visit(node)
        else:
            self._add(*node.named_children)

    # -- statements

    def _visit_block(self, node: Node) -> None:
        self._add("open", *node.named_children, "close")

    def _visit_variable_declaration(self, node: Node) -> None:
        assignment = _child(node, "assignment_statement")
        variables = _child(assignment or node, "variable_list")
        names = variables.children_by_field_name("name") if variables else _identifiers(node)
        values = _child(assignment, "expression_list") if assignment else None
        if _is_global_declaration(node):
            self._names.declared.update(map(self._chunk.text_of, names))
            self._add(*([values] if values else []))
        else:
            # The values do not see the new names yet.
            self._add(*([values] if values else []), ("local", names))

    def _visit_implicit_variable_declaration(self, node: Node) -> None:
        """`global *` names no variable."""

    def _visit_function_declaration(self, node: Node) -> None:
        name = _field(node, "name")
        if _is_global_declaration(node):
            self._names.declared.add(self._chunk.text_of(name))
            self._add(*self._function(node))
        elif node.children[0].type == "local":
            self._add(("function", [name]), *self._function(node))
        else:
            if name.type == "identifier":
                self._use(name, is_assigned=True)
            self._add(*([] if name.type == "identifier" else [name]), *self._function(node))

    def _visit_function_definition(self, node: Node) -> None:
        self._add(*self._function(node))

    def _function(self, node: Node) -> list[_Task]:
        parameters = node.child_by_field_name("parameters")
        body = node.child_by_field_name("body")
        names = [child for child in parameters.named_children if child.type == "identifier"] if parameters else []
        name = node.child_by_field_name("name")
        if name is not None and name.type == "method_index_expression":
            # A method has the parameter `self`, which has no node.
            return ["open", ("parameter", [name]), ("parameter", names), *_children(body), "close"]
        return ["open", ("parameter", names), *_children(body), "close"]

    def _visit_for_statement(self, node: Node) -> None:
        clause = _field(node, "clause")
        if clause.type == "for_numeric_clause":
            names = clause.children_by_field_name("name")
            values = [child for child in clause.named_children if child not in names]
        else:
            variables, *values = clause.named_children
            names = _identifiers(variables)
        body = node.child_by_field_name("body")
        self._add(*values, "open", ("loop", names), *_children(body), "close")

    def _visit_repeat_statement(self, node: Node) -> None:
        condition = node.child_by_field_name("condition")
        # The condition sees the locals of the body.
        self._add("open", *_children(node.child_by_field_name("body")), *([condition] if condition else []), "close")

    def _visit_assignment_statement(self, node: Node) -> None:
        variables, values = _child(node, "variable_list"), _child(node, "expression_list")
        for variable in variables.named_children if variables else []:
            if variable.type == "identifier":
                self._use(variable, is_assigned=True)
        targets = [child for child in variables.named_children if child.type != "identifier"] if variables else []
        self._add(*targets, *([values] if values else []))

    def _visit_goto_statement(self, node: Node) -> None:
        """Labels are no variables."""

    _visit_label_statement = _visit_goto_statement
    _visit_attribute = _visit_goto_statement

    # -- expressions

    def _visit_identifier(self, node: Node) -> None:
        self._use(node, is_assigned=False)

    def _visit_dot_index_expression(self, node: Node) -> None:
        table = _field(node, "table")
        if table.type == "identifier":
            self._use(table, is_assigned=False, whole=node)
        else:
            self._add(table)

    def _visit_method_index_expression(self, node: Node) -> None:
        self._add(_field(node, "table"))

    def _visit_field(self, node: Node) -> None:
        name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
        is_key = name is not None and node.children[0].type == "["
        self._add(*([name] if name is not None and is_key else []), *([value] if value else []))

    # -- names

    def _declare(self, kind: Kind, node: Node) -> None:
        name = "self" if node.type == "method_index_expression" else self._chunk.text_of(node)
        attribute = self._attribute(node) if kind == "local" else ""
        variables = self._visible.setdefault(name, [])
        hidden = variables[-1] if variables else None
        local = Local(name, kind, self._chunk.line_of(node), node.start_byte, hidden, attribute)
        variables.append(local)
        if node.type != "method_index_expression":
            self._names.local_at[node.start_byte] = local
        self._scopes[-1].append(name)
        self._names.locals.append(local)

    def _attribute(self, name: Node) -> str:
        """Return the attribute after a name: `const` of `<const>`."""
        return self._tokens.next_to(name, 2) if self._tokens.next_to(name, 1) == "<" else ""

    def _use(self, node: Node, *, is_assigned: bool, whole: Node | None = None) -> None:
        """Note a use of a name; `whole` is the expression of the name and a field of it."""
        name, line = self._chunk.text_of(node), self._chunk.line_of(node)
        variables = self._visible.get(name)
        if variables:
            self._names.local_at[node.start_byte] = variables[-1]
            (variables[-1].writes if is_assigned else variables[-1].reads).append(line)
            return
        if whole is not None:
            name, node = self._chunk.text_of(whole), whole
        before, after = self._tokens.next_to(node, -1), self._tokens.next_to(node, 1)
        self._names.globals.append(GlobalUse(name, line, node.start_byte, is_assigned, before, after))


class _Tokens:
    """The tokens of a chunk in order, without comments.

    A node of tree-sitter finds its parent and its siblings from the root of the tree, so a chunk with deeply nested
    operators would take quadratic time.
    """

    def __init__(self, chunk: Chunk) -> None:
        self._source = chunk.source
        # (start, end) of each token in bytes; and start -> position in this list, end -> position.
        self._spans: list[tuple[int, int]] = []
        cursor = chunk.root.walk()
        is_inside = True
        while is_inside:
            is_comment = cursor.node is None or cursor.node.type == "comment"
            if not is_comment and cursor.goto_first_child():
                continue
            if cursor.node is not None and not is_comment:
                self._spans.append((cursor.node.start_byte, cursor.node.end_byte))
            while is_inside and not cursor.goto_next_sibling():
                is_inside = cursor.goto_parent()
        self._starting_at = {start: i for i, (start, _) in enumerate(self._spans)}
        self._ending_at = {end: i for i, (_, end) in enumerate(self._spans)}

    def next_to(self, node: Node, distance: int) -> str:
        """Return the token `distance` tokens after a node, or before it when negative; nothing where there is none."""
        start = self._starting_at[node.start_byte] if distance < 0 else self._ending_at[node.end_byte]
        position = start + distance
        if not 0 <= position < len(self._spans):
            return ""
        first, last = self._spans[position]
        return self._source[first:last].decode("utf-8", "surrogateescape")


def _field(node: Node, name: str) -> Node:
    """The child that every node of this type has."""
    child = node.child_by_field_name(name)
    if child is None:
        raise LookupError(f"{node.type} has no {name}")
    return child


def _children(block: Node | None) -> list[Node]:
    return block.named_children if block is not None else []


def _child(node: Node, type_name: str) -> Node | None:
    return next((child for child in node.named_children if child.type == type_name), None)


def _identifiers(node: Node) -> list[Node]:
    return [child for child in node.named_children if child.type == "identifier"]


def _is_global_declaration(node: Node) -> bool:
    return node.children[0].type == "global"
