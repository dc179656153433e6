-- Tries: many texts.
-- Ends: 3 memory
local t = {}
for i = 1, 1e9 do t[i] = ("x"):rep(10000) .. i end -- here
