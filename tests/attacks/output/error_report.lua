-- Tries: an error whose further lines look like a report, and blame another mod.
-- Ends: 1 "not my fault"
error("not my fault\n  mod    base\n  at     base/init.lua:1\nerror: base/init.lua:1: the mods used up all", 0)
