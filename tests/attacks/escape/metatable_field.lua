-- Tries: to hide a finalizer from setmetatable, behind another metatable.
-- Ends: 0 "nothing"
local called
local meta = setmetatable({ __metatable = false }, { __index = { __gc = function() called = true end } })
for _ = 1, 5000 do setmetatable({}, meta) end
for _ = 1, 20000 do local _ = { {} } end
print(called and "called" or "nothing")
