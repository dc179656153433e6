"""The statements of a Lua chunk: where they start, and a text of the chunk with other statements in front of them.

The count hook of Lua is taken by the instruction budget, and a line hook costs 20 times what a line costs. So coverage
and the debugger put a statement in front of each statement instead.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from typing import TYPE_CHECKING

from host.syntax.tree import Chunk

if TYPE_CHECKING:
    from tree_sitter import Node

# The local variable that holds the set of lines that ran. Instrumented chunks get it as their argument.
COVERED = "__covered"

_BLOCKS = frozenset(("chunk", "block"))
_STATEMENTS_WITHOUT_CODE = frozenset(("comment", "label_statement", "empty_statement", "hash_bang_line"))
_FUNCTIONS = frozenset(("function_declaration", "function_definition"))


def statement_lines(source: bytes) -> list[int]:
    """Return the lines on which a statement starts, in ascending order. Raises SyntaxTreeError."""
    chunk = Chunk(source)
    return sorted({chunk.line_of(node) for node, _, is_statement in _walk(chunk.root) if is_statement})


def instrument(source: bytes) -> bytes:
    """Put `__covered[line] = true` in front of each statement; no line moves. Raises SyntaxTreeError.

    The variable has another name in a source that uses this one: no code of a mod can read it.
    """
    used = set(re.findall(COVERED.encode() + rb"(\d*)", source))
    suffix = next(text for text in ("", *map(str, range(len(used) + 1))) if text.encode() not in used)
    name = COVERED + suffix
    return _put_before_statements(source, name, lambda line, _: f"{name}[{line}]=true;")


def put_probes(source: bytes, name: str, lines: Collection[int] | None) -> bytes:
    """Put a call `name(line)` in front of the first statement of each of `lines`; no line moves.

    None puts it in front of all statements, with a second argument `true` for those that are not the first of their
    line in the same function. Raises SyntaxTreeError.
    """
    seen: set[tuple[int, int]] = set()

    def call_probe(line: int, functions: int) -> str:
        is_later = (line, functions) in seen
        seen.add((line, functions))
        if lines is None:
            return f"{name}({line},true);" if is_later else f"{name}({line});"
        return f"{name}({line});" if line in lines and not is_later else ""

    return _put_before_statements(source, name, call_probe)


def _put_before_statements(source: bytes, name: str, statement: Callable[[int, int], str]) -> bytes:
    """Put `statement(line, functions around it)` in front of each statement. `name` is the argument of the chunk."""
    chunk = Chunk(source)
    # (start, end, replacement) in bytes.
    edits: list[tuple[int, int, str]] = []
    for node, functions, is_statement in _walk(chunk.root):
        if is_statement:
            edits.append((node.start_byte, node.start_byte, statement(chunk.line_of(node), functions)))
        elif node.type == "vararg_expression" and not functions:
            # The new chunk is called with its argument; the original is called without arguments.
            edits.append((node.start_byte, node.end_byte, "nil"))
    pieces = [f"local {name} <const> = ...;".encode()]
    end_of_last = 0
    for start, end, replacement in sorted(edits):
        pieces += (source[end_of_last:start], replacement.encode())
        end_of_last = end
    return b"".join((*pieces, source[end_of_last:]))


def _is_statement(child: Node) -> bool:
    """Return whether a child of a block is a statement."""
    return child.is_named and child.type not in _STATEMENTS_WITHOUT_CODE


def _walk(root: Node) -> Iterator[tuple[Node, int, bool]]:
    """Yield all nodes in the order of the text: each with the number of functions around it, and if it is a statement.

    Iterative: a valid chunk may nest thousands of operators, deeper than Python recurses. No node is asked for its
    parent, which tree-sitter looks for from the root.
    """
    pending = [(root, 0, False)]
    while pending:
        node, functions, is_statement = pending.pop()
        yield node, functions, is_statement
        inner = functions + (node.type in _FUNCTIONS)
        in_block = node.type in _BLOCKS
        pending += [(child, inner, in_block and _is_statement(child)) for child in reversed(node.children)]
