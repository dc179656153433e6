-- Tries: to fill the stack of C through the host's tostring.
-- Ends: 1 "stack overflow"
local t = setmetatable({}, {})
getmetatable(t).__tostring = function() return tostring(t) end
print(t)
