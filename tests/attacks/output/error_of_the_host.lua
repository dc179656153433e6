-- Tries: an error that looks like a place in the host's own Lua.
-- Ends: 1 "oops"
error("[host]/core/sandbox/budget.lua:1: oops", 0)
