-- Tries: a function for the places where knights enter that never ends.
-- Ends: 3 instructions
-- With: --play 1
local base = require "base"
kts.LayoutDungeon {
  layout = { width = 1, height = 1, data = { { type = "block" } } },
  wall = base.wall_stone, segments = base.standard_segments, entry_type = "close",
}
kts.SetRespawnFunction(function()
  while true do end -- here
end)
