-- Tries: many arguments for functions that look at each of them.
-- Ends: 3 instructions or output
local t = {}
for i = 1, 50000 do t[i] = "" end
while true do
  print(table.unpack(t, 1, 50000))
end
