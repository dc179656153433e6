-- Tries: to compare two large texts: one instruction, a long time. Only the clock sees that.
-- Ends: 3 seconds
-- With: --timeout 1
local a, b = ("x"):rep(8000000), ("x"):rep(8000000)
while true do local _ = a == b and a <= b end
