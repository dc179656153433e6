-- Tries: to make large texts again and again.
-- Ends: 3 instructions
-- With: --timeout 2
while true do local _ = ("x"):rep(4000000) end -- here
