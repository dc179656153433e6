-- Who is acting: entities may make others act before their turn, which must come to an end.

local import = ...
local errors = import "core/errors"
local protect = import "core/sandbox/protect"

local raise = errors.raise

local M = {}

-- So many entities may make each other act, one within the other.
local DEEPEST = 1000
-- And so many actions one action may lead to.
local MOST_ACTIONS = 10000

local depth, actions = 0, 0

function M.enter()
  if depth == 0 then
    actions = 0
  end
  depth, actions = depth + 1, actions + 1
  if depth > DEEPEST then
    raise("runaway mutual execution: " .. depth .. " entities make each other act")
  elseif actions > MOST_ACTIONS then
    raise("runaway mutual execution: one action leads to more than " .. MOST_ACTIONS .. " others")
  end
end

function M.leave()
  depth = depth - 1
end

function M.depth()
  return depth
end

-- Back to where an action began that ended in an error.
function M.back_to(level)
  depth = level
end

protect.on_death(function()
  depth = 0
end)

return M
