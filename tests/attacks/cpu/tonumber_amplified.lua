-- Tries: to read a number of many digits again and again.
-- Ends: 3 instructions
-- With: --timeout 5
local s = ("1"):rep(4000000)
while true do tonumber(s, 10) end -- here
