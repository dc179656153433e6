-- Who goes down: the player, an entity that travels from floor to floor as what it is.

local Player = require "mod.critters.bases.player"

local Delver = class("Delver", Player)
copyChains(Player, Delver)
Delver.name, Delver.glyph, Delver.colour = "delver", "@", "bright_green"
-- Stands firm: is not stunned, webbed or pushed about.
Delver.baseModifiers = {
  hp = { amount = 44 }, attack = { damage = 2, pierce = 1 }, dig = { power = 0 }, resistance = { stun = 5, web = 5 },
  pushRes = { normal = 5 },
}
Delver.level, Delver.keys, Delver.breath = 1, 0, 0

-- Wounds close slowly.
Delver.chainTemplate:addHandler("tick", function(event)
  local delver = event.actor
  delver.breath = (delver.breath + 1) % 4
  if delver.breath == 0 then
    delver.hp:heal(1)
  end
end)

local function is_threatened(delver, world)
  for _, other in ipairs(world:getEntities(Layers.real)) do
    if other ~= delver and other:isDecorated "Sequential" and (other.pos - delver.pos):longest() <= 6 then
      return true
    end
  end
  return false
end

-- How `dungeon-host simulate` plays it: it rests while it is hurt and nobody is near. Else it does what the host does: hunts,
-- looks for keys and chests, opens doors, and takes the stairs when there is nothing left to do.
function Delver:script(world)
  if self.hp:get() < 32 and not is_threatened(self, world) then
    return Vec(0, 0)
  end
end

return Delver
