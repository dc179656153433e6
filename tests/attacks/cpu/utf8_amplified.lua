-- Tries: to count the characters of a large text again and again.
-- Ends: 3 instructions
-- With: --timeout 1
-- Known: it ends by the clock, which names no mod, file and line
local s = ("ab"):rep(2000000)
while true do utf8.len(s) end -- here
