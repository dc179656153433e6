"""Entries: the names that mods find, as declarations describe them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from host.syntax.declarations.types import Kind, Named

# A value is any name that is not called; class and record are types; a module is a name for `require`; examples is the
# set-up of the game in which the examples of a dialect run.
KINDS = ("function", "method", "value", "class", "record", "module", "examples")


@dataclass(slots=True)
class Param:
    """A parameter, a result, or a field of a record; `name` is "..." for any number of further ones."""

    name: str
    type: Kind
    doc: str = ""
    default: str = ""


@dataclass(slots=True)
class Entry:
    """One name of a dialect.

    `owner` and `key` are the parts of `name`: "Map" and "new" of `Map.new`, "" and `print` of `print`. `marks` are the
    words after ` -- `: `on_class` is a method that is called on the class itself, `named` a class that mods find
    under its name although it is not a function, `required` one that mods have to `require`, `generic` a function whose
    result has the type of the class that it is given, `present` a name that is nil only where mods do not ask for it,
    so that editors show its type without nil, `position` a record that serves as a Position of kts. `load` are the
    lines of the example that run while a mod loads, `example` those that run at the start of a game.
    """

    dialect: str
    kind: str
    name: str
    line: str
    owner: str = ""
    key: str = ""
    params: list[Param] = field(default_factory=list)
    results: list[Param] = field(default_factory=list)
    fields: list[Param] = field(default_factory=list)
    type: Kind | None = None
    parents: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    doc: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    load: list[str] = field(default_factory=list)
    example: list[str] = field(default_factory=list)
    # The phases in which it may be called, for a reader; "" for all.
    phases: str = ""
    # For a class: a Lua expression that makes an instance.
    specimen: str = ""
    # Other ways to call a function.
    forms: list[Entry] = field(default_factory=list)
    # The page that shows the entry: the stem of the file that declares it, "instanced_map" of lua/areas/api/map.
    page: str = ""

    @property
    def summary(self) -> str:
        """The first sentence of the description."""
        text = " ".join(self.doc[:1])
        end = text.find(". ")
        return text if end < 0 else text[: end + 1]

    @property
    def called(self) -> bool:
        """Whether the name is a function or a method."""
        return self.kind in ("function", "method")


@dataclass
class Book:
    """All names of a dialect or a library, in the order of their declaration."""

    dialect: str
    entries: list[Entry]
    # Page -> its title, in the order of the index: see `Entry.page`.
    pages: dict[str, str]

    def of_kind(self, *kinds: str) -> list[Entry]:
        """Return the entries of some kinds."""
        return [entry for entry in self.entries if entry.kind in kinds]

    @cached_property
    def types(self) -> dict[str, Entry]:
        """Classes and records by name."""
        return {entry.name: entry for entry in self.of_kind("class", "record")}

    def constructor(self, name: str) -> Entry | None:
        """Return the function with the name of a class."""
        return next((e for e in self.entries if e.kind == "function" and e.name == name and not e.owner), None)

    def local_roots(self) -> set[str]:
        """Return the first parts of names that are no variables: results of `require`, classes from elsewhere."""
        marked = [entry for entry in self.entries if "local" in entry.marks]
        return {
            (entry.type.name if isinstance(entry.type, Named) else entry.name).partition(".")[0] for entry in marked
        }

    @property
    def prelude(self) -> Entry | None:
        """The set-up of the game in which the examples run, or None."""
        return next(iter(self.of_kind("examples")), None)
