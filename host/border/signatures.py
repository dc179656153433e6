"""Services for signatures: what the functions that are written in Lua take, for lua/core/border/signatures.lua."""

from __future__ import annotations

import re
from functools import cache, cached_property
from typing import Any

from host.border.service import service
from host.border.values import Flat, Value, flatten
from host.paths import declarations
from host.syntax.declarations.texts import read_fields, read_module, read_params
from host.syntax.declarations.types import (
    Bounded,
    CallbackKind,
    ClassOf,
    Kind,
    Listed,
    Mapped,
    Named,
    Optional,
    Union,
    Word,
)

# Heads of functions, records and modules in a text of declarations.
_HEAD = re.compile(
    r'^(?:(?P<title>[A-Za-z_][\w.:]*)(?P<declaration>\(.*)|module "(?P<path>[^"]+)": (?P<module>[\w.]+).*'
    r"|record (?P<record>[\w.]+)(?:: (?P<parents>\w+(?:, \w+)*))?(?P<marks> -- .*)?)$",
    re.MULTILINE,
)
_NEXT_ENTRY = re.compile(r"^\S", re.MULTILINE)
# The mark of functions that check their arguments themselves, and of records that are checked strictly or loosely.
_WITHIN, _MANNERS = "within", ("strict", "warned")


class SignatureServices:
    """The declarations of the Lua halves of dialects. A text is scanned for heads; types are parsed when asked for."""

    @service
    def declared_functions(self, dialect: str) -> str:
        """Return the functions whose arguments are checked before they are called, by owner.

        For each owner ("" for functions without one): the owner, "\\1", title and declaration of each function, both
        before a NUL, and "\\2".
        """
        return scan_heads(dialect).checked_functions

    @service
    def declared_modules(self, dialect: str) -> list[str]:
        """Return path and name in turn of each module that mods can require."""
        return scan_heads(dialect).modules

    @service
    def declared_params(self, dialect: str, title: str) -> Value:
        """Return `{ params, on_class }` of a function; None for one that is not declared.

        Shape of params: a list of `{ name, type }`. on_class: the function is a method that is called on the class.
        """
        return scan_heads(dialect).flat_params(title)

    @service
    def declared_record(self, dialect: str, name: str) -> Value:
        """Return the fields of a record, as `declared_params` returns parameters, and how it is checked.

        That is "strict": other fields are refused, "warned": names that nearly name a field are warned of, or
        "". None for a record that is not declared.
        """
        return scan_heads(dialect).flat_record(name)


class _Heads:
    """What a dialect declares, found by the first lines of entries, and what was made of it for Lua."""

    def __init__(self) -> None:
        # Title of a function -> what is declared after it.
        self.functions: dict[str, str] = {}
        # Name of a record -> (marks, the text of its body and of the bodies of its parents).
        self.records: dict[str, tuple[str, str]] = {}
        # Path and name of each module, in turn.
        self.modules: list[str] = []
        # Title of a function, and name of a record -> flat form.
        self._params: dict[str, Flat] = {}
        self._fields: dict[str, Flat] = {}

    @cached_property
    def checked_functions(self) -> str:
        """The result of `declared_functions`."""
        owners: dict[str, list[str]] = {}
        for title, declaration in self.functions.items():
            if _WITHIN not in _marks(declaration):
                owner = title[: max(title.rfind("."), title.rfind(":"), 0)]
                owners.setdefault(owner, []).append(f"{title}\0{declaration}\0")
        return "".join(f"{owner}\1{''.join(functions)}\2" for owner, functions in owners.items())

    def flat_params(self, title: str) -> Flat | None:
        """Return the result of `declared_params`."""
        declaration = self.functions.get(title)
        if declaration is None:
            return None
        if title not in self._params:
            line, _, marks = declaration.partition(" -- ")
            params = [[param.name, _plain(param.type)] for param in read_params(line)]
            self._params[title] = flatten({"params": params, "on_class": "on_class" in marks})
        return self._params[title]

    def flat_record(self, name: str) -> Flat | None:
        """Return the result of `declared_record`."""
        record = self.records.get(name)
        if record is None:
            return None
        if name not in self._fields:
            marks, body = record
            fields = [[field.name, _plain(field.type)] for field in read_fields(body)]
            manner = next((manner for manner in _MANNERS if manner in marks), "")
            self._fields[name] = flatten({"fields": fields, "manner": manner})
        return self._fields[name]


@cache
def scan_heads(dialect: str) -> _Heads:
    """Return the heads of a dialect; a process reads its files once."""
    heads = _Heads()
    for module in declarations(dialect):
        _, text = read_module(module)
        for match in _HEAD.finditer(text):
            if match["path"]:
                heads.modules.extend((match["path"], match["module"]))
            elif match["title"]:
                heads.functions.setdefault(match["title"], match["declaration"])
            else:
                end = _NEXT_ENTRY.search(text, match.end())
                bodies = [text[match.end() : end.start() if end else len(text)]]
                bodies += [heads.records[parent][1] for parent in (match["parents"] or "").split(", ") if parent]
                heads.records[match["record"]] = match["marks"] or "", "".join(bodies)
    return heads


def _marks(declaration: str) -> str:
    return declaration.partition(" -- ")[2]


def _plain(kind: Kind) -> Any:
    """A type as plain data: its name, or a list of what it is and its parts."""
    match kind:
        case Named(name):
            return name
        case Bounded(name, bounds):
            low, _, high = bounds.partition("..")
            return ["bounded", name, *map(int, filter(None, (low, high)))]
        case Word(text):
            return ["word", text]
        case ClassOf():
            return ["class"]
        case Listed(of):
            return ["list", _plain(of)]
        case Mapped(key, value):
            return ["map", _plain(key), _plain(value)]
        case CallbackKind():
            return "function"
        case Union(parts):
            return ["union", *map(_plain, parts)]
        case Optional(of):
            return ["optional", _plain(of)]
