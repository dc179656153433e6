-- Tries: to move the random numbers of another mod by drawing and seeding its own.
-- Ends: 0 same
local base = require "base"
for _ = 1, 1000 do math.random() kts.RandomRange(1, 6) end
math.randomseed(5)
kts.LayoutDungeon {
  layout = { width = 1, height = 1, data = { { type = "block" } } },
  wall = base.wall_stone, segments = base.standard_segments, entry_type = "close",
}
print(math.random(1000), kts.RandomRange(1, 1000))
