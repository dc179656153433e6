"""What is known of a name, and of a dialect."""

from __future__ import annotations

from dataclasses import dataclass, field

from host.declarations.types import Kind, Named

# function and method are called; value is what else a name means; class and record are types; module is a name that
# `require` knows; examples is what a game has in which the examples of a dialect run.
KINDS = ("function", "method", "value", "class", "record", "module", "examples")


@dataclass(slots=True)
class Param:
    """An argument, a result, or a field of a record; `name` is "..." for all the rest."""

    name: str
    type: Kind
    doc: str = ""
    default: str = ""


@dataclass(slots=True)
class Entry:
    """One name of a dialect.

    `owner` and `key` are the parts of `name`: "Map" and "new" of `Map.new`, "" and `print` of `print`. `marks` are the
    words after ` -- `: `on_class` is a method that is called on the class itself, `named` a class that mods find
    under its name though it is no function, `required` one that they only `require`. `load` are the lines of the
    example that run while a mod loads, `example` those that run at the start of a game.
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
    # When it may be called, if not always.
    phases: str = ""
    # Of a class: an expression of Lua that gives an instance.
    specimen: str = ""
    # Other ways to call a function.
    forms: list[Entry] = field(default_factory=list)
    # The page that shows the entry: the stem of the file that declares it, "instanced_map" of lua/areas/api.
    page: str = ""

    @property
    def summary(self) -> str:
        """The first sentence."""
        text = " ".join(self.doc[:1])
        end = text.find(". ")
        return text if end < 0 else text[: end + 1]

    @property
    def called(self) -> bool:
        return self.kind in ("function", "method")


@dataclass(slots=True)
class Book:
    """A dialect, or what the host has beside them: all names in the order of their declaration. `module` is the name
    by which `require` gives it."""

    dialect: str
    entries: list[Entry]
    # Page -> its title, in the order of the index: see `Entry.page`.
    pages: dict[str, str]

    def of_kind(self, *kinds: str) -> list[Entry]:
        return [entry for entry in self.entries if entry.kind in kinds]

    def types(self) -> dict[str, Entry]:
        """Classes and records by name."""
        return {entry.name: entry for entry in self.of_kind("class", "record")}

    def constructor(self, name: str) -> Entry | None:
        """The function that has the name of a class."""
        return next((e for e in self.entries if e.kind == "function" and e.name == name and not e.owner), None)

    def local_roots(self) -> set[str]:
        """First parts of names that are no variables: what `require` gives, classes of what comes from elsewhere."""
        marked = [one for one in self.entries if "local" in one.marks]
        return {(one.type.name if isinstance(one.type, Named) else one.name).partition(".")[0] for one in marked}

    @property
    def prelude(self) -> Entry | None:
        return next(iter(self.of_kind("examples")), None)
