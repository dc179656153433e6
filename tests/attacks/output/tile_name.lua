-- Tries: names of things in the legend that move the cursor.
-- Ends: 0 "dungeon-host generate evil"
-- Runs: generate evil --seed 1
local base = require "base"
wall = kts.Tile { access = {}, name = "a wall\27[2J\r\8\nerror: oops" }
slug = kts.MonsterType { type = "walking", name = "\27]0;root\7" }
kts.MENU = {
  items = {},
  start_game_func = function()
    kts.LayoutDungeon {
      layout = { width = 1, height = 1, data = { { type = "block" } } },
      wall = wall, segments = base.standard_segments, entry_type = "close",
    }
    kts.AddMonsters(slug, 3)
  end,
}
