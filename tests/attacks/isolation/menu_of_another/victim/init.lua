local base = require "base"
kts.MENU = {
  items = {},
  start_game_func = function()
    print("the victim starts")
    kts.LayoutDungeon {
      layout = { width = 1, height = 1, data = { { type = "block" } } },
      wall = base.wall_stone, segments = base.standard_segments, entry_type = "close",
    }
  end,
}
