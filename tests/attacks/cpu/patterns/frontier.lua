-- Tries: a frontier, looked for from every place.
-- Ends: 3 instructions
local _ = (("a"):rep(20000)):find(".-%f[b].-%f[c]b") -- here
