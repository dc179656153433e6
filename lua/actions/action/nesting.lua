-- The nesting of actions: an entity may make others act during its own action, but not without end.

local import = ...
local errors = import "core/errors"
local protect = import "core/sandbox/protect"

local hold, release = protect.hold, protect.release
local setmetatable = setmetatable

local M = {}

local MOST_DEPTH = 1000
-- How many actions one outermost action may cause.
local MOST_ACTIONS = 10000

local depth, actions = 0, 0

local level = setmetatable({}, {
  __close = function()
    release()
    depth = depth - 1
  end,
})

-- Enters an action until the `<close>` variable that holds the result ends.
function M.enter()
  if depth == 0 then
    actions = 0
  end
  actions = actions + 1
  if depth >= MOST_DEPTH then
    errors.raise("runaway mutual execution: " .. depth + 1 .. " entities make each other act")
  elseif actions > MOST_ACTIONS then
    errors.raise("runaway mutual execution: one action leads to more than " .. MOST_ACTIONS .. " others")
  end
  hold()
  depth = depth + 1
  return level
end

function M.depth()
  return depth
end

protect.on_death(function()
  depth = 0
end)

return M
