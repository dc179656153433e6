-- Tries: a pile without end on one square.
-- Ends: 0 or 1 or 3
local base = require "base"
kts.LayoutDungeon {
  layout = { width = 1, height = 1, data = { { type = "block" } } },
  wall = base.wall_stone, segments = base.standard_segments, entry_type = "close",
}
while true do kts.AddTile({ x = 3, y = 3 }, base.wall_stone) end
