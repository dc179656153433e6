"""Statements that fail while a mod loads: a check leaves them out, and finds what else is wrong with the mod."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from host.border.session import ModWarning, Session
from host.errors import BudgetError, HostError
from host.mods.files import ModFiles
from host.syntax.tree import Chunk, SyntaxTreeError, walk

if TYPE_CHECKING:
    from tree_sitter import Node


# Most statements that are left out: the mods load again after each.
_MOST = 20
_LINE = re.compile(rb"[^\r\n]")
_DEFINITIONS = ("assignment_statement", "variable_declaration", "function_declaration")


class _File(NamedTuple):
    """A parsed file. Statements are those outside of all others: begin and end, in bytes -> the names in it."""

    chunk: Chunk
    statements: dict[tuple[int, int], Node]

    def span_of(self, line: int) -> tuple[int, int] | None:
        """Return begin and end of the statement on a line, or None."""
        line_at = self.chunk.line_at
        return next((span for span in self.statements if line_at(span[0]) <= line <= line_at(span[1] - 1)), None)

    def defined(self) -> set[str]:
        """Return the variables that the statements define."""
        nodes = (node for node in self.statements.values() if node.type in _DEFINITIONS)
        return {name for node in nodes for name in _targets(node, self.chunk)}


class Recovery:
    """The statements of mods that are left out.

    What names anything that such a statement defines may only fail because the statement is missing.
    """

    def __init__(self) -> None:
        # Name of a file -> begin and end of what is left out of it.
        self._left_out: dict[str, list[tuple[int, int]]] = {}
        self._files: dict[str, _File | None] = {}
        # Mod -> the names that statements would have defined, and the texts in these statements.
        self._names: dict[str, set[str]] = {}
        self._texts: dict[str, set[str]] = {}

    def attach(self, files: ModFiles) -> None:
        """Leave the statements out of files of mods from now on."""
        self._files_of_mods = files
        files.edit = self.edit

    def skip_all(
        self,
        errors: Sequence[HostError],
        needed: Collection[str],
        session: Session,
        failures: list[HostError],
        warnings: list[ModWarning],
    ) -> bool:
        """Leave out the statements that raised errors while mods loaded; return whether there are any.

        Errors and warnings that are not only what other statements led to are added to `failures` and `warnings`.
        Nothing is left out of mods that others need.
        """
        has_skipped = False
        about = session.warnings_about({error.loading for error in errors if error.loading})
        warnings += [one for one in about if not self.is_consequence(one.file, one.line, one.message)]
        for error in errors:
            is_new = None if error.loading in needed else self._skip(error)
            has_skipped = has_skipped or is_new is not None
            if is_new:
                failures.append(error)
        return has_skipped

    def _skip(self, error: HostError) -> bool | None:
        """Leave out the statement that raised an error, and return whether it is worth a report; None without one."""
        if error.loading is None or isinstance(error, BudgetError) or sum(map(len, self._left_out.values())) >= _MOST:
            return None
        is_unregistered = "this is a read-only environment until mod.RegisterMod is called" in error.message
        if is_unregistered or error.message.startswith("mod.RegisterMod: "):
            # Without it, each statement that defines a variable fails.
            return None
        mod = error.loading
        for file, line in [(error.file, error.line), *((frame.file, frame.line) for frame in error.frames)]:
            parsed = self._parse(file) if file and line and file.partition("/")[0] == mod else None
            span = parsed and parsed.span_of(line or 0)
            if file and parsed and span and span not in self._left_out.get(file, ()):
                is_new = not self._depends(mod, parsed, span)
                self._left_out.setdefault(file, []).append(span)
                self._note(mod, parsed, span)
                return is_new
        return None

    def edit(self, file: str, text: bytes) -> bytes:
        """Return the text of a file with blanks for the statements that are left out."""
        for start, end in self._left_out.get(file, ()):
            text = text[:start] + _LINE.sub(b" ", text[start:end]) + text[end:]
        return text

    def is_consequence(self, file: str | None, line: int | None, message: str) -> bool:
        """Return whether what is wrong at a place may be so because a statement was left out."""
        if file is None or not self._left_out:
            return False
        mod = file.partition("/")[0]
        words = self._names.get(mod, set()) | self._texts.get(mod, set())
        if any(f'"{word}"' in message or f'.{word}"' in message for word in words):
            return True
        parsed = self._parse(file) if line else None
        span = parsed and parsed.span_of(line or 0)
        if not parsed or not span:
            return False
        return span in self._left_out.get(file, ()) or self._depends(mod, parsed, span)

    def _parse(self, file: str) -> _File | None:
        if file not in self._files:
            try:
                chunk = Chunk(self._files_of_mods.read(f"/{file}"))
                nodes = [node for node in chunk.root.named_children if node.type != "comment"]
                self._files[file] = _File(chunk, {(node.start_byte, node.end_byte): node for node in nodes})
            except (HostError, SyntaxTreeError):
                self._files[file] = None
        return self._files[file]

    def _depends(self, mod: str, parsed: _File, span: tuple[int, int]) -> bool:
        """Return whether a statement names what is missing."""
        names = self._names.get(mod, set())
        nodes = walk(parsed.statements[span]) if names else ()
        # The last name in a text, because "mod.name" is the id of a prototype in the variable `name`.
        return any(
            node.type in ("identifier", "string_content") and parsed.chunk.text_of(node).rpartition(".")[2] in names
            for node in nodes
        )

    def _note(self, mod: str, parsed: _File, span: tuple[int, int]) -> None:
        """Store the names that are missing without a statement, and its texts."""
        statement, chunk = parsed.statements[span], parsed.chunk
        names, texts = self._names.setdefault(mod, set()), self._texts.setdefault(mod, set())
        for node in walk(statement):
            if node.type in _DEFINITIONS:
                names.update(_targets(node, chunk))
            elif node.type == "string_content" and node.end_byte - node.start_byte > 1:
                texts.add(chunk.text_of(node))
        if statement.type == "function_call":
            # What it was to change: the arguments, and the object of a method.
            names.update(parsed.defined().intersection(_named_directly(statement, chunk)))


def _base(node: Node, chunk: Chunk) -> Iterator[str]:
    """Yield the variable with which a name such as `a.b:c` begins."""
    while node.type not in ("identifier", "string", "number") and node.named_children:
        node = node.named_children[0]
    if node.type == "identifier":
        yield chunk.text_of(node)


def _targets(node: Node, chunk: Chunk) -> Iterator[str]:
    """Yield the variables that a statement defines, or whose fields it sets."""
    if node.type == "function_declaration":
        name = node.child_by_field_name("name")
        yield from _base(name, chunk) if name is not None else ()
        return
    for child in node.named_children:
        if child.type == "assignment_statement":
            yield from _targets(child, chunk)
        elif child.type == "variable_list":
            for variable in child.named_children:
                yield from _base(variable, chunk)


def _named_directly(call: Node, chunk: Chunk) -> Iterator[str]:
    yield from _base(call, chunk)
    arguments = call.child_by_field_name("arguments")
    for argument in arguments.named_children if arguments is not None else ():
        if argument.type == "identifier":
            yield chunk.text_of(argument)
