-- Tries: ids that change the command line which makes it again.
-- Ends: 0 "dungeon-host generate evil"
-- Runs: generate evil --seed 1
local base = require "base"
kts.MENU = {
  items = { { id = "a; rm -rf ~ \27[2J", choices = { { id = "$(reboot)\n" } } } },
  start_game_func = function()
    kts.LayoutDungeon {
      layout = { width = 1, height = 1, data = { { type = "block" } } },
      wall = base.wall_stone, segments = base.standard_segments, entry_type = "close",
    }
  end,
}
