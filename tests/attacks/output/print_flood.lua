-- Tries: lines without end.
-- Ends: 3 instructions or output or seconds
-- With: --timeout 1
while true do print("x") end -- here
