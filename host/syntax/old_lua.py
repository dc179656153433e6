"""Rewrites code of Lua 5.1 that Lua 5.5 refuses. All lines keep their numbers.

Lua 5.5 refuses an assignment to the control variable of a loop, and knows no variable `arg` in a function with `...`.
It writes a whole float with `.0`, and refuses `5 % 0`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from host.syntax.scopes import Names, resolve_names
from host.syntax.tree import Chunk, SyntaxTreeError

if TYPE_CHECKING:
    from tree_sitter import Node

_ARGUMENTS = "arg"
_FUNCTIONS = frozenset(("function_declaration", "function_definition"))
# Operands of `..` that are not numbers: `..` takes texts as they are, and refuses the others in both versions.
_NO_FLOATS = frozenset(("string", "nil", "true", "false", "function_definition", "table_constructor"))
# Numbers that both versions write alike, and numbers that are not 0.
_SHORT, _NOT_ZERO = re.compile(r"\d{1,14}"), re.compile(r"0*[1-9]\d*")


class Insertion(NamedTuple):
    """A text that is put into a source at `offset`, in bytes."""

    offset: int
    text: str


class Rewrite(NamedTuple):
    """Insertions that give Lua 5.5 the meaning of Lua 5.1: they declare the variable `name`, on `line`."""

    line: int
    name: str
    insertions: tuple[Insertion, ...]
    is_loop: bool


def find_rewrites(chunk: Chunk, names: Names) -> list[Rewrite]:
    """Return what must be rewritten in a chunk with these names, in the order of the text."""
    assigned = {local.offset: local.name for local in names.locals if local.kind == "loop" and local.writes}
    arguments = {use.offset: use.is_assigned for use in names.globals if use.name.partition(".")[0] == _ARGUMENTS}
    return sorted([*_rewrite_loops(chunk, assigned), *_rewrite_functions(chunk, arguments)])


def rewrite_names(source: bytes) -> bytes | None:
    """Return a text whose variables mean in Lua 5.5 what they mean in Lua 5.1.

    No line moves, and all bytes of the source stay in their order. Returns None for the same text, and for one that has
    no syntax tree.
    """
    chunk = _parse(source)
    if chunk is None:
        return None
    rewrites = find_rewrites(chunk, resolve_names(chunk))
    return _insert(source, [insertion for part in rewrites for insertion in part.insertions])


def rewrite_operators(source: bytes) -> bytes | None:
    """Return a text whose operators `..` and `%` give in Lua 5.5 what they give in Lua 5.1.

    Keeps lines and bytes, and returns None, as `rewrite_names` does.
    """
    chunk = _parse(source)
    if chunk is None:
        return None
    insertions: list[Insertion] = []
    # A query takes time that grows with the square of the depth.
    pending = [chunk.root]
    while pending:
        operation = pending.pop()
        pending += operation.named_children
        if operation.type != "binary_expression":
            continue
        left, right = operation.child_by_field_name("left"), operation.child_by_field_name("right")
        if left is None or right is None:
            continue
        operator = next(child.type for child in operation.children if not child.is_named)
        if operator == "..":
            operands = [operand for operand in (left, right) if _may_be_float(chunk, operand)]
        else:
            operands = [right] if operator == "%" and _may_be_zero(chunk, right) else []
        for operand in operands:
            # The host has added these methods to texts: unlike a global, a method exists in every environment.
            insertions.append(Insertion(operand.start_byte, f'("")["{operator}"]('))
            insertions.append(Insertion(operand.end_byte, ")"))
    return _insert(source, insertions)


def _parse(source: bytes) -> Chunk | None:
    try:
        return Chunk(source)
    except SyntaxTreeError:
        return None


def _may_be_float(chunk: Chunk, operand: Node) -> bool:
    """Return whether Lua 5.5 may write an operand of `..` with other digits."""
    if operand.type == "number":
        return not _SHORT.fullmatch(chunk.text_of(operand))
    return operand.type not in _NO_FLOATS and not any(child.type == ".." for child in operand.children)


def _may_be_zero(chunk: Chunk, operand: Node) -> bool:
    """Return whether the right operand of `%` may be the integer 0."""
    return operand.type != "number" or not _NOT_ZERO.fullmatch(chunk.text_of(operand))


def _insert(source: bytes, insertions: list[Insertion]) -> bytes | None:
    """Return a text with insertions, or None without insertions."""
    pieces: list[bytes] = []
    copied = 0
    for offset, text in sorted(insertions):
        pieces += (source[copied:offset], text.encode("utf-8", "surrogateescape"))
        copied = offset
    return b"".join((*pieces, source[copied:])) if insertions else None


def _rewrite_loops(chunk: Chunk, assigned: dict[int, str]) -> Iterator[Rewrite]:
    """Yield a rewrite for each loop whose control variable is in `assigned` (offset -> name)."""
    pending = [chunk.root] if assigned else []
    while pending:
        node = pending.pop()
        pending += node.named_children
        clause = node.child_by_field_name("clause") if node.type == "for_statement" else None
        # Only the first variable is constant. It begins where the clause begins.
        name = assigned.get(clause.start_byte) if clause is not None else None
        if name is not None:
            start = next(child.end_byte for child in node.children if child.type == "do")
            # Without the semicolon the value could go on in the next line.
            insertion = Insertion(start, f" local {name} = {name};")
            yield Rewrite(chunk.line_of(node), name, (insertion,), is_loop=True)


@dataclass(slots=True, eq=False)
class _Function:
    parent: _Function | None
    # The `...` among its parameters.
    vararg: Node | None
    # Where its parameters end, in bytes.
    parameters_end: int
    uses_vararg: bool = False
    # The function around a use of `arg` to which that belongs: Lua 5.1 declares it in functions that do not use `...`.
    owner: _Function | None = None


def _rewrite_functions(chunk: Chunk, uses: dict[int, bool]) -> Iterator[Rewrite]:
    """Yield a rewrite for each function whose arguments a use of `arg` means.

    uses: offset of each use -> whether `arg` is assigned there.
    """
    functions: list[_Function] = []
    # The function around each use, and whether the use is an assignment.
    users: list[tuple[_Function | None, bool]] = []
    pending: list[tuple[Node, _Function | None]] = [(chunk.root, None)] if uses else []
    while pending:
        node, function = pending.pop()
        around = function
        if node.type in _FUNCTIONS:
            parameters = node.child_by_field_name("parameters")
            declared = parameters.named_children if parameters else []
            vararg = next((name for name in declared if name.type == "vararg_expression"), None)
            function = _Function(function, vararg, parameters.end_byte if parameters else 0)
            functions.append(function)
        elif function is not None and node.type == "vararg_expression" and node != function.vararg:
            function.uses_vararg = True
        elif node.type == "identifier" and node.start_byte in uses:
            users.append((function, uses[node.start_byte]))
        name = node.child_by_field_name("name") if node.type in _FUNCTIONS else None
        pending += [(child, around if child == name else function) for child in node.named_children]
    # Outer functions come first.
    for function in functions:
        is_owner = function.vararg is not None and not function.uses_vararg
        function.owner = function if is_owner else function.parent and function.parent.owner
    # Owner -> whether the variable is assigned in it.
    owners: dict[_Function, bool] = {}
    for user, is_assigned in users:
        if user is not None and user.owner is not None:
            owners[user.owner] = owners.get(user.owner, False) or is_assigned
        elif is_assigned:
            # A chunk that assigns the global variable means that one.
            return
    for owner, is_assigned in owners.items():
        vararg = owner.vararg
        assert vararg is not None  # noqa: S101 - an owner has it
        insertions = [Insertion(vararg.end_byte, _ARGUMENTS)]
        if is_assigned:
            # The parameter is constant.
            insertions.append(Insertion(owner.parameters_end, f" local {_ARGUMENTS} = {_ARGUMENTS};"))
        yield Rewrite(chunk.line_of(vararg), _ARGUMENTS, tuple(insertions), is_loop=False)
