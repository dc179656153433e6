-- Tries: to copy a large text again and again.
-- Ends: 3 instructions
-- With: --timeout 5
local s = ("ab"):rep(150000)
while true do local _ = s:upper():reverse():lower() end -- here
