-- The world map is drawn in maps/world.map. It is never renewed, and few creatures roam it.
data:add {
  _type = "base.map_archetype",
  _id = "world",
  properties = { name = "the vale", types = { "world_map" }, is_not_renewable = true, turn_cost = 100000 },
  on_generate_map = function()
    return Elona122Map.generate "world"
  end,
}

data:add {
  _type = "base.unique_area",
  _id = "world",
  archetype = "overworld.world",
  name = "the vale",
}
