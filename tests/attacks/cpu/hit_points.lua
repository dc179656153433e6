-- Tries: a wall whose hit points never come.
-- Ends: 3 instructions
-- Runs: generate evil --seed 1
local base = require "base"
wall = kts.Tile {
  access = {},
  hit_points = function()
    while true do pcall(error) end -- here
  end,
}
kts.MENU = {
  items = {},
  start_game_func = function()
    kts.LayoutDungeon {
      layout = { width = 1, height = 1, data = { { type = "block" } } },
      wall = wall, segments = base.standard_segments, entry_type = "close",
    }
  end,
}
