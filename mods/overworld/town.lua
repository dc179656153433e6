-- Bridgeham, the town: people who live there, shelves that are filled again, walls that are put back.
local PEOPLE = { { "baker", 8, 4 }, { "smith", 20, 4 }, { "guard", 14, 9 }, { "cat", 5, 10 } }
local SHELVES = { { "bread", 6, 3 }, { "cheese", 7, 3 }, { "sword", 19, 3 }, { "cap", 21, 3 } }

local function fill_shelves(map)
  for _, shelf in ipairs(SHELVES) do
    local id, x, y = "overworld." .. shelf[1], shelf[2], shelf[3]
    if not Item.at(x, y, map):any(function(item) return item._id == id end) then
      Item.create(id, x, y, { own_state = "Shop" }, map)
    end
  end
end

data:add {
  _type = "base.map_archetype",
  _id = "town",
  properties = { name = "Bridgeham", types = { "town" }, can_exit_from_edge = true, max_crowd_density = 8 },
  on_generate_map = function()
    local map = Elona122Map.generate "bridgeham"
    for _, person in ipairs(PEOPLE) do
      Chara.create("overworld." .. person[1], person[2], person[3], {}, map)
    end
    fill_shelves(map)
    return map
  end,
  chara_filter = function()
    return { level = 1, categories = { "overworld.pet" } }
  end,
  on_restock = function(map)
    fill_shelves(map)
  end,
  -- Walls that somebody broke are whole again; who lives here stays.
  on_renew = function(map)
    local drawn = Elona122Map.generate "bridgeham"
    for _, x, y, tile in drawn:iter_tiles() do
      map:set_tile(x, y, tile)
    end
    Map.delete(drawn)
  end,
  _events = {
    {
      _id = "base.on_map_entered",
      name = "Bridgeham greets you",
      callback = function(map)
        if map.visit_times == 0 then
          Gui.mes "A bell rings. This is Bridgeham."
        else
          Gui.mes "Bridgeham has you back."
        end
      end,
    },
  },
}

data:add {
  _type = "base.unique_area",
  _id = "bridgeham",
  name = "Bridgeham",
  archetype = "overworld.town",
  types = { "town" },
  parent_map = "overworld.world",
  x = 6,
  y = 8,
}

-- Whoever comes to the edge reads where it leads.
Event.register("base.on_chara_moved", "the edge of Bridgeham says where it leads", function(chara)
  local map = chara:is_player() and chara:current_map()
  if not map or map.name ~= "Bridgeham" then
    return
  end
  local is_at_edge = chara.x == 0 or chara.y == 0 or chara.x == map:width() - 1 or chara.y == map:height() - 1
  if is_at_edge and not map.is_left_soon then
    Gui.mes "Here the town ends. A step further leads out into the vale."
  end
  map.is_left_soon = is_at_edge
end)
