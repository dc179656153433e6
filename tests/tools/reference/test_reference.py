"""Every name is declared, every declaration is true, and stubs and pages follow the declarations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

import lupa.lua55 as lua55
import pytest

from host import HostError
from host.dialects import lua_functions
from host.dialects.functions import DIALECTS
from host.engine.engine import Engine
from host.model.request import Request
from host.syntax.declarations.texts import Book, Entry
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
from host.tools.reference.books import LIBRARIES, all_books, find_type
from host.tools.reference.pages import page_files
from host.tools.reference.stubs import stub_files
from tests.helpers import MakeMod, check_cases, run_command, write_mod

# Those whose every name is declared.
COMPLETE = ("pools", "kts", "areas", "actions", "rooms", "toolbox", "generators", "survey", "host")

# What examples read.
FILES = {
    "maps/town.map": "# = base.wall\n. = base.floor\n@ = base.floor, start\n\n######\n#@...#\n######\n",
    "rooms.txt": "".join(
        f"segment\nname: {name}\nwidth: 2\nheight: 1\ndata:\n1 {last}\nrooms:\n1\n0 0 4 3\nend\n"
        for name, last in (("hall", 1), ("niche", 2))
    )
    + "eof\n",
}

BOOKS = all_books()

# Dialect -> the mods of which its examples make use.
BESIDE = {"kts": ["base"], "toolbox": ["base"], "actions": ["critters"], "pools": ["critters"]}


def make_host(dialect: str, init: str = "", *, alone: bool = False) -> tuple[Engine, list[str]]:
    """A host with a mod that speaks a dialect alone, beside those that its examples begin with, and what is printed."""
    printed: list[str] = []
    if alone:
        return Engine([_folder(dialect, init, [])], output=printed.append), printed
    entry = BOOKS[dialect].prelude
    text = "\n".join((*(entry.load if entry else ()), init))
    beside = BESIDE.get(dialect, [])
    return Engine([*beside, _folder(dialect, text, beside)], output=printed.append), printed


@cache
def host_for(dialect: str) -> tuple[Engine, list[str]]:
    return make_host(dialect)


_folders: list[Path] = []


@pytest.fixture(scope="module", autouse=True)
def _folder_of_mods(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    _folders.append(tmp_path_factory.mktemp("mods"))
    yield
    _folders.clear()
    host_for.cache_clear()


def _folder(dialect: str, init: str, beside: list[str]) -> Path:
    """A mod that finds the names of a dialect, or of a library under its name."""
    folder = _folders[0] / str(len(list(_folders[0].iterdir()))) / "sample"
    spoken = "rooms" if dialect in LIBRARIES else dialect
    depends = "[dependencies]\n" + "".join(f'{one} = "*"\n' for one in beside)
    required = LIBRARIES.get(dialect, "")
    head = f'{dialect} = require "{required}"\n' if required else ""
    manifest = f'id = "sample"\nversion = "1.0"\ndialects = ["{spoken}"]\n{depends}'
    return write_mod(folder, {"mod.toml": manifest, "init.lua": head + init, **FILES})


def run(dialect: str, *texts: str) -> list[str]:
    """What texts print that run, one after the other, at the start of a new game in the mod of a dialect."""
    host, printed = host_for(dialect)
    printed.clear()
    run_in(host, *texts)
    return list(printed)


def run_in(engine: Engine, *texts: str) -> None:
    engine.begin(Request(None, seed=1))
    for text in texts:
        engine.lua.call(lua_functions.run_text, len(engine.mods), text.encode(), "sample/example.lua")


def prelude(dialect: str) -> str:
    entry = BOOKS[dialect].prelude
    return "\n".join(entry.example) if entry else ""


# -- the files


def test_every_stub_is_lua() -> None:
    compiles = lua55.LuaRuntime().eval("function(text) local ok, message = load(text) return message end")
    for name, text in stub_files(BOOKS).items():
        assert compiles(text) is None, name


def test_whatever_is_called_has_an_example_and_a_summary() -> None:
    poor = [
        entry.name
        for dialect in COMPLETE
        for entry in BOOKS[dialect].entries
        if (entry.called and not entry.example and not entry.load) or (entry.kind != "examples" and not said(entry))
    ]
    assert poor == []


def said(entry: Entry) -> bool:
    return bool(entry.doc) or entry.kind == "module"


# -- examples


@pytest.mark.parametrize("dialect", COMPLETE)
def test_every_example_does_what_it_says(dialect: str) -> None:
    entries = [entry for entry in BOOKS[dialect].entries if entry.kind != "examples" and (entry.example or entry.load)]
    check_cases([(entry.name, entry) for entry in entries], partial(check_example, dialect))


def check_example(dialect: str, entry: Entry) -> None:
    expected = [line.partition("--> ")[2] for line in (*entry.load, *entry.example) if "--> " in line]
    if entry.load:
        host, printed = make_host(dialect, "\n".join(entry.load), alone=dialect == "kts" and not entry.example)
        if entry.example:
            run_in(host, prelude(dialect), "\n".join(entry.example))
    else:
        printed = run(dialect, prelude(dialect), "\n".join(entry.example))
    lines = [" ".join(line.split()) for line in printed]
    left = iter(lines)
    assert all(line in left for line in expected), f"it prints {lines}"


# -- names


@cache
def standard_names() -> frozenset[str]:
    """The names that any Lua 5.5 has."""
    names = lua55.LuaRuntime().eval(
        """(function()
          local names = {}
          for name, value in pairs(_G) do
            names[#names + 1] = name
            if type(value) == "table" and name ~= "_G" and name ~= "package" then
              for key in pairs(value) do
                names[#names + 1] = name .. "." .. key
              end
            end
          end
          return table.concat(names, " ")
        end)()"""
    )
    return frozenset(names.split())


# Walks over what a mod finds, but not into some tables.
WALK = """
local stop = %s
local seen = { [_G] = true }
local function walk(prefix, t)
  if type(t) ~= "table" then return end
  for key, value in pairs(t) do
    if type(key) == "string" then
      local name = prefix .. key
      print(type(value) .. " " .. name)
      if type(value) == "table" and not seen[value] and not stop[name] then
        seen[value] = true
        walk(name .. ".", value)
      end
    end
  end
end
walk("", _G)
"""

# The fields of an instance.
FIELDS = """
local function walk(prefix, t)
  if type(t) == "table" then
    for key, value in pairs(t) do
      if type(key) == "string" then print(type(value) .. " " .. prefix .. key) end
    end
  end
end
"""


def test_every_name_that_a_mod_finds_is_declared_and_every_declared_name_is_found() -> None:
    wrong = []
    for dialect in COMPLETE:
        book = BOOKS[dialect]
        # A library is asked for by a mod that speaks the rooms dialect.
        around = [BOOKS[one] for one in (dialect, "host", *(("rooms",) if dialect in LIBRARIES else ()))]
        declared = {entry.name.replace(":", ".") for one in around for entry in one.entries}
        # A value that is declared is not looked into.
        values = {one.name for each in around for one in each.of_kind("value") if not _has_fields(around, one.name)}
        # What examples and other mods set is no name of the host's.
        modules = "".join(
            f'walk("{one.type.name}.", require "{one.name}")\n'
            for one in book.of_kind("module")
            if isinstance(one.type, Named) and one.type.name not in values
        )
        host, lines = make_host(dialect, alone=True)
        run_in(host, WALK % _set(values) + modules)
        owned = standard_names() | declared
        fields = "".join(
            f'walk("{one.name}.", {one.specimen}, true)\n'
            for one in book.of_kind("class")
            if one.specimen and not _is_open(book, one)
        )
        below = {f"{above}.{one.key}" for one in book.of_kind("value") for above in _ancestors(book, one.owner)}
        lines += [one for one in run(dialect, prelude(dialect), FIELDS + fields) if one.split(" ", 1)[1] not in below]
        for line in lines:
            kind, name = line.split(" ", 1)
            if name in owned or any(_is_told_elsewhere(one, name, declared) for one in around):
                continue
            if kind == "table" and _has_fields(around, name):
                continue
            wrong.append(f"{dialect}: {name} is found, and not declared")
        wrong += [f"{dialect}: {name} is declared, and not found" for name in _missing(book)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("dialect", [one for one in COMPLETE if BOOKS[one].of_kind("module") and one in DIALECTS])
def test_every_module_that_require_knows_is_declared(dialect: str) -> None:
    engine, _ = host_for(dialect)
    _, names = engine.lua._enter(f"{dialect}/init".encode(), b"module_names")
    # `logic.` is another way to spell `@`.
    known = {re.sub(rb"^logic\.", b"@", name).decode() for name in names.values()}
    assert known == {one.name for one in BOOKS[dialect].of_kind("module")}


def _has_fields(books: list[Book], name: str) -> bool:
    return any(entry.name.startswith(f"{name}.") for book in books for entry in book.entries)


def _set(names: set[str]) -> str:
    return "{" + ", ".join(f"[{name!r}] = true" for name in sorted(names)) + "}"


def _is_told_elsewhere(book: Book, name: str, declared: set[str]) -> bool:
    """Whether it is of a class, and what its constructor is, a metamethod, or told of its ancestors."""
    owner, _, key = name.rpartition(".")
    if key in ("init", "__construct", "__name", "_G") or key.startswith("__"):
        return True
    return any(f"{above}.{key}" in declared for above in _ancestors(book, owner))


def _is_open(book: Book, entry: Entry) -> bool:
    """Whether mods give instances, which may be of what inherits from it, fields of their own: `Class[string]: any`."""
    opened = {one.name.removesuffix("[string]") for one in book.entries if one.name.endswith("[string]")}
    family = [one.name for one in book.of_kind("class") if entry.name in (one.name, *_ancestors(book, one.name))]
    return any(name in opened for one in family for name in (one, *_ancestors(book, one)))


def _ancestors(book: Book, name: str) -> Iterator[str]:
    """What a class inherits from: an instance of one of those may be one of it."""
    entry = book.types.get(name)
    for parent in entry.parents if entry is not None else ():
        yield parent
        yield from _ancestors(book, parent)


def _missing(book: Book) -> list[str]:
    lines = []
    for entry in book.entries:
        thing = None
        if entry.kind == "method":
            # Of a class that everybody finds, or of one that comes from somewhere.
            specimen = called_on(book, entry)
            thing = f"({specimen}).{entry.key}" if specimen else None
        elif (
            (entry.kind == "function" and entry.owner in book.types)
            or entry.kind == "function"
            or (entry.kind == "value" and entry.owner not in book.types and not isinstance(entry.type, Optional))
        ):
            thing = f"{entry.owner}[{entry.key!r}]" if entry.owner else entry.name
            if entry.name.partition(".")[0] in book.local_roots():
                thing = expression(book, entry.name)
        elif entry.kind == "module" and isinstance(entry.type, Named):
            same = "" if "local" in entry.marks else f" == {entry.type.name} or nil"
            thing = f'require "{entry.name}"{same}'
        if thing:
            lines.append(f"try({entry.name!r}, function() return {thing} end)")
    text = """
    local function try(name, find)
      local ok, value = pcall(find)
      if not ok or value == nil then print(name .. (ok and "" or ": " .. tostring(value))) end
    end
    """
    return run(book.dialect, prelude(book.dialect), text + "\n".join(lines))


# -- what Lua tests find

TESTING = BOOKS["testing"]


def run_tests(make_mod: MakeMod, bodies: dict[str, str]) -> str:
    """What `dungeon-host test` says of a mod with test files; nothing when all is well."""
    files = {f"tests/t{i}_test.lua": text for i, text in enumerate(bodies.values())}
    folder = make_mod("sample", toml='dialects = ["kts"]\n[dependencies]\nbase = "*"', files=files)
    result = run_command("test", folder)
    told = result.output
    for i, name in enumerate(bodies):
        told = told.replace(f"tests/t{i}_test.lua", f"({name})")
    return "" if result.exit_code == 0 else told


@pytest.mark.slow
def test_every_example_of_a_test_passes(make_mod: MakeMod) -> None:
    bodies, tests = {}, []
    for entry in TESTING.entries:
        text = "\n".join(entry.example)
        if text and entry.kind != "examples":
            if re.search(r"^(describe|context|insulate|expose|it|spec|pending|function test|disable)", text):
                bodies[entry.name] = text
            else:
                tests.append(f"it({entry.name!r}, function()\n{text}\nend)")
    bodies["tests"] = "\n".join(tests)
    assert len(tests) > 50
    bodies["pending"] += '\nit("is there", function() end)'
    told = run_tests(make_mod, bodies)
    assert not told, told


def test_every_name_that_tests_find_is_declared(make_mod: MakeMod) -> None:
    declared = {entry.name.replace(":", ".") for entry in TESTING.entries}
    names = " ".join(sorted(declared | {name.replace("assert.is_", "assert.") for name in declared}))
    text = f"""
    local declared = {{}}
    for name in ({names!r}):gmatch "%S+" do declared[name] = true end
    local function check(prefix, t)
      for name, value in pairs(t) do
        local told = declared[prefix .. name]
        for one in pairs(declared) do
          told = told or one:sub(1, #(prefix .. name) + 1) == prefix .. name .. "."
        end
        if not told then error(prefix .. name .. " is found, and not declared") end
      end
    end
    it("is declared", function()
      local names = require "host.testing"
      local all = {{}}
      for name, value in pairs(names) do if name ~= "require" then all[name] = value end end
      check("", all)
      check("Unit.", _)
      check("game.", game)
      check("Assert.", require "api.test.Assert")
      local _, message = pcall(function() assert.is_not() end)
      local checks = {{}}
      for name in message:match("add one of (.*)$"):gmatch "[%w_]+" do checks[name] = true end
      check("assert.", checks)
    end)
    """
    told = run_tests(make_mod, {"names": text})
    assert not told, told


def test_what_tests_call_refuses_arguments_of_another_type(make_mod: MakeMod) -> None:
    in_files, in_tests = [], []
    for one in tries("testing"):
        declares = not one.entry.owner and one.entry.name not in ("forall", "generate", "finally")
        line = f"refused({one.call!r}, {one.entry.key!r}, {one.param!r}, function() {one.call} end)"
        (in_files if declares or one.entry.owner == "Unit" else in_tests).append(line)
    text = """
    local Assert = require "api.test.Assert"
    local function refused(call, key, param, fn)
      local ok, message = pcall(fn)
      if ok or not message:find(key, 1, true) or not message:find(param, 1, true) then
        error(call .. ": " .. tostring(message))
      end
    end
    """
    assert len(in_files) > 20
    assert len(in_tests) > 30
    text = "\n".join((text, *in_files, 'it("refuses", function()', *in_tests, "end)"))
    told = run_tests(make_mod, {"calls": text})
    assert not told, told


def expression(book: Book, name: str) -> str:
    """How Lua comes by a name: by itself, or through the module that gives it or what it is in."""
    if name.partition(".")[0] not in book.local_roots():
        return name
    modules = {one.type.name: one.name for one in book.of_kind("module") if isinstance(one.type, Named)}
    parts = name.split(".")
    for i in range(len(parts), 0, -1):
        if (found := modules.get(".".join(parts[:i]))) is not None:
            return f'require("{found}")' + "".join(f".{part}" for part in parts[i:])
    return name


# -- wrong arguments


class Try(NamedTuple):
    dialect: str
    entry: Entry
    param: str
    call: str


def called_on(book: Book, entry: Entry) -> str:
    """What a method is called on: an instance, or the class itself."""
    return expression(book, entry.owner) if "on_class" in entry.marks else specimen_of(book, entry.owner)


def specimen_of(book: Book, name: str) -> str:
    """An expression that gives an instance of a class, or the class itself where nobody says how to come by one."""
    found = find_type(name, book, BOOKS)
    if found is None:
        return "nil"
    entry = BOOKS[found[0]].types[found[1]]
    if entry.specimen:
        return entry.specimen
    constructor = BOOKS[found[0]].constructor(found[1])
    if constructor is not None:
        called = expression(BOOKS[found[0]], constructor.name)
        return f"{called}({', '.join(sample(book, one.type) for one in constructor.params)})"
    return found[1] if entry.kind == "class" else "nil"


def sample(book: Book, kind: Kind) -> str:
    """An expression of such a type, as plain as can be."""
    match kind:
        case Optional():
            return "nil"
        case Bounded(_, bounds):
            return bounds.partition("..")[0]
        case Word(text):
            return f'"{text}"'
        case Listed() | Mapped():
            return "{}"
        case ClassOf():
            return 'class("Sample", Entity)'
        case CallbackKind():
            return "print"
        case Union(parts):
            return sample(book, parts[0])
        case Named(name):
            plain = {
                "integer": "1",
                "number": "1",
                "string": '"a"',
                "table": "{}",
                "boolean": "true",
                "function": "print",
            }
            if name in plain or name in ("any", "nil", "truth", "thread"):
                return plain.get(name, "nil")
            found = find_type(name, book, BOOKS)
            entry = BOOKS[found[0]].types[found[1]] if found else None
            if entry is not None and entry.kind == "record":
                fields = [
                    f"{one.name} = {sample(book, one.type)}" for one in entry.fields if sample(book, one.type) != "nil"
                ]
                return "{ " + ", ".join(fields) + " }"
            return specimen_of(book, name)


# What is passed for a parameter while another is wrong, where its type does not say enough.
SAMPLES = {
    ("kts.AddItem", "weights"): '{ "floor", 1 }',
    ("forall", "fn"): "print",
    ("assert.reachable", "map"): 'generate("maze", { width = 11, height = 11 })',
    ("assert.reachable", "from"): "{ 1, 1 }",
    ("assert.matches_map", "map"): 'generate("maze", { width = 11, height = 11 })',
    ("assert.match_map", "map"): 'generate("maze", { width = 11, height = 11 })',
}

# Expressions of Lua -> what atoms take them. What is a table may be an instance or a record.
VALUES = {
    "true": ("boolean",),
    "{}": ("table",),
    "0.5": ("number",),
    '"zz"': ("string",),
    "print": ("function",),
}


def wrong_value(kind: Kind) -> str | None:
    """An expression that is not of such a type; None when there is none."""
    return next((value for value, atoms in VALUES.items() if not takes(kind, atoms)), None)


def takes(kind: Kind, atoms: tuple[str, ...]) -> bool:
    match kind:
        case Optional(of):
            return takes(of, atoms)
        case Union(parts):
            return any(takes(part, atoms) for part in parts)
        case Listed() | Mapped():
            return "table" in atoms
        case CallbackKind():
            return "function" in atoms
        case Bounded(name):
            return name in atoms
        case Word() | ClassOf():
            return False
        case Named(name):
            if name in ("any", "truth") or name in atoms:
                return True
            return "table" in atoms and name not in (
                "nil",
                "boolean",
                "integer",
                "number",
                "string",
                "function",
                "thread",
            )


def tries(dialect: str) -> Iterator[Try]:
    book = BOOKS[dialect]
    for entry in book.entries:
        if not entry.called:
            continue
        of = f"({called_on(book, entry)}):{entry.key}" if entry.kind == "method" else expression(book, entry.name)
        for i, param in enumerate(entry.params):
            wrong = wrong_value(param.type)
            if wrong is None:
                continue
            given = [SAMPLES.get((entry.name, one.name)) or sample(book, one.type) for one in entry.params]
            given[i] = wrong
            if i < len(given) - 1 and entry.params[-1].name == "...":
                given.pop()
            yield Try(dialect, entry, param.name if param.name != "..." else "argument", f"{of}({', '.join(given)})")


@cache
def answers(dialect: str) -> dict[str, str]:
    """Call -> what it is refused with; nothing when it is not."""
    calls = list(tries(dialect))
    text = """
    local function try(call, fn)
      local ok, message = pcall(fn)
      print(call .. "\\t" .. (ok and "" or tostring(message)))
    end
    """
    for one in calls:
        if "load" not in one.entry.marks:
            text += f"try({one.call!r}, function() {one.call} end)\n"
    lines = run(dialect, prelude(dialect), text)
    loading = [one.call for one in calls if "load" in one.entry.marks]
    if loading:
        head = text[: text.index("    end\n    ") + 8]
        init = head + "".join(f"try({call!r}, function() {call} end)\n" for call in loading)
        lines += make_host(dialect, init)[1]
    return dict(line.split("\t", 1) for line in lines if "\t" in line)


@pytest.mark.parametrize("dialect", COMPLETE)
def test_an_argument_of_another_type_is_refused_by_name(dialect: str) -> None:
    check_cases([(f"{one.entry.name} {one.param}", one) for one in tries(dialect)], check_refusal)


def check_refusal(one: Try) -> None:
    message = answers(one.dialect)[one.call]
    assert one.entry.key in message
    single = len(one.entry.params) == 1 and "its argument" in message
    number = next((i for i, param in enumerate(one.entry.params, 1) if one.param == param.name), len(one.entry.params))
    assert single or one.param in message or f"argument {number}" in message or f"#{number}" in message


def test_a_host_error_is_what_a_mod_gets() -> None:
    with pytest.raises(HostError, match=r"^sample/example.lua:1: Room:intersects: other is 1: must be a Room$"):
        run("rooms", "Room(1, 1, 1, 1):intersects(1)")


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    return page_files(BOOKS)


def test_every_link_of_the_pages_has_one_target(pages: dict[str, str]) -> None:
    targets = re.findall(r"^\(([^)]+)\)=$", "\n".join(pages.values()), re.MULTILINE)
    assert len(targets) == len({target.lower() for target in targets})
    for name, text in pages.items():
        assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= set(targets), name


def test_every_name_is_on_one_page(pages: dict[str, str]) -> None:
    headings = re.findall(r"^###?#? (\S+)$", "\n".join(pages.values()), re.MULTILINE)
    assert len([heading for heading in headings if heading == "kts.AddStuff"]) == 1
    assert {"InstancedMap:new", "Pools.drawFromPool", "Entity"} <= set(headings)
    assert len(pages) <= 70
