-- Tries: to go on printing when all that may be printed is.
-- Ends: 3 output
while true do pcall(print, ("x"):rep(1000000)) end -- here
