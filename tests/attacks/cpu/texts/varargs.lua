-- Tries: to pass many values again and again.
-- Ends: 3 instructions
local function pass(...)
  while true do
    local _ = select("#", ...) -- here
  end
end
local t = {}
for i = 1, 100000 do t[i] = i end
pass(table.unpack(t, 1, 100000))
