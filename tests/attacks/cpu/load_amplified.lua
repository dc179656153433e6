-- Tries: to compile a large text again and again.
-- Ends: 3 instructions
-- With: --timeout 5
local s = ("x=1 "):rep(100000)
while true do load(s) end -- here
