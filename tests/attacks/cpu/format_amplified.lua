-- Tries: to quote a large text again and again.
-- Ends: 3 instructions
-- With: --timeout 2
local s = ("\0"):rep(1000000)
while true do local _ = string.format("%q", s) end -- here
