-- Tries: to let the host work instead: much of its time for few instructions.
-- Ends: 3 instructions or seconds
-- With: --timeout 1
local base = require "base"
while true do
  kts.LayoutDungeon {
    layout = { width = 1, height = 1, data = { { type = "block" } } },
    wall = base.wall_stone, segments = base.standard_segments, entry_type = "close",
  }
end
