"""Rules for Lua text: what a reader of the code would trip over."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import NamedTuple

from tree_sitter import Node

from host.syntax.scopes import Local, Names, resolve_names
from host.syntax.tree import Chunk, walk

LONGEST_LINE = 120
_ENDS = frozenset(("return_statement", "break_statement", "goto_statement"))
_LOOPS = frozenset(("while_statement", "repeat_statement", "for_statement"))
_FUNCTIONS = frozenset(("function_declaration", "function_definition"))
_WITHOUT_CODE = frozenset(("comment", "label_statement", "empty_statement", "hash_bang_line"))


class Violation(NamedTuple):
    """A rule that a line breaks."""

    line: int
    rule: str
    message: str


def violations(source: bytes, known_globals: Collection[str]) -> list[Violation]:
    """Return all violations of a chunk, by line. Raises SyntaxTreeError."""
    chunk = Chunk(source)
    names = resolve_names(chunk)
    return sorted(
        [
            *_undefined_globals(names, known_globals),
            *_unused_locals(names),
            *_shadowed_names(names),
            *_unreachable_statements(chunk),
            *_long_lines(source),
        ]
    )


def _undefined_globals(names: Names, known_globals: Collection[str]) -> Iterator[Violation]:
    for use in names.globals:
        name = use.name.partition(".")[0]
        if name not in known_globals and name not in names.declared:
            verb = "assigned" if use.is_assigned else "read"
            yield Violation(use.line, "undefined-global", f"{name} is {verb} but not defined")


def _unused_locals(names: Names) -> Iterator[Violation]:
    """Yield variables that are never read, except those whose name begins with `_`."""
    for local in names.locals:
        if local.kind == "parameter" or local.reads or local.attribute == "close" or local.name.startswith("_"):
            continue
        problem = "is assigned but never read" if local.writes else "is never read"
        yield Violation(local.line, "unused-local", f"{local.name} {problem}")


def _shadowed_names(names: Names) -> Iterator[Violation]:
    for local in names.locals:
        shadowed = local.shadows
        if shadowed is None or local.name.startswith("_") or _is_self(local):
            continue
        yield Violation(local.line, "shadowing", f"{local.name} hides the {local.name} of line {shadowed.line}")


def _is_self(local: Local) -> bool:
    """Whether a method in a method has its own `self`, as every method has."""
    return local.name == "self" and local.kind == "parameter"


def _unreachable_statements(chunk: Chunk) -> Iterator[Violation]:
    for block in walk(chunk.root):
        if block.type not in ("chunk", "block"):
            continue
        statements = [child for child in block.named_children if child.type != "comment"]
        for statement, following in pairwise(statements):
            if _never_ends(statement, chunk) and following.type not in _WITHOUT_CODE:
                yield Violation(chunk.line_of(following), "unreachable", "no path leads to this statement")


def _never_ends(statement: Node, chunk: Chunk) -> bool:
    """Whether the statement after this one in the block is never reached by falling through."""
    if statement.type in _ENDS:
        return True
    if statement.type == "function_call":
        name = statement.child_by_field_name("name")
        return name is not None and chunk.text_of(name) == "error"
    if statement.type == "do_statement":
        return _block_never_ends(statement.child_by_field_name("body"), chunk)
    if statement.type == "if_statement":
        branches = [statement, *statement.children_by_field_name("alternative")]
        blocks = [
            branch.child_by_field_name("body" if branch.type == "else_statement" else "consequence")
            for branch in branches
        ]
        return branches[-1].type == "else_statement" and all(_block_never_ends(block, chunk) for block in blocks)
    if statement.type == "while_statement":
        condition = statement.child_by_field_name("condition")
        return condition is not None and condition.type == "true" and not _has_break(statement)
    return False


def _block_never_ends(block: Node | None, chunk: Chunk) -> bool:
    if block is None:
        return False
    statements = [child for child in block.named_children if child.type not in _WITHOUT_CODE]
    return bool(statements) and _never_ends(statements[-1], chunk)


def _has_break(loop: Node) -> bool:
    """Whether a break, or a goto, may end a loop, unless it belongs to a loop or a function in it."""
    pending = list(loop.named_children)
    while pending:
        node = pending.pop()
        if node.type in ("break_statement", "goto_statement"):
            return True
        if node.type not in _LOOPS and node.type not in _FUNCTIONS:
            pending += node.named_children
    return False


def calls_with_text(chunk: Chunk, function: str) -> Iterator[tuple[int, str]]:
    """Line and argument of each call of a global or local function with one literal text: `import "core/errors"`."""
    for node in walk(chunk.root):
        name, arguments = node.child_by_field_name("name"), node.child_by_field_name("arguments")
        if node.type != "function_call" or name is None or arguments is None or chunk.text_of(name) != function:
            continue
        texts = [child for child in arguments.named_children if child.type == "string"]
        content = texts[0].child_by_field_name("content") if texts else None
        if content is not None:
            yield chunk.line_of(node), chunk.text_of(content)


def texts(chunk: Chunk) -> Iterator[tuple[int, str]]:
    """Line and content of each literal text."""
    for node in walk(chunk.root):
        content = node.child_by_field_name("content") if node.type == "string" else None
        if content is not None:
            yield chunk.line_of(node), chunk.text_of(content)


def _long_lines(source: bytes) -> Iterator[Violation]:
    for number, line in enumerate(source.decode("utf-8", "replace").splitlines(), 1):
        if len(line) > LONGEST_LINE:
            yield Violation(
                number, "long-line", f"the line has {len(line)} columns; at most {LONGEST_LINE} are allowed"
            )
