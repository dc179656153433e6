-- Tries: a replacement that never finds its end.
-- Ends: 3 instructions
local _ = (("a"):rep(20000)):gsub(".-.-.-b", "") -- here
