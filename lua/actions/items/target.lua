-- Target: an entity that an action may affect, and the piece of the pattern on which it stands.

local import = ...
local class = import "actions/class"

local Target = class.define "Target"

function Target:__construct(entity, piece, index, attackableness)
  self.entity, self.piece, self.index, self.attackableness = entity, piece, index, attackableness
end

local meta = class.close(Target)

return {
  -- Makes a handler that drops the targets for which accepts(target, passing) is false.
  filter = function(accepts)
    return function(passing)
      local targets = {}
      for _, target in ipairs(passing.targets) do
        if accepts(target, passing) then
          targets[#targets + 1] = target
        end
      end
      passing.targets = targets
    end
  end,
  new = function(entity, piece, index, attackableness)
    return setmetatable({ entity = entity, piece = piece, index = index, attackableness = attackableness }, meta)
  end,
}
