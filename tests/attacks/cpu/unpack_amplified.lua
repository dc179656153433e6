-- Tries: to unpack a long list again and again.
-- Ends: 3 instructions
-- With: --timeout 1
-- Known: it ends by the clock, which names no mod, file and line
local t = table.create(200000)
for i = 1, 200000 do t[i] = i end
while true do select("#", table.unpack(t)) end -- here
