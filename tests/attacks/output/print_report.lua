-- Tries: to print what looks like a report of the host, and to end well.
-- Ends: 0 "error: base/init.lua:1"
print("error: base/init.lua:1: the mods used up the instructions they may have\n  mod    base")
