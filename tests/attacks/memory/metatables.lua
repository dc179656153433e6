-- Tries: metatables without end, each of the next.
-- Ends: 3 memory
-- With: --instructions 100000000
local t = {}
while true do t = setmetatable({}, t) end -- here
