-- Tries: to join a long list of nothing again and again.
-- Ends: 3 instructions
-- With: --timeout 5 --instructions 2000000
local t = table.create(400000)
for i = 1, 400000 do t[i] = "" end
while true do table.concat(t) end -- here
