-- interactors.attack, dig, push and status: apply an action to each of its targets.

local import = ...
local signatures = import "core/border/signatures"

local ipairs, type = ipairs, type

-- Makes an interactor that calls `method` of each target with the action. The results have the indices of the targets.
-- During a call, the direction of the action is that of the piece that hit, and the effect (the field `field` of the
-- action) is a copy, because handlers change it.
local function interactor(method, field)
  local title = "interactors." .. field
  return function(targets, action)
    if type(targets) ~= "table" or type(action) ~= "table" then
      signatures.refuse("actions", title, targets, action)
    end
    local events, direction, effect = {}, action.direction, action[field]
    if effect == nil then
      return events
    end
    for i, target in ipairs(targets) do
      action.direction, action[field] = target.piece.dir, effect.clone and effect:clone() or effect
      local entity = target.entity
      local call = entity[method]
      events[i] = call and not entity.dead and call(entity, action) or nil
    end
    action.direction, action[field] = direction, effect
    return events
  end
end

return {
  attack = interactor("beAttacked", "attack"),
  dig = interactor("beDug", "dig"),
  push = interactor("bePushed", "push"),
  status = interactor("beStatused", "status"),
}
