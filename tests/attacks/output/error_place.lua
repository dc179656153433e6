-- Tries: an error that begins with a place in another mod.
-- Ends: 1 "base/init.lua:1: oops"
error("base/init.lua:1: oops", 0)
