-- Target: an entity that an action may affect, and the piece of the pattern on which it stands.

local import = ...
local class = import "actions/class"

local setmetatable = setmetatable

local Target = class.define "Target"

function Target:__construct(entity, piece, index, attackableness)
  self.entity, self.piece, self.index, self.attackableness = entity, piece, index, attackableness
end

local meta = class.close(Target)

return {
  class = Target,
  new = function(entity, piece, index, attackableness)
    return setmetatable({ entity = entity, piece = piece, index = index, attackableness = attackableness }, meta)
  end,
}
