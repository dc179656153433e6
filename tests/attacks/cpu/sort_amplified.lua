-- Tries: to sort a long list again and again: much work for few instructions of its own.
-- Ends: 3 instructions
local t = {}
for i = 1, 20000 do t[i] = -i end
while true do table.sort(t, math.ult) end
