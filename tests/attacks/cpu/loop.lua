-- Tries: a loop without end.
-- Ends: 3 instructions
while true do end -- here
