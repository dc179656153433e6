-- Tries: to count the characters of a large text again and again.
-- Ends: 3 instructions
-- With: --timeout 5
local s = ("ab"):rep(2000000)
while true do utf8.len(s) end -- here
