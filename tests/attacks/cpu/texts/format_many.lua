-- Tries: many arguments for functions that look at each of them.
-- Ends: 3 instructions
local t = {}
for i = 1, 50000 do t[i] = i end
while true do
  local _ = string.format("%d", table.unpack(t, 1, 50000)) -- here
end
