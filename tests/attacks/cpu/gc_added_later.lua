-- Tries: a finalizer that the metatable gets when setmetatable has looked at it.
-- Ends: 0 "nothing"
local meta = {}
for _ = 1, 1000 do setmetatable({}, meta) end
meta.__gc = function() while true do end end
for _ = 1, 20000 do local _ = { {} } end
print("nothing")
