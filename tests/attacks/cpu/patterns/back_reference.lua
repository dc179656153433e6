-- Tries: captures that are compared again and again.
-- Ends: 3 instructions
local _ = (("a"):rep(20000)):find("(.-)%1(.-)%2b") -- here
