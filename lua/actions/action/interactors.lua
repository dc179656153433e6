-- Interactors: what is done to each of the targets of an action.

local import = ...
local signatures = import "core/border/signatures"

local ipairs, type = ipairs, type

-- Calls `method` of each target with the action, which looks for so long in the direction of the piece that hit; gives the
-- events, each under the number of its target. What the action does (in `field`) is a copy for each target, because
-- handlers change it.
local function interactor(method, field)
  return function(targets, action)
    if type(targets) ~= "table" or type(action) ~= "table" then
      signatures.refuse("actions", "interactors." .. field, targets, action)
    end
    local events, direction, effect = {}, action.direction, action[field]
    if effect == nil then
      return events
    end
    for i, target in ipairs(targets) do
      action.direction, action[field] = target.piece.dir, effect.clone and effect:clone() or effect
      local entity = target.entity
      local act = entity[method]
      -- The dead feel no more.
      events[i] = act and not entity.dead and act(entity, action) or nil
    end
    action.direction, action[field] = direction, effect
    return events
  end
end

return {
  act = {
    attack = interactor("beAttacked", "attack"),
    dig = interactor("beDug", "dig"),
    push = interactor("bePushed", "push"),
    status = interactor("beStatused", "status"),
  },
}
