-- Tries: to make large texts again and again.
-- Ends: 3 instructions
-- With: --timeout 5
while true do local _ = ("x"):rep(1000000) end -- here
