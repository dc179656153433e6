-- Tries: an error that says just what Lua says when memory runs out.
-- Ends: 1 or 3
error("not enough memory", 0)
