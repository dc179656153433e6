-- Tries: to change a table that another mod's tile was made from, by way of the tile.
-- Ends: 0 "nothing"
local victim = require "victim"
pcall(function() victim.wall.access.walking = "clear" end)
pcall(function() rawset(victim.wall.access, "walking", "clear") end)
pcall(function() victim.wall.mine.x = 1 end)
pcall(function() victim.wall.more = 1 end)
print(victim.look() or "nothing")
