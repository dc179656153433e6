-- Tries: many arguments for functions of the host's own Lua that look at each of them.
-- Ends: 3 instructions
local t = {}
for i = 1, 50000 do t[i] = i end
while true do
  pcall(types.literal, table.unpack(t)) -- here
  pcall(table.mergeArray, table.unpack(t)) -- here
  pcall(kts.SetRotate, table.unpack(t)) -- here
end
