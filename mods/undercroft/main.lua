-- What the game holds and how it begins: read in this order.
local creatures = require ".creatures"
local things = require ".things"
local Delver = require ".delver"
local floors = require ".floors"
require ".places"

-- What comes where: zones and floors follow the floor of the area (see attune in floors.lua).
local function fill_pools()
  local function add(path, list, masses)
    for name, mass in pairs(masses) do
      Pools.addToSubpool(path, list[name].global_id or list[name].id, mass)
    end
  end
  for _, path in ipairs { "e.upper", "e.lower", "e.*.f3", "e.*.f4", "i.common.chest", "i.rare.chest" } do
    Pools.registerSubpool(path)
  end
  for floor = 1, 4 do
    add("e.upper.f" .. floor .. ".enemy", creatures, { beetle = 5 - floor, bones = floor })
  end
  add("e.lower.*.enemy", creatures, { acolyte = 3, beetle = 2, bones = 4 })
  add("i.common.weapon", things.items, { mace = 2 })
  add("i.rare.weapon", things.items, { mace = 3 })
  add("i.common.chest", things.items, { draught = 4, mace = 1 })
  add("i.rare.chest", things.items, { draught = 4, heart = 2, mace = 1 })
end

return {
  entities = {
    acolyte = creatures.acolyte, beetle = creatures.beetle, bones = creatures.bones, warden = creatures.warden,
    delver = Delver, chest = things.chest, door = things.door,
  },
  items = things.items,
  ready = fill_pools,
  -- A new game begins on the surface, where the way down is.
  begin = function()
    local surface = Area.get_or_create_map "undercroft.surface"
    Map.set_map(surface)
    local start = surface.player_start_pos
    Chara.set_player(World.fromMap(surface):create(Delver, Vec(start.x + 1, start.y + 1)))
  end,
  -- What the player is asked to do.
  goal = function()
    local undercroft = Area.get_unique "undercroft.undercroft"
    return undercroft and undercroft.is_conquered and "Climb back up to the chapel."
      or "Slay the warden on floor " .. floors.deepest .. " of the undercroft."
  end,
}
