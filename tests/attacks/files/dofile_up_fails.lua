-- Tries: to see the text of a file in the message that it is no Lua.
-- Ends: 1 "dofile"
dofile("/proc/self/environ")
