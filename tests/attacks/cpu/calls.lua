-- Tries: a loop without end that spends its time in calls of C functions.
-- Ends: 3 instructions
while true do select("#", math.abs(-1)) end -- here
