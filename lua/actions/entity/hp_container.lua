-- HPContainer(amount): one container of hit points, which mods for Dungeon Hopper make of their own.

local import = ...
local class = import "actions/class"

local HPContainer = class.define "HPContainer"

function HPContainer:__construct(amount)
  self.amount = amount or 0
end

class.close(HPContainer)

return HPContainer
