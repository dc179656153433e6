-- Tries: to move a range longer than time through metamethods that are C functions, which no hook sees.
-- Ends: 3 instructions
-- With: --timeout 5
table.move(setmetatable({}, { __index = rawequal, __newindex = rawequal }), 1, 2 ^ 53 | 0, 2) -- here
