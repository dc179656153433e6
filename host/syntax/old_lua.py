"""Rewrites Lua 5.1 that Lua 5.5 refuses, so that each line keeps its number.

Lua 5.5 refuses an assignment to the control variable of a loop, and knows no variable `arg` in a function with `...`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from host.syntax.scopes import Names, resolve_names
from host.syntax.tree import Chunk, SyntaxTreeError

if TYPE_CHECKING:
    from tree_sitter import Node

# Bytes of the longest text that is rewritten.
LONGEST = 1 << 20
_ARGUMENTS = "arg"
_FUNCTIONS = frozenset(("function_declaration", "function_definition"))


class Rewrite(NamedTuple):
    """An insertion that gives Lua 5.5 the meaning of Lua 5.1.

    `name` is the variable that it declares, on `line`; `offset`, in bytes, is where `text` goes.
    """

    offset: int
    line: int
    name: str
    text: str
    is_loop: bool


def find_rewrites(chunk: Chunk, names: Names) -> list[Rewrite]:
    """Return what must be rewritten in a chunk with these names, in the order of the text."""
    assigned = {local.offset: local.name for local in names.locals if local.kind == "loop" and local.writes}
    arguments = [use for use in names.globals if use.name.partition(".")[0] == _ARGUMENTS]
    # A chunk that assigns the global variable means that one.
    assigns_global = any(use.is_assigned for use in arguments)
    read = frozenset() if assigns_global else frozenset(use.offset for use in arguments)
    return sorted([*_rewrite_loops(chunk, assigned), *_rewrite_functions(chunk, read)])


def rewrite(source: bytes) -> bytes | None:
    """Return a text for Lua 5.5 with the meaning of the source in Lua 5.1; None when nothing changes, or for no Lua.

    No line moves, and all bytes of the source stay in their order.
    """
    if len(source) > LONGEST:
        return None
    try:
        chunk = Chunk(source)
    except SyntaxTreeError:
        return None
    rewrites = find_rewrites(chunk, resolve_names(chunk))
    pieces: list[bytes] = []
    copied = 0
    for part in rewrites:
        pieces += (source[copied : part.offset], part.text.encode("utf-8", "surrogateescape"))
        copied = part.offset
    return b"".join((*pieces, source[copied:])) if rewrites else None


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
            yield Rewrite(start, chunk.line_of(node), name, f" local {name} = {name};", is_loop=True)


@dataclass(slots=True, eq=False)
class _Function:
    parent: _Function | None
    # The `...` among its parameters.
    parameter: Node | None
    uses_parameter: bool = False
    has_arguments: bool = False
    # The function around a use of `arg` to which that belongs: Lua 5.1 declares it in functions that do not use `...`.
    owner: _Function | None = None


def _rewrite_functions(chunk: Chunk, read: frozenset[int]) -> Iterator[Rewrite]:
    """Yield a rewrite for each function whose arguments are read by the variable at one of the offsets."""
    functions: list[_Function] = []
    users: list[_Function] = []
    pending: list[tuple[Node, _Function | None]] = [(chunk.root, None)] if read else []
    while pending:
        node, function = pending.pop()
        if node.type in _FUNCTIONS:
            parameters = node.child_by_field_name("parameters")
            declared = parameters.named_children if parameters else []
            function = _Function(function, next((name for name in declared if name.type == "vararg_expression"), None))
            functions.append(function)
        elif function is not None and node.type == "vararg_expression" and node != function.parameter:
            function.uses_parameter = True
        elif function is not None and node.type == "identifier" and node.start_byte in read:
            users.append(function)
        pending += [(child, function) for child in node.named_children]
    # Outer functions come first.
    for function in functions:
        is_owner = function.parameter is not None and not function.uses_parameter
        function.owner = function if is_owner else function.parent and function.parent.owner
    for user in users:
        if user.owner is not None and not user.owner.has_arguments:
            user.owner.has_arguments = True
            parameter = user.owner.parameter
            assert parameter is not None  # noqa: S101 - an owner has it
            yield Rewrite(parameter.end_byte, chunk.line_of(parameter), _ARGUMENTS, _ARGUMENTS, is_loop=False)
