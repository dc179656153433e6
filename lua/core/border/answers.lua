-- Answers of Python functions: `true, results…`, or `false, message, number of the error, whether it ends the call,
-- instructions that the mod is charged`. In front of `true` may be a float: the instructions that it is charged then.
-- An answer without a message means that Lua has no memory for the answer.

local import = ...
local budget = import "core/sandbox/budget"
local errors = import "core/errors"

local die, raise = budget.die, errors.raise

local M = {}

-- Returns the results of an answer, or raises its error at the line of the mod.
function M.unwrap(ok, ...)
  if ok == true then
    return ...
  elseif ok then
    budget.charge(ok)
    return M.unwrap(...)
  end
  local message, number, is_fatal, cost = ...
  if message == nil then
    budget.out_of_memory()
  end
  if is_fatal then
    die(message, number)
  end
  budget.charge(cost)
  raise(message, number)
end

return M
