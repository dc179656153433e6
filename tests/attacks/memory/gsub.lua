-- Tries: a replacement that makes every character a large text.
-- Ends: 3 memory
local s = ("x"):rep(10000)
local _ = s:gsub(".", s) -- here
