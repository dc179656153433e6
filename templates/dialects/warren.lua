-- areas: areas with several floors and their characters, as data. Run `dungeon-host travel ./my_mod`.

data:add { _type = "base.chara", _id = "hero", name = "hero", image = "@" }
data:add { _type = "base.chara", _id = "rabbit", name = "rabbit", level = 1, categories = { "my_mod.warren" } }

local function lay_out()
  local map = InstancedMap:new(30, 12, "base.wall")
  map:fill(1, 1, 13, 10, "base.floor")
  map:fill(16, 1, 13, 10, "base.floor")
  map:fill(14, 5, 2, 2, "base.floor")
  for _ = 1, 4 do
    Charagen.create(nil, nil, { level = 1, categories = { "my_mod.warren" } }, map)
  end
  return map
end

data:add {
  _type = "base.area_generator",
  _id = "warren",
  deepest_floor = 3,
  on_generate_floor = lay_out,
}
data:add { _type = "base.unique_area", _id = "warren", area_generator = "my_mod.warren" }

-- Start a game.
local function begin()
  local map = Area.get_or_create_map "my_mod.warren"
  Chara.set_player(Chara.create("my_mod.hero", nil, nil, {}, map))
  Map.set_map(map)
end

return { lay_out = lay_out, begin = begin }
