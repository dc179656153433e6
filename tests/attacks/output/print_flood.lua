-- Tries: lines without end.
-- Ends: 3 instructions or output
while true do print("x") end -- here
