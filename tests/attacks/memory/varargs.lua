-- Tries: arguments without end.
-- Ends: 1 or 3
-- With: --timeout 2
local function f(...) return f(1, ...) end
f()
