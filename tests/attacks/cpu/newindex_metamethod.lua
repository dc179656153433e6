-- Tries: a loop in __newindex.
-- Ends: 3 instructions
local t = setmetatable({}, {
  __newindex = function()
    while true do end -- here
  end,
})
t.x = 1
