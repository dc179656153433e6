"""A metamethod that a mod assigns to a class after its first instance has the effect that it has from the start."""

from __future__ import annotations

import pytest

from tests.helpers import RunLua

CLASSES = {
    "actions": 'local function new() return class("Case", Action) end local function make(C) return C() end',
    "rooms": "local function new() return class() end local function make(C) return C() end",
    "areas": """
    local function new() return class.class "Case" end
    local function make(C) return C:new() end
    """,
}
# Lua that uses an instance `it` in which `it.mark` is 3.
USES = {
    "__add": "it + 1",
    "__band": "it & 1",
    "__bnot": "~it",
    "__bor": "it | 1",
    "__bxor": "it ~ 1",
    "__call": "(it(1))",
    "__concat": "it .. 1",
    "__div": "it / 1",
    "__eq": "it == other",
    "__idiv": "it // 1",
    "__le": "it <= other",
    "__len": "#it",
    "__lt": "it < other",
    "__mod": "it % 1",
    "__mul": "it * 1",
    "__newindex": "(function() it.unknown = 4 return rawget(it, 'unknown') end)()",
    "__pairs": "pairs(it)(it)",
    "__pow": "it ^ 1",
    "__shl": "it << 1",
    "__shr": "it >> 1",
    "__sub": "it - 1",
    "__tostring": '(tostring(it):gsub("0x%x+", ""):gsub("%d+", ""))',
    "__unm": "-it",
}
SCRIPT = """
local function result(use, C)
  local it, other = make(C), make(C)
  rawset(it, "mark", 3)
  local ok, value = pcall(use, it, other)
  -- The name of the variable is not known to the host, which repeats the operation.
  return ok and type(value) ~= "function" and tostring(value) or (tostring(value):gsub(" %(local 'it'%)", ""))
end
local function methods(name)
  if name == "__pairs" then
    return function(self) return function() return "first " .. self.mark end, self end,
      function(self) return function() return "second " .. self.mark end, self end
  elseif name == "__newindex" then
    return function(self, key, value) rawset(self, key, "first") end,
      function(self, key, value) rawset(self, key, "second") end
  elseif name == "__eq" or name == "__le" or name == "__lt" then
    return function() return true end, function() return false end
  end
  return function(self) return "first " .. tostring(rawget(self, "mark")) end,
    function(self) return "second " .. tostring(rawget(self, "mark")) end
end
local function case(name, use)
  local first, second = methods(name)
  local expected = {}
  for i, method in ipairs { first, second, false } do
    local C = new()
    C[name] = method or nil
    expected[i] = result(use, C)
  end
  local C = new()
  local seen = { result(use, C) }
  for _, method in ipairs { first, second, false, second, first, false } do
    C[name] = method or nil
    seen[#seen + 1] = result(use, C)
  end
  local a, b, none = expected[1], expected[2], expected[3]
  local wanted = table.concat({ none, a, b, none, b, a, none }, " / ")
  print(name, table.concat(seen, " / ") == wanted and "as new" or table.concat(seen, " / ") .. " ~= " .. wanted)
end
"""


@pytest.mark.parametrize("dialect", CLASSES)
def test_metamethods_are_those_that_the_class_has_now(dialect: str, run_lua: RunLua) -> None:
    calls = "\n".join(f'case("{name}", function(it, other) return {use} end)' for name, use in USES.items())
    lines = run_lua(f"{CLASSES[dialect]}\n{SCRIPT}\n{calls}").lines
    assert lines == [f"{name} as new" for name in USES]
