-- interactors.attack, dig, push and status: apply an action to each of its targets.

local import = ...
local signatures = import "core/border/signatures"

local ipairs, type = ipairs, type

-- Makes an interactor that calls `method` of each target with the action. The results have the indices of the targets.
-- During a call, the action has the direction of the piece that hit, and the effect (the field `field` of the
-- action) is a copy, because handlers change it.
-- A target that is dead before it is attacked or dug is left out; one that dies of the attack is pushed, too, and gets
-- statuses. `is_optional`: the method is called without an effect, too.
local function interactor(method, field, is_optional)
  local title, reaches_dead = "interactors." .. field, field == "push" or field == "status"
  return function(targets, action)
    if type(targets) ~= "table" or type(action) ~= "table" then
      signatures.refuse("actions", title, targets, action)
    end
    local events, direction, effect = {}, action.direction, action[field]
    if effect == nil and not is_optional then
      return events
    end
    for i, target in ipairs(targets) do
      action.direction = target.piece.dir
      if effect then
        action[field] = effect.clone and effect:clone() or effect
      end
      local entity = target.entity
      local call = entity[method]
      events[i] = call and (reaches_dead or not entity.dead) and call(entity, action) or nil
    end
    action.direction, action[field] = direction, effect
    return events
  end
end

return {
  attack = interactor("beAttacked", "attack"),
  dig = interactor("beDug", "dig"),
  push = interactor("bePushed", "push"),
  status = interactor("beStatused", "status", true),
}
