"""What a mod assigns to a class, or to a base of it, after its first use has the effect that it has from the start."""

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
    assign(C, name, method or nil)
    seen[#seen + 1] = result(use, C)
  end
  local a, b, none = expected[1], expected[2], expected[3]
  local wanted = table.concat({ none, a, b, none, b, a, none }, " / ")
  print(name, table.concat(seen, " / ") == wanted and "as new" or table.concat(seen, " / ") .. " ~= " .. wanted)
end
"""


ASSIGNMENTS = {"assigned": "class[name] = method", "rawset": "rawset(class, name, method)"}


@pytest.mark.parametrize("dialect", CLASSES)
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_metamethods_are_those_that_the_class_has_now(dialect: str, assignment: str, run_lua: RunLua) -> None:
    assign = f"local function assign(class, name, method) {ASSIGNMENTS[assignment]} end"
    calls = "\n".join(f'case("{name}", function(it, other) return {use} end)' for name, use in USES.items())
    lines = run_lua(f"{CLASSES[dialect]}\n{assign}\n{SCRIPT}\n{calls}").lines
    assert lines == [f"{name} as new" for name in USES]


# Dialect -> Lua of `derive(base, …)`, which makes a class, and of `define(class)`, which gives it fields.
DERIVED = {
    "actions": 'local function derive(...) return class("Case", ...) end',
    "rooms": "local derive = class",
}
# What is done to the classes A, B of A, C of B, D of A and, in actions, E of B and D. Rooms have one base a class. Each
# field is new to the class that gets it.
BASE_CHANGES = {
    "a method": 'set(A, "hit", function() return "A" end)',
    "a value": 'set(A, "power", 5)',
    "a method between": 'set(B, "hit", function() return "B" end)',
    "a method in both, the last first": 'set(B, "hit", function() return "B" end) set(A, "hit", function() end)',
    "a method that D has": 'set(A, "own", function() return "A" end)',
    "a method that the other base has": 'set(B, "own", function() return "B" end)',
    "false": 'set(A, "power", false)',
    **{name: f'set(A, "{name}", function() return "A", nil, nil end)' for name in USES if name != "__pairs"},
}
# Changes that the derived classes see of rawset alone: the class has the field already.
REPLACED = {
    "a method in both, the base first": 'set(A, "hit", function() end) set(B, "hit", function() return "B" end)',
    "a value and false": 'set(A, "power", 5) set(A, "power", false)',
    "a value and another": 'set(B, "power", 5) set(B, "power", 6)',
}
BASE_SCRIPT = """
local function show(fn, ...)
  local ok, value = pcall(fn, ...)
  return (tostring(value):gsub("^.-:%d+: ", ""):gsub("0x%x+", ""):gsub("%d+", "N"))
end
local function case(name, is_late, change)
  local A = derive()
  local B, D = derive(A), derive(A)
  local C, E = derive(B), derive(B, D)
  function D.own() return "D" end
  local classes = { A, B, C, D, E }
  local objects = {}
  for i, class in ipairs(classes) do objects[i] = is_late and class() end
  change(A, B, D)
  local parts = {}
  for i, class in ipairs(classes) do
    local it, other = objects[i] or class(), class()
    rawset(it, "mark", 3)
    for _, field in ipairs { "hit", "power", "own" } do
      local value = it[field]
      parts[#parts + 1] = type(value) == "function" and show(value) or show(function() return value end)
    end
    for _, use in ipairs(USES) do parts[#parts + 1] = show(use, it, other) end
  end
  print(name, table.concat(parts, " "))
end
"""


@pytest.mark.parametrize("dialect", DERIVED)
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_derived_classes_have_what_their_bases_get_later(dialect: str, assignment: str, run_lua: RunLua) -> None:
    set_field = f"local function set(class, name, method) {ASSIGNMENTS[assignment]} end"
    uses = "\n".join(
        f"function(it, other) return {use} end," for name, use in USES.items() if name not in ("__pairs", "__tostring")
    )
    lines, changes = {}, BASE_CHANGES | (REPLACED if assignment == "rawset" else {})
    for is_late in ("true", "false"):
        calls = "\n".join(
            f'case("{name}", {is_late}, function(A, B, D) {change} end)' for name, change in changes.items()
        )
        script = f"{DERIVED[dialect]}\n{set_field}\nlocal USES = {{ {uses} }}\n{BASE_SCRIPT}\n{calls}"
        lines[is_late] = run_lua(script).lines
    assert lines["true"] == lines["false"]
    assert len(lines["true"]) == len(set(lines["true"])) == len(changes)


def test_rawset_of_a_base_replaces_what_derived_classes_inherited(run_lua: RunLua) -> None:
    script = """
    for _, is_late in ipairs { true, false } do
      local A = class "A"
      function A.hit() return "first" end
      A.__len = function() return 1 end
      local B, C = class("B", A), class("C", A)
      function C.hit() return "own" end
      local b, c = is_late and B(), is_late and C()
      rawset(A, "hit", function() return "second" end)
      rawset(A, "__len", function() return 2 end)
      b, c = b or B(), c or C()
      print(b.hit(), #b, c.hit(), #c)
      rawset(A, "hit", nil)
      print(b.hit == nil or not is_late, c.hit())
    end
    """
    assert run_lua(script).lines == ["second 2 own 2", "true own"] * 2
