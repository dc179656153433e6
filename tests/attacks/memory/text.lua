-- Tries: a text that doubles.
-- Ends: 3 memory
local s = "x"
while true do s = s .. s end -- here
