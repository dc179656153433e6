-- A closed door can be walked up to, which also keeps the host from hanging two of them side by side.
local shut = { walking = "approach", flying = "blocked", missiles = "blocked" }
local barred = { walking = "approach", flying = "blocked", missiles = "clear" }

local function pair(fields)
  local across = table_merge({ type = "door", access = shut, items = 0, map_as = "wall", depth = 1 }, fields)
  return across, table_merge(across, {})
end

local wood_h, wood_v = pair {
  name = "oak door", glyph = "+", colour = "#b07838",
  hit_points = between(20, 45), lock_chance = 0.35, lock_pick_only_chance = 0.1, keymax = 3,
}
door_wood_h = kts.Tile(wood_h)
door_wood_v = kts.Tile(wood_v)

local iron_h, iron_v = pair {
  name = "iron door", glyph = "+", colour = "#8c96ac",
  lock_chance = 0.6, lock_pick_only_chance = 0.15, keymax = 3,
}
door_iron_h = kts.Tile(iron_h)
door_iron_v = kts.Tile(iron_v)

local barred_h, barred_v = pair {
  name = "barred door", glyph = "+", colour = "#a8a8b4", access = barred,
  hit_points = between(60, 90), lock_chance = 0.5, lock_pick_only_chance = 0.4, keymax = 3,
}
door_barred_h = kts.Tile(barred_h)
door_barred_v = kts.Tile(barred_v)

local stone_h, stone_v = pair {
  name = "stone door", glyph = "+", colour = "#b4b4a8",
  lock_chance = 0.4, lock_pick_only_chance = 0.05, keymax = 3,
}
door_stone_h = kts.Tile(stone_h)
door_stone_v = kts.Tile(stone_v)

-- Never locked: whoever finds it has earned the way through.
local secret_h, secret_v = pair {
  name = "secret door", glyph = "S", colour = "#9a9aa0", hit_points = between(60, 100),
}
door_secret_h = kts.Tile(secret_h)
door_secret_v = kts.Tile(secret_v)

-- Gates know no key. Only levers and plates move them, so nobody may count on getting through one.
local gate_fields = {
  name = "portcullis", glyph = "H", colour = "#7c8498",
  access = { walking = "blocked", flying = "blocked", missiles = "clear" },
  special_lock = 1, connectivity_check = -1,
}
local down_h, down_v = pair(gate_fields)
gate_h = kts.Tile(down_h)
gate_v = kts.Tile(down_v)

local up_h, up_v = pair(table_merge(gate_fields, { name = "raised portcullis", glyph = "'", open = true }))
gate_raised_h = kts.Tile(up_h)
gate_raised_v = kts.Tile(up_v)

-- Ways through that nobody closes.
local arch = { name = "archway", glyph = "'", colour = "#b8b4a8", items = 1, map_as = "floor", depth = 1 }
archway_h = kts.Tile(arch)
archway_v = kts.Tile(table_merge(arch, {}))

local hanging = {
  name = "curtain", glyph = "|", colour = "#a04868", items = 1, map_as = "floor", depth = 1,
  access = { walking = "clear", flying = "clear", missiles = "blocked" },
}
curtain_h = kts.Tile(table_merge(hanging, { glyph = "-" }))
curtain_v = kts.Tile(hanging)

kts.SetRotate(door_wood_h, door_wood_v)
kts.SetRotate(door_iron_h, door_iron_v)
kts.SetRotate(door_barred_h, door_barred_v)
kts.SetRotate(door_stone_h, door_stone_v)
kts.SetRotate(door_secret_h, door_secret_v)
kts.SetRotate(gate_h, gate_v)
kts.SetRotate(gate_raised_h, gate_raised_v)
kts.SetRotate(archway_h, archway_v)
kts.SetRotate(curtain_h, curtain_v)
