-- Tries: a dungeon of as many cells as memory holds.
-- Ends: 1 or 3
local base = require "base"
local cell, data = { type = "block" }, table.create(400000)
for i = 1, 400000 do data[i] = cell end
kts.LayoutDungeon {
  layout = { width = 400, height = 1000, data = data },
  wall = base.wall_stone, segments = base.standard_segments, entry_type = "close",
}
