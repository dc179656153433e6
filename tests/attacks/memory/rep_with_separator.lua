-- Tries: one text larger than numbers.
-- Ends: 1 "resulting string too large"
local _ = ("x"):rep(math.maxinteger, "yy")
