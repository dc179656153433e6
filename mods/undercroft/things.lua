-- Doors and their keys, chests and what is in them.

local CrittersChest = require "mod.critters.entities.chest"
local Options = require "@items.insides.options"
local StatTinker = require "@tinkers.stattinker"
local Weapon = require "@items.weapons.weapon"

-- Opens for who has a key, which stays in the lock.
local Door = class("Door", Entity)
Door.layer, Door.glyph, Door.colour, Door.name = Layers.real, "+", "bright_yellow", "locked door"
Decorators.Start(Door)
decorate(Door, Decorators.Interactable)
decorate(Door, Decorators.Killable)

Door.chainTemplate:addHandler("checkInteracted", function(event)
  if (event.by.keys or 0) > 0 then
    event.by.keys = event.by.keys - 1
  else
    event.propagate = false
  end
end)

-- Is filled when it is put somewhere, as rarely as the floor says.
local Chest = class("Chest", CrittersChest)
copyChains(CrittersChest, Chest)
Chest.name, Chest.insides = "chest", { id = Options.ITEM_FROM_POOL, poolId = "i.~.chest" }

-- An item that does something when it is picked up, and is gone.
local function used_at_once(name, glyph, colour, use)
  local Used = class(name, Item)
  Used.slot, Used.glyph, Used.colour = InventorySlots.consumable, glyph, colour
  function Used:beEquipped(entity)
    use(entity)
    entity:removeItem(self)
  end
  return Used()
end

local Mace = class("Mace", Weapon)
Mace.glyph, Mace.colour = "/", "bright_white"

return {
  door = Door,
  chest = Chest,
  items = {
    key = used_at_once("Key", "?", "bright_yellow", function(entity) entity.keys = (entity.keys or 0) + 1 end),
    draught = used_at_once("Draught", "!", "bright_magenta", function(entity) entity.hp:heal(15) end),
    heart = used_at_once("Heart", "&", "bright_red", function(entity)
      entity.hp.most = entity.hp.most + 4
      entity.hp:heal(10)
    end),
    mace = Mace(StatTinker { { StatTypes.Attack, "damage", 2 } }),
  },
}
