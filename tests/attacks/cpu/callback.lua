-- Tries: a tile that never lets go of who walks over it.
-- Ends: 3 instructions
-- Runs: generate evil --seed 1 --play 1
local base = require "base"
mud = kts.Tile {
  access = { walking = "clear" },
  on_walk_over = function()
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
    kts.AddTask(function()
      kts.Delay(100)
      for x = 1, 12 do
        for y = 1, 12 do
          pcall(kts.AddTile, { x = x, y = y }, mud)
        end
      end
      for _, player in ipairs(kts.GetAllPlayers()) do
        for x = 1, 12 do
          kts.TeleportTo(player, { x = x, y = 5 })
        end
      end
    end)
  end,
}
