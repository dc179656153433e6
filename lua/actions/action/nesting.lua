-- The nesting of actions: an entity may make others act during its own action, but not without end.

local import = ...
local errors = import "core/errors"
local protect = import "core/sandbox/protect"

local hold, release = protect.hold, protect.release

local M = {}

local MOST_DEPTH = 1000
-- How many actions one outermost action may cause.
local MOST_ACTIONS = 10000

local depth, actions = 0, 0
-- Depth -> the entity that acts there; an entity stays in the list until another one takes its place.
local acting = setmetatable({}, { __mode = "v" })

local level = setmetatable({}, {
  __close = function(_, problem)
    release()
    if problem ~= nil and acting[depth] then
      acting[depth].doingAction = false
    end
    depth = depth - 1
  end,
})

-- Enters the action of an entity until the `<close>` variable that holds the result ends. An error ends the action.
function M.enter(entity)
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
  acting[depth] = entity
  return level
end

function M.depth()
  return depth
end

protect.on_death(function()
  depth = 0
end)

return M
