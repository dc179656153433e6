-- Tries: to make large texts again and again.
-- Ends: 3 instructions
-- With: --timeout 1
-- Known: it ends by the clock, which names no mod, file and line
while true do local _ = ("x"):rep(1000000) end -- here
