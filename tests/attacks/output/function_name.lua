-- Tries: a function whose name breaks the lines of the report.
-- Ends: 1 "oops"
local t = { ["x\n  mod    base\27[2J\0"] = function() error("oops") end }
t["x\n  mod    base\27[2J\0"]()
