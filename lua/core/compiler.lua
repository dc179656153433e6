-- Compiles texts of mods. In mods of the old forms it rewrites what Lua 5.1 allows and Lua 5.5 does not, and operators
-- that give another value.

local import, py = ...
local budget = import "core/sandbox/budget"
local vm_errors = import "core/sandbox/vm_errors"

local find, load = string.find, load

local M = {}

local CONSTANT_ASSIGNED = ": attempt to assign to const variable "
-- Instructions that a byte of a text costs: of one with names to resolve, and of one that is only parsed.
local REWRITE_COST, PARSE_COST = 200, 60

-- Whether a text may read the arguments of a function by `arg`.
local function may_read_arguments(source)
  return find(source, "...", 1, true) and find(source, "%f[%w_]arg%f[^%w_]")
end

-- Whether a text may have an operator whose value depends on the type of a number.
local function may_have_operators(source)
  return find(source, "%", 1, true) or find(source, "%f[.]%.%.%f[^.]")
end

-- Returns chunk and text of a rewritten text; nothing when there is nothing to rewrite, or Lua refuses the result.
local function load_rewritten(rewrite, cost, source, name, env)
  budget.charge(#source * cost)
  local rewritten = rewrite(source)
  local chunk = rewritten and load(rewritten, "@" .. name, "t", env)
  if chunk then
    return chunk, rewritten
  end
end

-- Does what `load` does with a text, and returns the text that Lua got, too: chunk or nil, message, text.
function M.load(source, name, env, has_old_lua)
  local chunk, message = load(source, "@" .. name, "t", env)
  if message == vm_errors.OUT_OF_MEMORY then
    budget.out_of_memory()
  elseif not has_old_lua then
    return chunk, message, source
  end
  local is_refused = not chunk and find(message, CONSTANT_ASSIGNED, 1, true)
  if is_refused or chunk and may_read_arguments(source) then
    local new_chunk, new_source = load_rewritten(py.rewrite_old_names, REWRITE_COST, source, name, env)
    chunk, source = new_chunk or chunk, new_source or source
  end
  if chunk and may_have_operators(source) then
    local new_chunk, new_source = load_rewritten(py.rewrite_old_operators, PARSE_COST, source, name, env)
    chunk, source = new_chunk or chunk, new_source or source
  end
  return chunk, not chunk and message or nil, source
end

return M
