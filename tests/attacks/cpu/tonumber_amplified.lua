-- Tries: to read a number of many digits again and again.
-- Ends: 3 instructions
-- With: --timeout 1
-- Known: it ends by the clock, which names no mod, file and line
local s = ("1"):rep(4000000)
while true do tonumber(s, 10) end -- here
