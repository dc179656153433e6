"""The statements of a Lua chunk: where they start, and a text of the chunk that records which of them run.

The count hook of Lua is taken by the instruction budget, and a line hook costs 20 times what a line costs. So coverage
puts an assignment in front of each statement instead.
"""

from __future__ import annotations

from collections.abc import Iterator
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
    return sorted({chunk.line_of(node) for node, _ in _walk(chunk.root) if _is_statement(node)})


def instrument(source: bytes) -> bytes:
    """Put `__covered[line] = true` in front of each statement; no line moves. Raises SyntaxTreeError."""
    chunk = Chunk(source)
    # (start, end, replacement) in bytes.
    edits: list[tuple[int, int, str]] = []
    for node, functions in _walk(chunk.root):
        if _is_statement(node):
            edits.append((node.start_byte, node.start_byte, f"{COVERED}[{chunk.line_of(node)}]=true;"))
        elif node.type == "vararg_expression" and not functions:
            # The instrumented chunk is called with the set of lines; the original is called without arguments.
            edits.append((node.start_byte, node.end_byte, "nil"))
    pieces = [f"local {COVERED} <const> = ...;".encode()]
    end_of_last = 0
    for start, end, replacement in sorted(edits):
        pieces += (source[end_of_last:start], replacement.encode())
        end_of_last = end
    return b"".join((*pieces, source[end_of_last:]))


def _is_statement(node: Node) -> bool:
    return (
        node.is_named
        and node.parent is not None
        and node.parent.type in _BLOCKS
        and node.type not in _STATEMENTS_WITHOUT_CODE
    )


def _walk(root: Node) -> Iterator[tuple[Node, int]]:
    """All nodes in the order of the text, each with the number of functions around it.

    Iterative: a valid chunk may nest thousands of operators, deeper than Python recurses.
    """
    pending = [(root, 0)]
    while pending:
        node, functions = pending.pop()
        yield node, functions
        inner = functions + (node.type in _FUNCTIONS)
        pending += [(child, inner) for child in reversed(node.children)]
