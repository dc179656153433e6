-- Tries: a table of more values than the host takes, given many times.
-- Ends: 1 or 3
local t = {}
for i = 1, 100 do t[i] = {} end
for i = 1, 99 do for k = 1, 5 do t[i][k] = t[i + 1] end end
kts.AddMonsters(t[1], 1)
