"""Texts of declarations: those in lua/DIALECT/api, and docstrings of API functions, which have the same form."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property

from host.paths import LUA, declarations
from host.syntax.declarations.types import DeclarationError, Kind, Named, Tokens, names_in, parse, read_type

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

    `owner` and `key` are the parts of `name`: "Map" and "new" of `Map.new`, "" and `print` of `print`. `load` are the
    lines of the example that run while a mod loads; `example` are the lines that run at the start of a game. `marks`
    are the words after ` -- `:

    * `on_class`: a method of the class itself, not of its instances
    * `named`: a class that mods find under its name although it is not a function
    * `required`: a class that mods have to `require`
    * `generic`: a function whose result has the type of the class that it gets
    * `present`: nil only where mods do not ask for it, so editors show its type without nil
    * `position`: a record that serves as a Position of kts
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


_BODY = re.compile(r"^return \[(=*)\[\n", re.MULTILINE)
# A first line of an entry, another form of it, or an instance, that continues on indented lines after a comma or a bar.
_CONTINUED = re.compile(r"^(?:\S|  [|=] ).*+(?:(?<=[,|])\n +.*+)+", re.MULTILINE)
_LINE_BREAK = re.compile(r"\n +")
_CALLED = re.compile(r"^([A-Za-z_][\w.]*)(?::(\w+))?\(")
_VALUE = re.compile(r"^([A-Za-z_][\w.]*)(\[\w+\])?: (.+)$")
_TYPE = re.compile(r"^(class|record) ([\w.]+)(?:: (\w+(?:, \w+)*))?$")
_MODULE = re.compile(r'^module "([^"]+)": ([A-Za-z_][\w.]*)$')
_FIELD = re.compile(r"^(\w+): (.*)$")
_NAMED = re.compile(r"^- (\w+|\.\.\.): (.*)$")


def read_module(module: str) -> tuple[str, str]:
    """Read the comment and the declarations of a module such as `areas/api/map/map`. Raises DeclarationError.

    The first line of an entry may continue on indented lines after a comma or a bar; the result has it as one line.
    """
    source = (LUA / f"{module}.lua").read_text(encoding="utf-8")
    body = _BODY.search(source)
    end = -1 if body is None else source.find(f"]{body[1]}]", body.end())
    if body is None or end < 0:
        raise DeclarationError(f"{module}.lua returns no text")
    return source[: body.start()].replace("-- ", ""), join_heads(source[body.end() : end])


def join_heads(text: str) -> str:
    """Join the first line of each entry with the lines on which it continues."""
    return _CONTINUED.sub(lambda head: _LINE_BREAK.sub(" ", head[0]), text)


def read_dialect(dialect: str, pages: dict[str, str]) -> list[Entry]:
    """Read all declarations of a dialect; add page -> title for each text. Raises DeclarationError."""
    entries = []
    for module in declarations(dialect):
        comment, text = read_module(module)
        # Files of one folder are one page, with the title of the file that has the name of the folder.
        _, _, page, *rest = module.split("/")
        if not rest or rest == [page]:
            pages[page] = page_title(comment)
        else:
            pages.setdefault(page, page.capitalize())
        entries += [replace(entry, page=page) for entry in read_text(dialect, text)]
    return entries


def page_title(comment: str) -> str:
    """Return the title of the page of a file: the first sentence of the comment that begins it."""
    return " ".join(comment.split()).removesuffix(".").partition(". ")[0]


def read_text(dialect: str, text: str) -> list[Entry]:
    """Read the entries of a text. Raises DeclarationError."""
    blocks: list[list[str]] = []
    for line in text.splitlines():
        if line and not line.startswith(" "):
            blocks.append([line])
        elif blocks:
            blocks[-1].append(line)
        elif line.strip():
            raise DeclarationError(f"{dialect}: {line.strip()}: no entry has begun")
    return _join_parts([_entry(dialect, head, rest) for head, *rest in blocks])


def _join_parts(entries: list[Entry]) -> list[Entry]:
    """Add the fields of records with the mark `part` to the records that extend them, which come later."""
    parts = {entry.name: entry for entry in entries if "part" in entry.marks}
    for entry in entries:
        if entry.kind == "record":
            entry.fields += [field for name in entry.parents for field in parts[name].fields]
            entry.parents = ()
    return [entry for entry in entries if entry.name not in parts]


def _entry(dialect: str, head: str, rest: list[str]) -> Entry:
    line, _, marks = head.partition(" -- ")
    entry = read_signature(dialect, line.strip())
    entry.marks = tuple(re.findall(r"\w+", marks))
    if "game" in entry.marks:
        entry.phases = "at the start of a game or during play"
    lines = [line[2:] for line in rest if line.strip() or entry.kind != "record"]
    if entry.kind == "record":
        lines = _take_fields(entry, lines)
    read_body(entry, lines)
    return entry


def read_signature(dialect: str, line: str) -> Entry:
    """Read the first line of an entry. Raises DeclarationError."""
    if line == "examples":
        return Entry(dialect, "examples", "examples", line)
    if match := _TYPE.match(line):
        return Entry(
            dialect, match[1], match[2], line, key=match[2], parents=tuple(match[3].split(", ")) if match[3] else ()
        )
    if match := _MODULE.match(line):
        return Entry(dialect, "module", match[1], line, key=match[1], type=Named(match[2]))
    if match := _CALLED.match(line):
        kind = "method" if match[2] else "function"
        name = f"{match[1]}:{match[2]}" if match[2] else match[1]
        owner, key = (match[1], match[2]) if match[2] else _split(match[1])
        entry = Entry(dialect, kind, name, line, owner, key)
        tokens = Tokens(line[match.end() - 1 :])
        entry.params = _params(tokens)
        if tokens.accept(":"):
            entry.results = _results(tokens)
        tokens.end()
        return entry
    if match := _VALUE.match(line):
        # `Name[string]: type` declares all other fields of a class.
        owner, key = (match[1], match[2]) if match[2] else _split(match[1])
        return Entry(dialect, "value", match[1] + (match[2] or ""), line, owner, key, type=parse(match[3]))
    raise DeclarationError(f"{line}: is not a declaration")


def read_params(line: str) -> list[Param]:
    """Read the parameters of the function that a line declares. Raises DeclarationError."""
    return _params(Tokens(line[line.index("(") :]))


def read_fields(body: str) -> list[Param]:
    """Read the fields in the body of a record. Raises DeclarationError."""
    entry = Entry("", "record", "", "")
    _take_fields(entry, [line[2:] for line in body.splitlines() if line.strip()])
    return entry.fields


def _split(name: str) -> tuple[str, str]:
    owner, _, key = name.rpartition(".")
    return owner, key


def _params(tokens: Tokens) -> list[Param]:
    params = []
    tokens.expect("(")
    while not tokens.accept(")"):
        name = tokens.take()
        tokens.expect(":")
        params.append(Param(name, read_type(tokens)))
        if not tokens.accept(",") and tokens.next != ")":
            raise DeclarationError(f"{tokens.line}: a comma is missing at {tokens.next}")
    return params


def _results(tokens: Tokens) -> list[Param]:
    results = []
    while True:
        many = tokens.accept("...")
        if many:
            tokens.accept(":")
        results.append(Param("..." if many else "", read_type(tokens)))
        if not tokens.accept(","):
            return results


def _take_fields(entry: Entry, lines: list[str]) -> list[str]:
    """Add the fields of a record to its entry; return the other lines."""
    left = []
    for line in lines:
        match = _FIELD.match(line)
        if match is None:
            left.append(line)
            continue
        tokens = Tokens(match[2])
        kind = read_type(tokens)
        rest = tokens.rest
        default, _, doc = rest[1:].strip().partition(", ") if rest.startswith("=") else ("", "", rest.lstrip(", "))
        entry.fields.append(Param(match[1], kind, doc.strip(), default))
    return left


def read_body(entry: Entry, lines: Iterable[str]) -> None:
    """Read the lines below the first line of an entry.

    They are its description, `- name: about an argument`, `! an error`, `> a line of the example`, `+ a line of it that
    runs while a mod loads`, `-> results`, and for a class `= an expression that makes an instance`.
    """
    last: Param | None = None
    paragraph: list[str] = []
    for line in [*lines, ""]:
        mark, text = line[:2], line[2:]
        if mark in ("> ", ">"):
            entry.example.append(text)
        elif mark in ("+ ", "+"):
            entry.load.append(text)
        elif mark == "= ":
            entry.specimen = text
        elif mark == "| ":
            entry.forms.append(read_signature(entry.dialect, text))
        elif mark == "! ":
            entry.errors.append(text)
        elif line.startswith("-> "):
            tokens = Tokens(line[3:])
            entry.results = _results(tokens)
            tokens.end()
        elif match := _NAMED.match(line):
            last = _named(entry, match[1])
            last.doc = match[2]
            continue
        elif line.startswith("  ") and last is not None:
            last.doc += " " + line.strip()
            continue
        elif line.strip():
            paragraph.append(line.strip())
            continue
        last = None
        if paragraph:
            entry.doc.append(" ".join(paragraph))
            paragraph = []


def _named(entry: Entry, name: str) -> Param:
    for param in entry.params:
        if param.name == name:
            return param
    if match := re.fullmatch(r"result(\d?)", name):
        at = int(match[1] or 1) - 1
        if at < len(entry.results):
            return entry.results[at]
    raise DeclarationError(f"{entry.line}: there is no argument {name}")


def named_types(entry: Entry) -> set[str]:
    """Return the classes and records that an entry names."""
    kinds = [param.type for param in (*entry.params, *entry.results, *entry.fields)]
    kinds += [param.type for form in entry.forms for param in (*form.params, *form.results)]
    names = {name for kind in (*kinds, entry.type if entry.kind == "value" else None) for name in names_in(kind)}
    return names | set(entry.parents)
