-- Tries: a field wider than any.
-- Ends: 1 "invalid conversion"
local _ = string.format("%99999999999d", 1)
