-- Tries: more items than squares.
-- Ends: 0 or 1 or 3
local base = require "base"
kts.LayoutDungeon {
  layout = { width = 1, height = 1, data = { { type = "block" } } },
  wall = base.wall_stone, segments = base.standard_segments, entry_type = "close",
}
kts.AddItem(base.lockpicks, 2 ^ 31 - 1, { "floor", 1 })
