-- Tries: a table nested deeper than any converter goes.
-- Ends: 1 "nested more than 32 deep"
local deep = {}
for _ = 1, 100000 do deep = { deep } end
kts.AddMonsters(deep, 1)
