-- Tries: a generator of kts.AddStuff that never ends.
-- Ends: 3 instructions
local base = require "base"
kts.LayoutDungeon {
  layout = { width = 1, height = 1, data = { { type = "block" } } },
  wall = base.wall_stone, segments = base.standard_segments, entry_type = "close",
}
kts.AddStuff { { "floor", 1, function()
  while true do end -- here
end } }
