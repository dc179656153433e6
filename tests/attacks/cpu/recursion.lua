-- Tries: a function that calls itself for ever.
-- Ends: 1 "stack overflow"
-- With: --memory 128 --instructions 100000000
local function f() return f() + 1 end
f()
