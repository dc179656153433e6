"""The names that a mod finds in the host: those in its environment, and those that declarations list."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from host.dialects import lua_functions
from host.engine.engine import Engine
from host.mods.declared_names import advise_require, declared_names
from host.mods.manifest import DIALECTS, Manifest
from host.syntax.declarations.texts import Entry
from host.syntax.declarations.types import Named, Optional
from host.syntax.lua_names import find_replacement
from host.tools.reference.books import LIBRARIES, all_books

# Tables to which mods add, by calls and not by assignments; and `assert`, whose words can be joined.
_OPEN_TABLES = ("AttackSourceTypes", "Entities", "Items", "Mods", "StatTypes", "StatusTypes", "assert")
_TYPES = ("class", "record")
# Records of these dialects have all fields that the host reads.
_CLOSED_DIALECTS = ("kts", "generators", "sprites", "survey")
_CLOSED_MARKS = frozenset(("strict", "warned"))
# Owners of functions whose first argument is the id of an event, and the name of that argument.
_EMITTERS, _ID = ("Event", "IEventEmitter"), "id"
# Members that the class libraries of dialects give to every class.
_OF_CLASSES = frozenset(("new", "super", "extend", "is_an", "name"))


class Words(NamedTuple):
    """A name, and those that the host has in its place; all stand after `prefix`."""

    word: str
    others: Collection[str]
    prefix: str = ""


class HostNames:
    """The names of the host for a mod with a manifest."""

    def __init__(self, engine: Engine, manifest: Manifest) -> None:
        self._mod = manifest.id
        self._lua = engine.lua
        engine.games.loader.load_without_code(manifest)
        books = all_books()
        # Name -> the entries of that name, with dots for the colons of methods.
        self._entries: dict[str, list[Entry]] = {}
        for book in books.values():
            for entry in book.entries:
                if entry.kind not in ("module", "examples"):
                    self._entries.setdefault(entry.name.replace(":", "."), []).append(entry)
        variables: list[str] = self._lua.call(lua_functions.list_variables, self._mod)
        names = {*self._entries, *variables}
        # A class without a variable, such as MonsterType of kts, is only the name of a type in the reference.
        types = {name for name, entries in self._entries.items() if all(entry.kind in _TYPES for entry in entries)}
        # Name that a mod must require -> the path of its module.
        self._required: dict[str, str] = {}
        for name in (*(manifest.dialects or DIALECTS), *books):
            self._required = declared_names(name).paths | self._required
        # Test files have more global variables.
        global_names = {*variables, *(entry.name for entry in books["testing"].entries)}
        self._required = {name: path for name, path in self._required.items() if name not in global_names}
        hidden = {*types.difference(variables), *self._required}
        self._names = names - {name for name in hidden if "." not in name}
        self.global_names = {name for name in self._names if "." not in name and ":" not in name}
        self._variables = [name for name in variables if "." not in name]
        # Tables of the host, which have members -> the members.
        self._tables: dict[str, list[str]] = {}
        for name in names:
            while "." in name:
                name, _, member = name.rpartition(".")
                self._tables.setdefault(name, []).append(member)
        for name in _OPEN_TABLES:
            self._tables.pop(name, None)
        self._module_names = {
            entry.name: entry.type.name
            for book in books.values()
            for entry in book.of_kind("module")
            if isinstance(entry.type, Named)
        }
        self._module_names |= {path: library for library, path in LIBRARIES.items() if path}
        self.methods = _OF_CLASSES | {
            entry.key for entries in self._entries.values() for entry in entries if entry.called
        }
        self.methods |= {*self._tables["string"]}
        self._event_methods = {
            entry.key
            for entries in self._entries.values()
            for entry in entries
            if entry.owner in _EMITTERS and entry.params and entry.params[0].name == _ID
        }
        self._modules_of_tests = {entry.name for entry in books["testing"].of_kind("module")}
        self.module_paths = frozenset(self._module_names)
        # The ids of events, and the names of types of data.
        self.events: list[str] = self._lua.call(lua_functions.list_events)
        self.types: list[str] = self._lua.call(lua_functions.list_types)

    # -- modules

    def modules_of(self, paths: Sequence[str]) -> set[str]:
        """Return which of some paths are modules of the host."""
        modules: list[str] = self._lua.call(lua_functions.list_modules, self._mod, _without_nul(paths))
        # Test files have modules of their own.
        return {*modules, *(path for path in paths if path in self._modules_of_tests)}

    def reasons_for(self, paths: Sequence[str]) -> dict[str, str]:
        """Return why the host leaves out the modules of some paths, or an empty text: path -> sentence."""
        reasons = dict.fromkeys(paths, "")
        sendable = _without_nul(paths)
        sentences: list[str] = self._lua.call(lua_functions.list_reasons, sendable)
        for path, reason in zip(sendable, sentences, strict=False):
            file = f"{path.replace('.', '/')}.lua"
            reasons[path] = reason and f"it {reason}; a file {file} of the mod can stand in for it"
        return reasons

    def name_of_module(self, path: str) -> str:
        """Return the name under which the functions of a module are declared, or an empty text."""
        if path.startswith("logic."):
            path = path.replace("logic.", "@", 1)
        return self._module_names.get(path, "")

    # -- names

    def first_lacking(self, names: Sequence[str], existing: int, variables: Collection[str]) -> str:
        """Return the shortest beginning of a dotted name that the host lacks, or an empty text.

        existing: how many parts are names of the host in any case.
        variables: further names that exist.
        """
        for count in range(max(existing, 1), len(names) + 1):
            name = ".".join(names[:count])
            if count > existing and name not in variables and not self._has(name):
                return name
            if name not in self._tables:
                return ""
        return ""

    def _has(self, name: str) -> bool:
        if name in self._names or (name in self._tables and name not in self._required):
            return True
        owner, _, member = name.rpartition(".")
        if not owner:
            return False
        # `Name[string]` declares that any member may be there.
        if member.startswith("__") or member in _OF_CLASSES or f"{owner}[string]" in self._names:
            return True
        parents = {parent for entry in self._entries.get(owner, ()) for parent in entry.parents}
        return any(self._has(f"{parent}.{member}") for parent in parents)

    def words_beside(self, name: str) -> Words:
        """Return the last part of a dotted name, and the names in the same table."""
        owner, _, member = name.rpartition(".")
        return Words(member, self._tables.get(owner, ()) if owner else self._variables)

    def how_to_require(self, name: str) -> str | None:
        """Return how a mod requires the module of a name, or None when no module has the name."""
        return advise_require(name, self._required[name]) if name in self._required else None

    def advise(self, name: str) -> str | None:
        """Return how a mod gets a name that it lacks, or what to use in its place; None when nothing is known."""
        return self.how_to_require(name) or find_replacement(name)

    # -- arguments

    def takes_event(self, owner: str, name: str, *, is_method: bool) -> bool:
        """Return whether the first argument of a function is the id of an event."""
        return name in self._event_methods and (is_method or owner in _EMITTERS)

    def fields_taken(self, function: str, position: int) -> frozenset[str]:
        """Return the fields of the table that a function takes at a position, from 0; no fields for other functions."""
        for entry in self._entries.get(function, ()):
            if entry.called and position < len(entry.params):
                declared = entry.params[position].type
                declared = declared.of if isinstance(declared, Optional) else declared
                return self._closed_fields(declared.name) if isinstance(declared, Named) else frozenset()
        return frozenset()

    def fields_of_type(self, type_name: str) -> frozenset[str]:
        """Return the fields of a type of data, or no fields for one whose entries may have others."""
        return self._closed_fields(type_name)

    def _closed_fields(self, name: str) -> frozenset[str]:
        for entry in self._entries.get(name, ()):
            is_closed = entry.dialect in _CLOSED_DIALECTS or not _CLOSED_MARKS.isdisjoint(entry.marks)
            if entry.kind == "record" and is_closed:
                return frozenset(field.name for field in entry.fields)
        return frozenset()


def _without_nul(paths: Sequence[str]) -> list[str]:
    """Return the paths that can cross to Lua in a list."""
    return [path for path in paths if path and "\0" not in path]
