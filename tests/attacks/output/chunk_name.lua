-- Tries: to pass its code off as another mod's.
-- Ends: 1 "oops"
load("error('oops')", "@base/init.lua:1\nerror: base")()
