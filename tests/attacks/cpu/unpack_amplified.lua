-- Tries: to unpack a long list again and again.
-- Ends: 3 instructions
-- With: --timeout 5 --instructions 2000000
local t = table.create(200000)
for i = 1, 200000 do t[i] = i end
while true do select("#", table.unpack(t)) end -- here
