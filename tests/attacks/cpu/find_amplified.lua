-- Tries: to search a large text again and again.
-- Ends: 3 instructions
-- With: --timeout 5
local s = ("ab"):rep(2000000)
while true do s:find("aa", 1, true) end -- here
