-- The surface, the undercroft below it, and what becomes of its floors in time.

local floors = require ".floors"

local function free_place(map)
  local x, y = Map.find_free_position(nil, nil, nil, map)
  return { x = x, y = y }
end

data:add {
  _type = "base.map_archetype",
  _id = "floor",
  properties = { turn_cost = 200000, max_crowd_density = 6, is_indoor = true },
  -- Somebody comes, when there are few.
  on_spawn = function(map)
    floors.add_enemy(floors.attune(map), free_place(map))
  end,
  -- After a day somebody has left a chest.
  on_restock = function(map)
    if map.visit_times > 0 then
      floors.add_chest(floors.attune(map), free_place(map))
    end
  end,
  -- After five days the spikes have been set anew.
  on_renew = function(map)
    local world = floors.attune(map)
    for _ = #world:getEntities(Layers.trap), 5 do
      floors.add_spikes(world, free_place(map))
    end
  end,
  _events = {
    {
      _id = "base.on_map_loaded",
      name = "The floor says what lives on it",
      callback = floors.attune,
    },
    {
      _id = "base.on_map_entered",
      name = "A rest on the stairs",
      callback = function()
        Chara.player().hp:heal(8)
      end,
    },
  },
}

data:add {
  _type = "base.area_generator",
  _id = "undercroft",
  deepest_floor = floors.deepest,
  on_generate_floor = function(floor)
    local map = floors.make(floor)
    map.name = "the undercroft"
    map:set_archetype("undercroft.floor", { set_properties = true })
    return map
  end,
}

data:add {
  _type = "base.map_archetype",
  _id = "surface",
  properties = { name = "the chapel", is_not_renewable = true },
  on_generate_map = function()
    return Elona122Map.generate "surface"
  end,
}

data:add { _type = "base.unique_area", _id = "surface", archetype = "undercroft.surface", name = "the chapel" }

data:add {
  _type = "base.unique_area", _id = "undercroft", name = "the undercroft", types = { "dungeon" },
  area_generator = "undercroft.undercroft", parent_map = "undercroft.surface", x = 7, y = 3,
}

require("host.generators").register_generator {
  id = "floor",
  help = "a floor of the undercroft",
  options = { { id = "floor", default = 1, least = 1, most = floors.deepest, help = "how deep" } },
  generate = function(options)
    return (Area.get_or_create_map("undercroft.undercroft", options.floor))
  end,
}
