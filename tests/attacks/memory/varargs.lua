-- Tries: arguments without end.
-- Ends: 1 or 3
-- With: --timeout 1
local function f(...) return f(1, ...) end
f()
