-- Tries: a table that holds itself.
-- Ends: 1 "or holds itself"
local t = {}
t.t = t
kts.AddMonsters(t, 1)
