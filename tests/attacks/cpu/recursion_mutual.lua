-- Tries: two functions that call each other for ever, in coroutines.
-- Ends: 1 "stack overflow"
local g
local function f() return (coroutine.wrap(g)()) end
function g() return (coroutine.wrap(f)()) end
f()
