-- Tries: a function that calls itself for ever.
-- Ends: 1 "stack overflow"
local function f() return f() + 1 end
f()
