local low = { walking = "approach", flying = "clear", missiles = "clear" }

-- The trap goes off towards whoever opens the lid.
local function chest_traps(pos, facing)
  if kts.RandomChance(0.5) then
    kts.SetPoisonTrap(pos, poison_trap)
  else
    kts.SetBladeTrap(pos, blade_trap, trap_bolt, facing)
  end
end

local function box(facing, fields)
  return table_merge({
    type = "chest", access = low, items = "chest", facing = facing, traps = chest_traps, keymax = 3,
  }, fields)
end

local wooden = {
  name = "chest", glyph = "c", colour = "#c08840",
  hit_points = between(15, 30), lock_chance = 0.3, lock_pick_only_chance = 0.15, trap_chance = 0.3,
}
chest_n = kts.Tile(box("north", wooden))
chest_e = kts.Tile(box("east", wooden))
chest_s = kts.Tile(box("south", wooden))
chest_w = kts.Tile(box("west", wooden))

local iron = {
  name = "iron coffer", glyph = "c", colour = "#98a4bc",
  lock_chance = 0.6, lock_pick_only_chance = 0.2, trap_chance = 0.45,
}
coffer_n = kts.Tile(box("north", iron))
coffer_e = kts.Tile(box("east", iron))
coffer_s = kts.Tile(box("south", iron))
coffer_w = kts.Tile(box("west", iron))

-- The dead keep their things unlocked, but not unguarded.
local stone = {
  name = "sarcophagus", glyph = "s", colour = "#c8c4b4", trap_chance = 0.2, on_open_or_close = disturb_the_dead,
}
sarcophagus_n = kts.Tile(box("north", stone))
sarcophagus_e = kts.Tile(box("east", stone))
sarcophagus_s = kts.Tile(box("south", stone))
sarcophagus_w = kts.Tile(box("west", stone))

kts.SetRotate(chest_n, chest_e, chest_s, chest_w)
kts.SetReflect(chest_e, chest_w)
kts.SetRotate(coffer_n, coffer_e, coffer_s, coffer_w)
kts.SetReflect(coffer_e, coffer_w)
kts.SetRotate(sarcophagus_n, sarcophagus_e, sarcophagus_s, sarcophagus_w)
kts.SetReflect(sarcophagus_e, sarcophagus_w)

local function vessel(fields)
  return table_merge({ type = "barrel", access = low, items = "barrel" }, fields)
end

barrel = kts.Tile(vessel { name = "barrel", glyph = "b", colour = "#a87840", hit_points = between(12, 20) })
crate = kts.Tile(vessel { name = "crate", glyph = "b", colour = "#c8a060", hit_points = between(8, 16) })
urn = kts.Tile(vessel { name = "urn", glyph = "u", colour = "#c89078", hit_points = between(2, 5) })
