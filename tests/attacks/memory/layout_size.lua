-- Tries: a dungeon larger than the world.
-- Ends: 1 or 3
local base = require "base"
kts.LayoutDungeon {
  layout = { width = 1 << 31, height = 1 << 31, data = { { type = "block" } } },
  wall = base.wall_stone, segments = base.standard_segments, entry_type = "close",
}
