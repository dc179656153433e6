-- Tries: tail calls, which need no stack.
-- Ends: 3 instructions
local function f() return f() end -- here
f()
