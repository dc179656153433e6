-- Tries: brackets that are never closed, from each of them to the end.
-- Ends: 3 instructions
local _ = (("("):rep(200000)):find("%b()") -- here
