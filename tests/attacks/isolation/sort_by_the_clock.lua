-- Tries: an order function without order, for which Lua's own sort looks at the clock.
-- Ends: 0 same
local t = {}
for i = 1, 500 do t[i] = i * 7919 % 503 end
pcall(table.sort, t, function(a, b) return (a ~ b) % 3 == 0 end)
print(table.concat(t, " "))
