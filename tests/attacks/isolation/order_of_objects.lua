-- Tries: to learn the order of keys that are tables and functions, which depends on addresses. It is warned of.
-- Ends: 0 "nothing"
local t = {}
for i = 1, 50 do t[{}], t[function() return i end] = i, i end
local count = 0
for _ in pairs(t) do count = count + 1 end
print(count == 100 and "nothing" or count)
