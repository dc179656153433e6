-- Tries: to insert without end.
-- Ends: 3 memory
local t = {}
while true do table.insert(t, ("x"):rep(5000) .. #t) end -- here
