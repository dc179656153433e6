-- Tries: a loop in __index.
-- Ends: 3 instructions
local t = setmetatable({}, {
  __index = function()
    while true do end -- here
  end,
})
print(t.x)
