-- Tries: to join one large text many times.
-- Ends: 3 memory
local s, t = ("x"):rep(1000000), {}
for i = 1, 1000 do t[i] = s end
table.concat(t) -- here
