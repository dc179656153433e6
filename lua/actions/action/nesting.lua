-- The nesting of actions: an entity may make others act during its own action, but not without end.

local import = ...
local errors = import "core/errors"
local protect = import "core/sandbox/protect"

local M = {}

local MOST_DEPTH = 1000
-- How many actions one outermost action may cause.
local MOST_ACTIONS = 10000

local depth, actions = 0, 0

function M.enter()
  if depth == 0 then
    actions = 0
  end
  depth, actions = depth + 1, actions + 1
  if depth > MOST_DEPTH then
    errors.raise("runaway mutual execution: " .. depth .. " entities make each other act")
  elseif actions > MOST_ACTIONS then
    errors.raise("runaway mutual execution: one action leads to more than " .. MOST_ACTIONS .. " others")
  end
end

function M.leave()
  depth = depth - 1
end

function M.depth()
  return depth
end

-- Returns to the depth at which an action began that ended in an error.
function M.reset(level)
  depth = level
end

protect.on_death(function()
  depth = 0
end)

return M
