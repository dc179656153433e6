-- Tries: a list of cells without end.
-- Ends: 1 or 3
local base = require "base"
local data = setmetatable({}, {
  __index = function() return { type = "block" } end,
  __len = function() return 2 ^ 53 | 0 end,
})
kts.LayoutDungeon { layout = { width = 1, height = 1, data = data }, wall = base.wall_stone }
