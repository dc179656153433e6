-- Tries: to make maps until there is no memory, which Python would have to find.
-- Ends: 1 "squares are allowed"
local A = require "host.areas"
while true do A.InstancedMap:new(4000, 4000) end
