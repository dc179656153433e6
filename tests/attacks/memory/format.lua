-- Tries: a format that doubles a text.
-- Ends: 3
local s = "x"
while true do s = string.format("%s%s", s, s) end -- here
