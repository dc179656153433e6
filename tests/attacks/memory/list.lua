-- Tries: one list without end.
-- Ends: 3 memory
-- With: --instructions 100000000
local t = {}
for i = 1, 1e9 do t[i] = i end -- here
