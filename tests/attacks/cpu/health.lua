-- Tries: a monster whose health never comes.
-- Ends: 3 instructions
-- Runs: generate evil --seed 1
local base = require "base"
slug = kts.MonsterType {
  type = "walking",
  health = function()
    while true do end -- here
  end,
}
kts.MENU = {
  items = {},
  start_game_func = function()
    kts.LayoutDungeon {
      layout = { width = 1, height = 1, data = { { type = "block" } } },
      wall = base.wall_stone, segments = base.standard_segments, entry_type = "close",
    }
    kts.AddMonsters(slug, 1)
  end,
}
