-- Tries: to list what never ends.
-- Ends: 3 instructions
local A = require "host.areas"
A.fun.range(1, math.huge):map(function(x) return x end):filter(function() return false end):to_list() -- here
