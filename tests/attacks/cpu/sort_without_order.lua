-- Tries: an order function without order, on a long list.
-- Ends: 0 "nothing"
local t = {}
for i = 1, 5000 do t[i] = i end
pcall(table.sort, t, function() return true end)
pcall(table.sort, t, function(a, b) return (a * b) % 7 < 3 end)
print("nothing")
