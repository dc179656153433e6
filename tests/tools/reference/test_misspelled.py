"""Names of the host that are misspelled, that a mod has to require, or that only another version of Lua has."""

from __future__ import annotations

import importlib
import json
from functools import cache, partial

import pytest

from host.dialects.functions import DIALECTS, LIBRARIES
from host.mods.declared_names import declared_names
from host.syntax.declarations.texts import Entry
from host.syntax.declarations.types import Named
from host.syntax.lua_names import LEFT_OUT
from tests.helpers import MakeMod, check_cases, run_command
from tests.tools.reference.test_colons import EITHER, message_of
from tests.tools.reference.test_reference import (
    BOOKS,
    COMPLETE,
    _folder_of_mods,  # noqa: F401 - a fixture
    called_on,
    expression,
)

VERSIONS = ("lua51", "lua52", "lua53", "lua54", "lua55", "luajit20", "luajit21")


@cache
def names_of_lua() -> list[str]:
    """The names of the standard libraries of all versions of Lua."""
    names: set[str] = set()
    for version in VERSIONS:
        names |= {
            *importlib.import_module(f"lupa.{version}")
            .LuaRuntime()
            .eval(
                """(function()
                  local names = {}
                  for name, value in pairs(_G) do
                    names[#names + 1] = name
                    if type(value) == "table" and name ~= "_G" then
                      for key in pairs(value) do names[#names + 1] = name .. "." .. tostring(key) end
                    end
                  end
                  return table.concat(names, " ")
                end)()"""
            )
            .split()
        }
    # What lupa adds.
    return sorted(name for name in names if name.partition(".")[0] != "python")


@pytest.mark.slow
def test_a_name_of_any_version_of_lua_is_there_or_has_a_replacement() -> None:
    def check(name: str) -> None:
        owner = name.rpartition(".")[0]
        if message_of("kts", f"if {name} == nil then error('there is none') end") is None:
            return
        said = message_of("kts", f"{name}()")
        assert said is not None
        assert said.endswith((f"; {LEFT_OUT.get(name) or LEFT_OUT[owner]}", f"; {LEFT_OUT.get(owner)}"))

    check_cases([(name, name) for name in names_of_lua()], check)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("math.mod(3, 2)", "attempt to call a nil value (field 'mod'); use math.fmod, or the operator %"),
        ("string.gfind('', '')", "attempt to call a nil value (field 'gfind'); use string.gmatch"),
        ("math.flor(3)", "attempt to call a nil value (field 'flor'); did you mean \"floor\"?"),
        ("local lib = string lib.gsbu('', '')", "attempt to call a nil value (field 'gsbu'); did you mean \"gsub\"?"),
        ("('x'):uppr()", "attempt to call a nil value (method 'uppr'); did you mean \"upper\"?"),
        ("os.time()", "(global 'os'); mods have no os; " + LEFT_OUT["os.time"]),
        ("toolbox = nil toolbox.caves()", "(global 'toolbox'); local toolbox = require \"host.toolbox\" gives it"),
        ("local deep = { er = {} } deep.er.digg()", "attempt to call a nil value (field 'digg')"),
        ("caverns = { digging = print } caverns.diging()", "(field 'diging'); did you mean \"digging\"?"),
    ],
)
def test_the_message_about_a_name_of_a_library(text: str, said: str) -> None:
    message = message_of("kts", text)
    assert message is not None
    assert message.endswith(said)


def check_misspelled(dialect: str, entry: Entry) -> None:
    book, wrong = BOOKS[dialect], entry.key[:1] + entry.key[2:]
    owner = called_on(book, entry) if entry.kind == "method" else expression(book, entry.owner)
    if entry.kind == "function" and message_of(dialect, f"return ({owner}).x"):
        # The function itself is a module, or belongs to one that is not there for mods.
        return
    said = message_of(dialect, f"local owner = {owner} owner{':' if entry.kind == 'method' else '.'}{wrong}()")
    assert said is not None
    # A name may be as near to another one.
    assert 'did you mean "' in said, said


@pytest.mark.parametrize("dialect", COMPLETE)
def test_a_misspelled_function_has_the_nearest_name(dialect: str) -> None:
    book = BOOKS[dialect]
    # Of a name of few letters nobody can say what was meant.
    entries = [
        entry for entry in book.entries if entry.called and entry.owner not in ("", EITHER) and len(entry.key) > 4
    ]
    found = [entry for entry in entries if entry.kind == "function" or called_on(book, entry)]
    if found:
        check_cases([(entry.name, entry) for entry in found], partial(check_misspelled, dialect))


def required_names() -> list[tuple[str, str, str]]:
    """Names that are no variables, with their dialects and the modules that have them."""
    return [(dialect, *pair) for dialect in (*DIALECTS, *LIBRARIES) for pair in declared_names(dialect).paths.items()]


def check_required(case: tuple[str, str, str]) -> None:
    dialect, name, path = case
    said = message_of(dialect if dialect in DIALECTS else "kts", f"{name} = nil local x = {name}.anything")
    assert said is not None
    assert said.endswith(f"(global '{name}'); local {name} = require \"{path}\" gives it")


def test_a_module_that_is_used_without_its_require_is_named() -> None:
    modules = {
        entry.type.name
        for book in BOOKS.values()
        for entry in book.of_kind("module")
        if "local" in entry.marks and isinstance(entry.type, Named) and "." not in entry.type.name
    }
    cases = required_names()
    assert {name for _, name, _ in cases} == modules | {*LIBRARIES}
    check_cases([(".".join(case), case) for case in cases], check_required)


@pytest.mark.parametrize("dialect", ["areas", "actions"])
def test_compat_names_the_module_of_a_name_without_its_require(make_mod: MakeMod, dialect: str) -> None:
    # Test files have variables of their own.
    tests = {entry.name for entry in BOOKS["testing"].entries}
    cases = [case for case in required_names() if case[1] not in tests]
    names = [case for case in cases if case[0] == dialect or case[0] in LIBRARIES]
    mod = make_mod("tower", "\n".join(f"print({name}.any)" for _, name, _ in names), toml=f'dialects = ["{dialect}"]')
    listed = json.loads(run_command("check", mod, "--compat", "--json").stdout)
    hints = {each["line"]: (each["message"], each["hint"]) for each in listed}
    for line, (_, name, path) in enumerate(names, 1):
        assert hints[line] == (f"the host has no function {name}", f'local {name} = require "{path}" gives it')
