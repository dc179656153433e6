-- Compiles texts of mods. In mods of the old forms it rewrites what Lua 5.1 allows and Lua 5.5 does not.

local import, py = ...
local budget = import "core/sandbox/budget"
local vm_errors = import "core/sandbox/vm_errors"

local find, load = string.find, load

local M = {}

local CONSTANT_ASSIGNED = ": attempt to assign to const variable "
-- Instructions that a byte of a text to rewrite costs.
local REWRITE_COST = 200

-- Whether a text may read the arguments of a function by `arg`.
local function may_read_arguments(source)
  return find(source, "...", 1, true) and find(source, "%f[%w_]arg%f[^%w_]")
end

-- Does what `load` does with a text, and returns the text that Lua got, too: chunk or nil, message, text.
function M.load(source, name, env, has_old_lua)
  local chunk, message = load(source, "@" .. name, "t", env)
  local is_old = has_old_lua
  if chunk then
    is_old = is_old and may_read_arguments(source)
  elseif message == vm_errors.OUT_OF_MEMORY then
    budget.out_of_memory()
  else
    is_old = is_old and find(message, CONSTANT_ASSIGNED, 1, true)
  end
  if is_old then
    budget.charge(#source * REWRITE_COST)
    local rewritten = py.rewrite_old_lua(source)
    local rewritten_chunk = rewritten and load(rewritten, "@" .. name, "t", env)
    if rewritten_chunk then
      return rewritten_chunk, nil, rewritten
    end
  end
  return chunk, message, source
end

return M
