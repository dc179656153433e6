-- Tries: to quote a large text again and again.
-- Ends: 3 instructions
-- With: --timeout 5
local s = ("\0"):rep(200000)
while true do local _ = string.format("%q", s) end -- here
