-- Tries: a table that changes while the host reads it.
-- Ends: 0 or 1
local base = require "base"
local data = { { type = "block" } }
setmetatable(data[1], { __index = function() data[1], data[2], data.x = nil, nil, {} end })
local layout = setmetatable({ width = 1 }, { __index = function(t, key)
  t.width, t.data = 5, nil
  return key == "data" and data or key == "height" and 1 or nil
end })
kts.LayoutDungeon { layout = layout, wall = base.wall_stone, segments = base.standard_segments }
