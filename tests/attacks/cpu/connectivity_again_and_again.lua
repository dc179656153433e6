-- Tries: the same with checks of the whole map.
-- Ends: 3 instructions or seconds
-- With: --timeout 1
local base = require "base"
kts.LayoutDungeon {
  layout = { width = 1, height = 1, data = { { type = "block" } } },
  wall = base.wall_stone, segments = base.standard_segments, entry_type = "close",
}
while true do kts.ConnectivityCheck(2, base.lockpicks) end
