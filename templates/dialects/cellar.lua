-- kts: rooms from a text file, which the host arranges and fills with items and monsters.

local base = require "base"

cheese = kts.ItemType { type = "backpack", name = "cheese", glyph = "%", colour = "yellow" }
mouse = kts.MonsterType { type = "walking", name = "mouse", glyph = "m", colour = "grey" }

-- The file uses the tile numbers of base: 11 floor, 52 barrel, 60 and 62 homes.
local segments = kts.LoadSegments(base.segment_tiles, "cellar.txt")

local function lay_out()
  kts.LayoutDungeon {
    layout = { width = 2, height = 1, data = { { type = "block" }, { type = "block" } } },
    wall = base.wall_stone, horiz_door = base.door_wood_h, vert_door = base.door_wood_v,
    segments = segments, entry_type = "random",
  }
  kts.AddStuff { { "barrel", 0.5, function() return cheese end } }
  kts.AddMonsters(mouse, 3)
end

return { lay_out = lay_out }
