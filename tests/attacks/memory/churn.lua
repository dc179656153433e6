-- Tries: garbage without end, which costs more time than instructions.
-- Ends: 3 instructions or seconds
-- With: --timeout 1
while true do pcall(function() local _ = ("x"):rep(1000000) .. "y" end) end
