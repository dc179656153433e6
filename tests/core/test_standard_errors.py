"""Functions of Lua that refuse their arguments before they work: here they raise, too, and charge nothing."""

from __future__ import annotations

import re

import lupa.lua55 as lua55
import pytest

from host import Budgets, Host
from host.errors import BudgetError
from tests.helpers import RunLua, check_cases, write_mod

EXTREMES = [
    "math.maxinteger",
    "math.mininteger",
    "2^53",
    "0/0",
    "1/0",
    "-1/0",
    "-0.0",
    "2^31",
    "2^62",
    "1.5",
    "'x'",
    "{}",
]
# Calls that Lua ends at once, whatever the extreme argument X is, or that a count hook ends in a metamethod.
CALLS = [
    "table.unpack({}, X)", "table.unpack({}, 1, X)", "table.unpack({}, X, X)", "table.unpack({}, -(X), X)",
    "table.unpack(setmetatable({}, { __len = function() return X end }))", "unpack({}, 0, X)",
    "table.concat({}, '', 1, X)", "table.concat({ 'a', 'b' }, '', 1, X)", "table.concat({}, {}, 1, X)",
    "table.concat(setmetatable({}, { __len = function() return X end }))",
    "table.insert({}, X, 1)", "table.insert({ 1, 2, 3 }, X, 1)", "table.remove({}, X)", "table.remove({ 1, 2, 3 }, X)",
    "table.insert(setmetatable({}, { __len = function() return X end }), -5, 1)",
    "table.remove(setmetatable({}, { __len = function() return X end }), -5)",
    "table.insert(setmetatable({}, { __len = function() return X end }), 1)",
    "table.move({}, 1, X, 'x')", "table.move({}, 1, math.maxinteger, 2)", "table.move({}, -5, X, 'x')",
    "table.sort(setmetatable({}, { __len = function() return X end }))",
    "table.create(X, -1)", "table.create(-1, X)", "table.create(X, 'x')", "table.create(0, math.maxinteger - 1)",
    "string.byte(('x'):rep(2000000), 1, -1)", "string.byte('x', X)", "string.byte('x', 1, X)", "string.byte('x', X, X)",
    "string.sub('x', X)", "string.sub('x', X, X)", "string.sub('x', 1, X)", "string.rep('', X)",
    "string.rep('x', math.maxinteger, 'yy')", "string.rep('xx', 2^62)", "string.char(X)", "utf8.char(X)",
    "string.format('%999999d', 1)", "string.format('%.999d', 1)", "string.format('%d', X)", "string.format('%y', X)",
    "string.pack('i17', X)", "string.pack('!3 i', 1)", "string.pack('c', X)", "string.unpack('i4', 'x', X)",
    "string.packsize('s')", "utf8.codepoint(('x'):rep(2000000), 1, -1)", "utf8.codepoint('x', X)", "utf8.len('x', X)",
    "utf8.offset('x', X)", "utf8.offset('x', 1, X)", "select(X)", "select(-1)", "tonumber('z', X)", "tonumber('7', X)",
    "string.find('x', 'x', X)", "string.find('x', ('y'):rep(9000000), 1, true)", "string.match('x', 'x', X)",
    "string.gsub('x', 'x', 'y', X)", "string.gmatch('x', 'x', X)()", "next({}, X)", "rawget({}, X)", "rawset({}, X, 1)",
    "math.ult(X, 1)", "math.tointeger(X)", "math.fmod(1, 0)", "coroutine.create(X)", "coroutine.resume(X)",
    "coroutine.resume(nil)", "coroutine.wrap(X)", "coroutine.status(X)", "coroutine.close(X)",
    "coroutine.isyieldable(X)", "ipairs(X)",
]  # fmt: skip

# Arguments of `load`: texts, functions that return pieces of one, and what is neither; name, mode and environment. What
# is loaded is called.
CHUNKS = [
    "'return 1'", "'x ='", "''", "'return ...'", "'return x'", "'return _ENV == _G'", "nil", "{}", "7.5", "true",
    "next",
    "function() return nil end", "function() return '' end", "function() return {} end", "function() error('e', 0) end",
    "function() error({}) end", "PIECES { 'return', ' 5' }", "PIECES { 'ret', 'urn x', '', '+' }", "PIECES { 'x =' }",
    "PIECES { 'return ', 5 }", "setmetatable({}, { __call = function() end })",
    "coroutine.wrap(function() coroutine.yield('return 1') end)", "'#!x\\nreturn 1'", "'\\xEF\\xBB\\xBFreturn 1'",
    "'return\\n\\n+'", "'goto x'", "'break'", "('('):rep(300)", "'local x <const> = 1 x = 2'", "'return 0x'", "'--[['",
]  # fmt: skip
OPTIONS = [
    "", "nil", "'n'", "'@n'", "7", "{}", "true", "'n', 't'", "'n', 'b'", "'n', 'bt'", "'n', ''", "'n', 7", "'n', {}",
    "'n', nil", "'n', true", "'n', 't', nil", "'n', 't', { x = 5 }", "'n', 't', 7", "nil, nil, { x = 6 }",
    "'n', 't', setmetatable({}, { __index = function() return 8 end })",
]  # fmt: skip
LOADS = ["load()", "load(function() return '\\27Lua' end, 'n', 't')", "load('\\27Lua', 'n', 't')"]
LOADS += [f"load({chunk}{', ' if options else ''}{options})" for chunk in CHUNKS for options in OPTIONS]
PIECES = "function PIECES(list) local i = 0 return function() i = i + 1 return list[i] end end "
CALL_LOADED = "(function(...) if ... then return pcall(...) end return ... end)"

# Functions that mods have, too. Not `pairs`: Lua raises in the loop, and here the call names what it expects.
FUNCTIONS = "assert getmetatable ipairs next pcall rawequal rawget rawlen rawset select setmetatable tonumber type"
# Calls that are other here: streams of random numbers, and nil where Lua sees that an argument is missing.
UNLIKE = ["math.random()", "math.random(nil, nil, nil)", "math.randomseed()", "rawget({})", "rawset({})"]
NAMES = f"""
local names = {{}}
for name in ("{FUNCTIONS}"):gmatch "%a+" do names[#names + 1] = name end
for library in ("string table math utf8 coroutine"):gmatch "%w+" do
  for name, value in pairs(_G[library]) do
    if type(value) == "function" and name ~= "dump" then names[#names + 1] = library .. "." .. name end
  end
end
return table.concat(names, " ")
"""

RUN = r"""
local text = ...
local function shown(...)
  local values = table.pack(...)
  for i = 1, values.n do
    local value = values[i]
    local kind = type(value)
    local is_plain = value == value and (kind == "number" or kind == "string" or kind == "boolean")
    values[i] = is_plain and tostring(value):sub(1, 300) or kind
  end
  return table.concat(values, " ")
end
local message = shown(pcall(assert(load("local _ENV = ... ; return " .. text .. "\n")), ENV))
return (message:gsub("loaded text", "x"):gsub("^(false) %S*:%d+: ", "%1 "):gsub("'%a+%d?%.(%a+)'", "'%1'"))
"""


# What stands in front of an error: a file or a text, and a line.
_LOCATION = re.compile(r'(?:\[string ".*?"\]|\(load\)|m/loaded [^:]*|m/x|\??n|7):\d+: ')


def words_of(result: str) -> str:
    """Return what a call returned or raised, without locations: the files of mods have other names.

    A function in Lua with named parameters cannot tell an argument that is missing from nil.
    """
    return _LOCATION.sub("", result).replace("got no value", "got nil").strip()


def test_what_lua_refuses_is_refused_with_its_words_and_without_a_charge(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    bare = lua55.LuaRuntime(encoding="latin-1")
    bare.execute(f"ENV = _G; unpack = table.unpack {PIECES}")
    run = bare.eval(f"function(...) {RUN} end")
    folder = tmp_path_factory.mktemp("m")
    calls = [call.replace("X", extreme) for call in CALLS for extreme in (EXTREMES if "X" in call else ["0"])]
    calls += [f"{CALL_LOADED}({call})" for call in LOADS]
    names = sorted(bare.execute(NAMES).split())
    calls += [f"{name}({arguments})" for name in names for arguments in ["", "nil", "true", "{}", "nil, nil, nil"]]
    calls = [call for call in dict.fromkeys(calls) if call not in UNLIKE]
    prints = [f"print((run({call!r}):gsub('\\n', '|')))" for call in calls]
    # In groups, because a function of Lua has room for some hundred constants.
    groups = ["\n".join([";(function()", *prints[i : i + 100], "end)()"]) for i in range(0, len(prints), 100)]
    init = f"{PIECES}\nlocal ENV = _G\nlocal function run(...)\n{RUN}\nend\n" + "\n".join(groups)
    write_mod(folder / "m", {"mod.toml": 'id = "m"\nversion = "1"\n', "init.lua": init})
    lines: list[str] = []
    # None of them may charge for work that Lua does not do.
    try:
        Host([folder / "m"], budgets=Budgets(instructions=100_000_000), output=lines.append)
    except BudgetError:
        pytest.fail(f"{calls[len(lines)]} used up the budget")

    def check(case: tuple[str, str]) -> None:
        call, line = case
        # A place before the words may take the end of them.
        told, words = words_of(line), words_of(run(call).replace("\n", "|"))
        assert told == words

    check_cases(list(zip(calls, zip(calls, lines, strict=True), strict=True)), check)


def test_errors_about_arguments_name_the_function_that_was_called(run_lua: RunLua) -> None:
    script = """
    local names = { raw = _G, string = string, table = table, utf8 = utf8, math = math, coroutine = coroutine }
    for _, functions in pairs(names) do
      for name, fn in pairs(functions) do
        for _, arguments in ipairs { {}, { {} }, { "x", {} }, { "i4", "x" }, { 5, {} } } do
          if type(fn) == "function" then
            local _, message = pcall(fn, table.unpack(arguments))
            local called = tostring(message):match "bad argument #%d+ to '([^']*)'"
            if called and called:match "[^.]*$" ~= name then
              print(name .. ": " .. message)
            end
          end
        end
      end
    end
    """
    # Some functions print what they are called with.
    assert [line for line in run_lua(script).lines if "bad argument" in line] == []
