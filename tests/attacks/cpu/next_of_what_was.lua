-- Tries: to ask for the first key of a large table that is empty by now: each time, all of it is looked through.
-- Ends: 3 instructions
-- With: --timeout 1
-- Known: it ends by the clock, which names no mod, file and line
local t = table.create(0, 400000)
for i = 1, 200000 do t["k" .. i] = true end
for k in next, t do t[k] = nil end
while true do next(t) end -- here
