-- Two dungeons, each with floors of its own kind, and a branch that leaves the first one on its second floor.

local function populate(map, floor, categories, count)
  map.max_crowd_density = count * 2
  for _ = 1, count do
    Charagen.create(nil, nil, { level = floor, categories = categories }, map)
  end
  for _ = 1, 3 do
    local item = Rand.choice(data["base.item"]:iter():filter(function(one)
      return string.find(one._id, "overworld.", 1, true) == 1
    end))
    Item.create(item._id, nil, nil, {}, map)
  end
end

-- The burrow: round caves, dug by whoever lives there.
local function burrow_floor(floor)
  local width, height = 36, 22
  local map = InstancedMap:new(width, height, "overworld.rock")
  local x, y = width // 2, height // 2
  ---@type integer[][]
  local dug = {}
  while #dug < width * height // 3 do
    if not map:is_floor(x, y) then
      map:set_tile(x, y, "overworld.moss")
      dug[#dug + 1] = { x, y }
    end
    local step = Rand.choice { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } }
    x = math.max(1, math.min(width - 2, x + step[1]))
    y = math.max(1, math.min(height - 2, y + step[2]))
  end
  local first, last = dug[1], dug[#dug]
  Feat.create("base.stairs_up", first[1], first[2], { force = true }, map)
  Feat.create("base.stairs_down", last[1], last[2], { force = true }, map)
  map.name = "the burrow, floor " .. floor
  map.level = floor
  map:set_archetype "overworld.burrow"
  populate(map, floor, { "overworld.blob" }, 6)
  if floor == 4 then
    -- The king sits on what he has carried off: see quest.lua.
    Chara.create("overworld.blob_king", last[1], last[2], {}, map)
    Item.create("overworld.crown", last[1], last[2], {}, map)
  end
  return map
end

data:add {
  _type = "base.map_archetype",
  _id = "burrow",
  on_spawn = function(map)
    Charagen.create(nil, nil, { level = map:calc "level", categories = { "overworld.blob" } })
  end,
}

data:add { _type = "base.area_generator", _id = "burrow", deepest_floor = 4, on_generate_floor = burrow_floor }

data:add {
  _type = "base.unique_area",
  _id = "burrow",
  name = "the burrow",
  area_generator = "overworld.burrow",
  types = { "dungeon" },
  parent_map = "overworld.world",
  x = 22,
  y = 6,
}

-- The crypt: rooms and corridors; its second floor has a way to the vault.
local function crypt_floor(floor, area)
  local map = Dungeon.generate_floor(floor, { wall = "overworld.rock", floor = "overworld.stone", level = floor + 2 })
  map.name = "the crypt, floor " .. floor
  map:set_archetype "overworld.crypt"
  populate(map, floor + 2, { "overworld.dead" }, 7)
  if floor == 2 then
    local x, y = Map.find_free_position(nil, nil, nil, map)
    Area.create_entrance(Area.get_or_create "overworld.vault", x, y, map)
  end
  return map
end

data:add {
  _type = "base.map_archetype",
  _id = "crypt",
  chara_filter = function(map)
    return { level = map:calc "level", categories = { "overworld.dead" } }
  end,
}

data:add { _type = "base.area_generator", _id = "crypt", deepest_floor = 3, on_generate_floor = crypt_floor }

data:add {
  _type = "base.unique_area",
  _id = "crypt",
  name = "the crypt",
  area_generator = "overworld.crypt",
  types = { "dungeon" },
  parent_map = "overworld.world",
  x = 36,
  y = 10,
}

-- The vault, a branch: one hall, made anew for each visit.
data:add {
  _type = "base.area_generator",
  _id = "vault",
  on_generate_floor = function()
    local map = InstancedMap:new(15, 9, "overworld.rock")
    map:fill(1, 1, 13, 7, "overworld.stone")
    map.name = "the vault"
    map.is_generated_every_time = true
    map.can_exit_from_edge = false
    for _ = 1, 4 do
      Item.create(Rand.choice { "overworld.coin", "overworld.ruby", "overworld.crown" }, nil, nil, {}, map)
    end
    Feat.create("base.stairs_up", 7, 7, { force = true }, map)
    map.player_start_pos = { x = 7, y = 7 }
    return map
  end,
}

data:add {
  _type = "base.unique_area",
  _id = "vault",
  name = "the vault",
  area_generator = "overworld.vault",
  types = { "dungeon" },
  deepest_floor = 1,
}
