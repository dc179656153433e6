-- Tries: a loop in __len of the weights for kts.AddItem.
-- Ends: 3 instructions
local base = require "base"
kts.AddItem(base.lockpicks, 1, setmetatable({}, {
  __len = function()
    while true do end -- here
  end,
}))
