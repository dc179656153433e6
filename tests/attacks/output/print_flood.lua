-- Tries: lines without end.
-- Ends: 3 instructions or output or seconds
-- With: --timeout 2
while true do print("x") end -- here
