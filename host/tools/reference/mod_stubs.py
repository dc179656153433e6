"""Stubs of the bundled mods, for the editors of mods that require them: their global variables, from their text.

Bundled mods are formatted, so what stands at the start of a line is at the top level of its file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from host.dialects.kts.fields import CONSTRUCTORS
from host.paths import BUNDLED_MODS, bundled_ids

_HEAD = "-- Made from the text of a bundled mod."
_FUNCTION = re.compile(r"^function (\w+)\(", re.MULTILINE)
_VARIABLE = re.compile(r"^(\w+) = (.*)", re.MULTILINE)
_CONSTRUCTOR = re.compile(r"kts\.(\w+)\b")
_RETURN = re.compile(r"^return\b", re.MULTILINE)


def bundled_mod_stubs() -> dict[str, str]:
    """Make a stub of each bundled mod, for `require "base"`, and of each file, for `require "mod.base.helpers"`.

    Returns file name -> text.
    """
    files = {}
    for mod_id in bundled_ids():
        folder = BUNDLED_MODS / mod_id
        types: dict[str, str] = {}
        for path in _lua_files(folder):
            types.update(_global_types(path.read_text("utf-8")))
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
    return _RETURN.search(first.read_text("utf-8")) is not None


def _lua_files(folder: Path) -> Iterator[Path]:
    """Iterate over the Lua files of a mod, without its tests."""
    for path in sorted(folder.rglob("*.lua")):
        if "tests" not in path.relative_to(folder).parts:
            yield path


def _global_types(text: str) -> dict[str, str]:
    """Return the type of each global variable that a file assigns at its top level."""
    types = {name: _type_of(value) for name, value in _VARIABLE.findall(text)}
    return types | dict.fromkeys(_FUNCTION.findall(text), "function")


def _type_of(value: str) -> str:
    match = _CONSTRUCTOR.match(value)
    if match and match[1] in CONSTRUCTORS:
        return f"kts.{match[1]}"
    return "table" if value.startswith("{") else "any"
