-- Tries: to change the dungeon from inside of a call that is changing it.
-- Ends: 0 or 1
local base = require "base"
local function lay_out()
  kts.LayoutDungeon {
    layout = { width = 1, height = 1, data = { { type = "block" } } },
    wall = base.wall_stone, segments = base.standard_segments, entry_type = "close",
  }
end
lay_out()
kts.AddStuff { { "floor", 1, function()
  kts.WipeDungeon()
  lay_out()
  kts.WipeDungeon()
  return base.lockpicks, 1
end } }
