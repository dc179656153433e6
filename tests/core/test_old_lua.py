"""Mods of the old forms, written for Lua 5.1 and LuaJIT, on Lua 5.5."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from host import Host
from host.errors import BudgetError, HostError
from host.process.budgets import Budgets
from tests.helpers import MakeMod, catch_load_error, collect_output, write_mod


class _Mods:
    """A loaded mod `old` without mod.toml, and a mod `new`; `show` returns what one of them prints of an expression."""

    def __init__(self, folder: Path) -> None:
        show = "function show(text) print(load('return ' .. text)()) end"
        write_mod(folder / "old", {"main.lua": show})
        write_mod(folder / "new", {"mod.toml": 'id = "new"\nversion = "1"\n', "init.lua": show})
        self._lines: list[str] = []
        self._folder = folder
        self._host = Host([folder], output=self._lines.append)

    def show(self, mod: str, text: str) -> str:
        self._lines.clear()
        script = self._folder / "script.lua"
        quoted = '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
        script.write_text(f'require("{mod}").show({quoted})')
        try:
            self._host.run_script(script, seed=1)
        except HostError as error:
            return re.sub(r"^[^ ]+ ", "", str(error))
        return "\n".join(self._lines)


@pytest.fixture(scope="session")
def mods(tmp_path_factory: pytest.TempPathFactory) -> _Mods:
    return _Mods(tmp_path_factory.mktemp("mods"))


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        ("10 / 2, 2 ^ 3, 2.5, -0.0, 1 / 0, 7", "5 8 2.5 -0 inf 7", "5.0 8.0 2.5 -0.0 inf 7"),
        ("tostring(6 / 3), tostring(1e100), tostring(nil)", "2 1e+100 nil", "2.0 1e+100 nil"),
        ("table.concat({ 4 / 2, 'x', 1.5 }, ',')", "2,x,1.5", "2.0,x,1.5"),
        ("table.concat({ 1, 2, 3 }, ' ', 2.0)", "2 3", "2 3"),
        ("string.format('%d %i %x', 3.7, -3.7, 255.5)", "3 -3 ff", "no integer representation"),
        ("('%5.1f %s %d%%'):format(2, 6 / 2, 9.9)", "  2.0 3 9%", "no integer representation"),
        ("('%d'):format(1 / 0)", "no integer representation", "no integer representation"),
        ("('abc'):rep(2.9), string.rep('x', 1.5)", "abcabc x", "no integer representation"),
        ("('hello'):sub(1.5, 3.9), ('hello'):sub(-2.5)", "hel llo", "no integer representation"),
        ("math.random(2.5, 2.9)", "2", "no integer representation"),
        ("math.type(3.0), math.type(2.5), math.type(3), math.type('x')", "integer float integer nil",
         "float float integer nil"),
        ("table.insert({}, 5, 'far')", "", "position out of bounds"),
        ("(function(t) table.insert(t, 0, 'x') return t[0], t[1], t[2], t[3] end)({ 1, 2 })", "x nil 1 2",
         "position out of bounds"),
        ("(function(t) table.insert(t, 1.9, 'x') return t[1], t[2] end)({ 1, 2 })", "x 1", "no integer representation"),
        ("table.remove({ 1, 2 }, 9), table.remove({ 1, 2 }, 1.5)", "nil 1", "position out of bounds"),
        ("table.remove({ 1, 2 }), table.insert({}, 1)", "2", "2"),
        ("'a' .. 10 / 2 .. 2.5 .. 7 .. 2 ^ 53", "a52.579.007199254741e+15", "a5.02.579007199254740992.0"),
        ("load('return 1 .. 10 / 2', 'x', 't', {})()", "15", "15.0"),
        ("tostring(1 / 3), 0.1 + 0.2, 1e14, 10 ^ 14 // 1 | 0", "0.33333333333333 0.3 1e+14 1e+14",
         "0.33333333333333331 0.30000000000000004 100000000000000.0 100000000000000"),
        ("(5 % 0 ~= 5 % 0), math.fmod(5, 0), 5 % 3, -5 % 3.5", "true nan 2 2", "attempt to perform 'n%0'"),
        ("('abc'):byte(1.9), ('abc'):byte(2.0), string.char(65.9, 66.0)", "97 98 AB", "no integer representation"),
        ("select(2.9, 1, 2.5, 3), select('#', 1.5), select(-1.5, 1, 2)", "2.5 1 2", "no integer representation"),
        ("unpack({ 1, 2.5, 3 }, 1.9, 2.9)", "1 2.5", "no integer representation"),
        ("table.unpack({ 1, 2.5, 3 }, 2.5)", "2.5 3", "no integer representation"),
        ("('hello'):find('l', 3.9), string.find(15 / 3, 10 / 2, 1.0, true)", "3 1 1", "no integer representation"),
        ("('aaa'):gsub('a', 'b', 2.9)", "bba 2", "no integer representation"),
        ("('x%y'):gsub('%%', '50% %% %'), (('x'):gsub('x', '%0%0'))", "x50 % \0y xx", "invalid use of '%'"),
        ("(('x'):gsub('x', 10 / 2)), (('x'):gsub('x', { x = 10 / 2 })), (('x'):gsub('x', function() return 1.0 end))",
         "5 5 1", "5.0 5.0 1.0"),
        ("string.rep(10 / 2, 2), string.sub(25 / 2, 1, 2)", "55 12", "5.05.0 12"),
        ("select(2, pcall(string.char, 'x'))", "bad argument #1 to 'char'", "bad argument #1 to 'char'"),
        ("collectgarbage(), collectgarbage('count')", "0 0", "attempt to call a nil value"),
        ("jit.off(), jit.status(), jit.opt.start(2)", "nil false", "attempt to index a nil value"),
        ("require('bit').band(12, 10), require('jit') == jit", "8 true", 'require "bit"'),
        ("require('ffi').new('int[2]'), require('ffi').C.rand()", "nil", 'require "ffi"'),
        ("loadstring('for i = 1, 2 do i = i + 5 if i > 6 then return i end end')()", "7",
         "attempt to call a nil value"),
        ("(load('local f = function(...) return arg.n end return f(1, nil, 3)')())", "3",
         "attempt to index a nil value"),
        ("select(2, load('for i = 1, 2 do i = 1 end x = = 2'))", "old/loaded text:1: attempt to assign to const",
         "new/loaded text:1: attempt to assign to const"),
    ],
)  # fmt: skip
def test_functions_of_old_and_new_mods(mods: _Mods, text: str, old: str, new: str) -> None:
    for mod, expected in (("old", old), ("new", new)):
        shown = mods.show(mod, text).replace("\t", " ").rstrip()
        assert expected in shown if " " in expected and not expected[0].isdigit() else shown == expected, mod


def test_a_loop_variable_is_assigned_and_lines_stay(tmp_path: Path) -> None:
    main = """
    for i = 1, 4 do
      if i % 2 == 0 then
        i = i * 10
      end print(i)
    end
    for k, v in pairs { a = 1 } do k = k .. "x" -- a comment
      (print)(k, v) end
    local function count(...) return arg.n, arg[1]
    end
    print(count(nil, 2))
    error("here")
    """
    mod = write_mod(tmp_path / "old", {"main.lua": main})
    lines: list[str] = []
    with pytest.raises(HostError) as caught:
        Host([mod], output=lines.append)
    assert lines == ["1", "20", "3", "40", "ax\t1", "2\tnil"]
    assert str(caught.value).startswith("old/main.lua:11: here")


@pytest.mark.parametrize(
    ("files", "is_old"),
    [
        ({"main.lua": "%s"}, True),
        ({"init.lua": "mod.RegisterMod { name = 'old' }\n%s"}, True),
        ({"mod.lua": "return { id = 'old', version = '1', dependencies = {} }", "init.lua": "%s"}, True),
        ({"main.lua": "require 'other'", "other.lua": "%s"}, True),
        ({"mod.toml": "id = 'old'\nversion = '1'", "init.lua": "%s"}, False),
        ({"mod.toml": "id = 'old'\nversion = '1'\nentry = 'main.lua'", "main.lua": "%s"}, False),
    ],
    ids=["main", "init", "mod", "required", "mod.toml", "entry"],
)
def test_only_folders_of_the_old_forms_have_old_lua(files: dict[str, str], is_old: bool, tmp_path: Path) -> None:
    text = "for i = 1, 1 do i = 5 print(i, 4 / 2) end"
    files = {name: content.replace("%s", text) for name, content in files.items()}
    mod = write_mod(tmp_path / "old", files)
    if is_old:
        assert [line.split() for line in collect_output(mod)] == [["5", "2"]]
    else:
        assert "attempt to assign to const variable 'i'" in str(catch_load_error(mod))


def test_a_file_that_is_no_lua_5_1_either_names_the_error_of_lua(tmp_path: Path) -> None:
    mod = write_mod(tmp_path / "old", {"main.lua": "for i = 1, 2 do\n  i = 3\nend\nx = = 1"})
    assert str(catch_load_error(mod)) == "old/main.lua:2: attempt to assign to const variable 'i'"


def test_a_rewrite_that_lua_refuses_leaves_its_error(tmp_path: Path) -> None:
    # A function has at most 200 local variables, and the loop needs one more.
    variables = ", ".join(f"v{i}" for i in range(197))
    mod = write_mod(tmp_path / "old", {"main.lua": f"local {variables}\nfor i = 1, 2 do\n  i = 3\nend"})
    assert str(catch_load_error(mod)) == "old/main.lua:3: attempt to assign to const variable 'i'"


def test_rewriting_uses_up_instructions(tmp_path: Path) -> None:
    mod = write_mod(tmp_path / "old", {"main.lua": f"for i = 1, 2 do i = 3 end --{'x' * 100_000}"})
    with pytest.raises(BudgetError):
        Host([mod], budgets=Budgets(instructions=10_000_000))
    Host([mod], budgets=Budgets(instructions=100_000_000))


def test_methods_of_texts_stay_those_of_lua_for_other_mods(make_mod: MakeMod, tmp_path: Path) -> None:
    write_mod(tmp_path / "old", {"main.lua": "function half(s) local text = s:rep(2.5) return text end"})
    init = """
    print(require("old").half("x"))
    print(pcall(function() return ("x"):rep(2.5) end))
    print(("%s"):format(4 / 2))
    print(pcall(function() return ("x"):gsub("x", "50% off") end))
    """
    make_mod("new", init, toml='[dependencies]\nold = "*"')
    first, second, third, fourth = collect_output(tmp_path)
    assert (first, third) == ("xx", "2.0")
    assert second.startswith("false")
    assert "no integer representation" in second
    assert "invalid use of '%'" in fourth


def test_an_insertion_far_below_a_list_uses_up_instructions(tmp_path: Path) -> None:
    mod = write_mod(tmp_path / "old", {"main.lua": "table.insert({}, math.mininteger, 1)"})
    with pytest.raises(BudgetError):
        Host([mod], budgets=Budgets(instructions=1_000_000))
