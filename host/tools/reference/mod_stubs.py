"""Stubs of the bundled mods, for the editors of mods that require them: their global variables, from their text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from host.dialects.kts.fields import CONSTRUCTORS
from host.paths import BUNDLED_MODS, bundled_ids
from host.syntax.tree import Chunk

if TYPE_CHECKING:
    from tree_sitter import Node

_HEAD = "-- Made from the text of a bundled mod."
_CONSTRUCTOR = re.compile(r"kts\.(\w+)\b")


def bundled_mod_stubs() -> dict[str, str]:
    """Make a stub of each bundled mod, for `require "base"`, and of each file, for `require "mod.base.helpers"`.

    Returns file name -> text.
    """
    files = {}
    for mod_id in bundled_ids():
        folder = BUNDLED_MODS / mod_id
        types: dict[str, str] = {}
        for path in _lua_files(folder):
            types.update(_global_types(Chunk(path.read_bytes())))
            name = path.relative_to(folder).with_suffix("").as_posix().replace("/", ".")
            files[f"modules/mod.{mod_id}.{name}.lua"] = _any_module(f"mod.{mod_id}.{name}")
        if _returns(folder):
            # `require` gives what the mod returns, not its global variables.
            files[f"modules/{mod_id}.lua"] = _any_module(mod_id)
            continue
        fields = [f"---@field {name} {kind}" for name, kind in sorted(types.items())]
        lines = [f"---@meta {mod_id}", _HEAD, "", f"---@class mod.{mod_id}", *fields, "local namespace", ""]
        files[f"modules/{mod_id}.lua"] = "\n".join([*lines, "return namespace", ""])
    return files


def _any_module(name: str) -> str:
    """Make the stub of a module whose value an editor does not know."""
    return f"---@meta {name}\n{_HEAD}\n\n---@type any\nlocal module\n\nreturn module\n"


def _returns(folder: Path) -> bool:
    """Return whether the first file of a mod returns a value."""
    first = next(path for name in ("main.lua", "init.lua") if (path := folder / name).is_file())
    statements = Chunk(first.read_bytes()).root.named_children
    return bool(statements) and statements[-1].type == "return_statement"


def _lua_files(folder: Path) -> Iterator[Path]:
    """Iterate over the Lua files of a mod, without its tests."""
    for path in sorted(folder.rglob("*.lua")):
        if "tests" not in path.relative_to(folder).parts:
            yield path


def _global_types(chunk: Chunk) -> Iterator[tuple[str, str]]:
    """Iterate over the global variables that a file assigns at its top level, with their types."""
    for statement in chunk.root.named_children:
        if statement.type == "function_declaration":
            name = statement.child_by_field_name("name")
            if name is not None and name.type == "identifier" and not chunk.text_of(statement).startswith("local"):
                yield chunk.text_of(name), "function"
        elif statement.type == "assignment_statement":
            names, values = statement.named_children
            for name, value in zip(names.named_children, values.named_children, strict=False):
                if name.type == "identifier":
                    yield chunk.text_of(name), _type_of(chunk, value)


def _type_of(chunk: Chunk, value: Node) -> str:
    match = _CONSTRUCTOR.match(chunk.text_of(value))
    if match and value.type == "function_call" and match[1] in CONSTRUCTORS:
        return f"kts.{match[1]}"
    return "table" if value.type == "table_constructor" else "any"
