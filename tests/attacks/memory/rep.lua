-- Tries: one text larger than memory.
-- Ends: 3 instructions or memory
local _ = ("x"):rep(1 << 40) -- here
