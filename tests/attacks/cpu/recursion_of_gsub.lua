-- Tries: to fill the stack of C.
-- Ends: 1 "stack overflow"
local function f(s) return (s:gsub(".", f)) end
f("x")
