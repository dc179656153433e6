-- Tries: one text larger than numbers.
-- Ends: 1 or 3
local _ = ("x"):rep(math.maxinteger, "yy")
