-- Tries: one text larger than memory.
-- Ends: 3 memory
local _ = ("x"):rep(1 << 40) -- here
