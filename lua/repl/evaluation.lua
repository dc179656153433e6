-- The REPL: evaluates lines as code of a mod, and lists what may follow a name.

local import = ...
local compiler = import "core/compiler"
local loader = import "core/loader"
local objects = import "core/game/objects"
local result = import "toolbox/result"
local show = import "testing/show"
local typos = import "core/typos"
local vm_errors = import "core/sandbox/vm_errors"

local M = {}

-- Returns the values as `evaluate` does: each as a Lua literal, joined by NUL, and of the first one the number of its
-- map, or its squares and width.
local function show_all(...)
  local texts = {}
  for i = 1, select("#", ...) do
    texts[i] = show.show((select(i, ...)))
  end
  local first = ...
  local number = objects.number_of(first)
  local plan = not number and result.data(first) or nil
  if plan and plan.rooms then
    return false, table.concat(texts, "\0"), nil, plan.squares, plan.width
  end
  return false, table.concat(texts, "\0"), number
end

-- Evaluates a text, an expression or statements, as code of the mod with a number. Returns whether the text goes on in
-- the next line; its results as Lua literals, joined by NUL; and when the first result is a map its number, or when it
-- is a plan nil, its squares and its width. Raises a syntax error at its own line.
function M.evaluate(number, source, name)
  local mod = loader.by_number[number]
  -- An expression: its value is what a person wants to see.
  local expression = "return " .. source
  local is_expression, problem = compiler.load(expression, name, mod.env, mod.has_old_lua)
  if is_expression then
    source = expression
  else
    local is_code, message = compiler.load(source, name, mod.env, mod.has_old_lua)
    if not is_code and (vm_errors.is_incomplete(message) or vm_errors.is_incomplete(problem)) then
      return true, ""
    end
  end
  local chunk = loader.compile_text(source, name, mod.env)
  return show_all(chunk())
end

-- The names of the fields of a table that variables of a mod lead to, such as "lamps" or "lamps.oil", joined by NUL.
-- Runs no code of mods.
function M.list_fields(number, path)
  local value = loader.by_number[number].env
  for name in string.gmatch(path, "[%w_]+") do
    value = rawget(value, name)
    if type(value) ~= "table" then
      return ""
    end
  end
  return table.concat(typos.keys(value), "\0")
end

return M
