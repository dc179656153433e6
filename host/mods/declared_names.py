"""Names in the declarations of a dialect or a library, for hints in errors: read as text, which is fast."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from host.dialects.functions import LIBRARIES, functions_of
from host.paths import declarations
from host.syntax.declarations.texts import read_module
from host.syntax.lua_names import LUA_LIBRARIES

if TYPE_CHECKING:
    from host.syntax.references import CallReference

_FUNCTION = re.compile(r"^([\w.]+)\.(\w+)\(", re.MULTILINE)
_METHOD = re.compile(r"^([\w.]+:\w+)\(", re.MULTILINE)
_MODULE = re.compile(r'^module "(\S+)": ([\w.]+)( -- local)?', re.MULTILINE)


class DeclaredNames(NamedTuple):
    """The names of a dialect or a library."""

    # Table -> the names of its functions, which are called with a dot.
    functions: dict[str, frozenset[str]]
    # Functions that are called with a colon, as CLASS:NAME.
    methods: frozenset[str]
    # What `require` takes -> the name by which declarations call the result.
    modules: dict[str, str]
    # Name that a mod must require -> what `require` takes.
    paths: dict[str, str]

    @property
    def method_names(self) -> set[str]:
        """The names of the methods of all classes."""
        return {method.partition(":")[2] for method in self.methods}


@cache
def declared_names(name: str) -> DeclaredNames:
    """Return the names of a dialect or a library."""
    text = _text_of(name)
    functions: dict[str, set[str]] = {}
    for owner, key in _FUNCTION.findall(text):
        functions.setdefault(owner, set()).add(key)
    if name == "kts":
        functions.setdefault(name, set()).update(function.name.partition(".")[2] for function in functions_of(name))
    modules = {path: title for path, title, _ in _MODULE.findall(text)}
    required = {title: path for path, title, mark in reversed(_MODULE.findall(text)) if mark and "." not in title}
    if name in LIBRARIES:
        modules[f"host.{name}"], required[name] = name, f"host.{name}"
    return DeclaredNames(
        {owner: frozenset(keys) for owner, keys in functions.items()},
        frozenset(_METHOD.findall(text)),
        modules,
        required,
    )


def advise_require(name: str, path: str) -> str:
    """Return how a mod gets a name that it has to require."""
    return f'local {name} = require "{path}" gives it'


def title_of(declared: Iterable[DeclaredNames], module: str, owner: str) -> str:
    """Return what declarations call a table in a required module, or in a global variable for an empty module."""
    titles = (each.modules.get(module) for each in declared)
    return ".".join(part for part in (next((title for title in titles if title), module), owner) if part)


def explain_colon(declared: Sequence[DeclaredNames], call: CallReference) -> str | None:
    """Return what is wrong with a call with a colon of a function that is declared with a dot; None for other calls."""
    if not call.is_method or call.path is None:
        return None
    module, *names = call.path
    owner = title_of(declared, module, ".".join(names[:-1]))
    is_function = any(call.name in each.functions.get(owner, ()) for each in declared)
    is_method = any(f"{owner}:{call.name}" in each.methods for each in declared)
    if is_method or not (is_function or (not module and owner in LUA_LIBRARIES)):
        return None
    title = f"{owner}.{call.name}"
    return f"{title} is called with a colon: must be called with a dot, as {title}(…)"


def has_name(dialect: str, name: str) -> bool:
    """Return whether a dialect declares a function or a table of that name."""
    return re.search(rf"^{re.escape(name)}[(.:]", _text_of(dialect), re.MULTILINE) is not None


def _text_of(name: str) -> str:
    """Return the declarations of a dialect or a library. The sandbox lets a child read them, but not stubs."""
    return "\n".join(read_module(module)[1] for module in declarations(name))
