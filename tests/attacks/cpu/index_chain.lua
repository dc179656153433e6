-- Tries: an __index chain that is a ring.
-- Ends: 1 "'__index' chain too long; possible loop"
local t = {}
setmetatable(t, { __index = t })
getmetatable(t).__index = setmetatable({}, { __index = t })
print(t.x)
