-- Tries: one list without end.
-- Ends: 3 memory
local t = {}
for i = 1, 1e9 do t[i] = i end -- here
