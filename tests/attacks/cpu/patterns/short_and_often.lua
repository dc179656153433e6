-- Tries: patterns that are each cheap enough, again and again.
-- Ends: 3 instructions
local s = ("a"):rep(400)
while true do s:find(".-.-b") end -- here
