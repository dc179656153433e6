-- Tries: to move a range longer than time, of nothing.
-- Ends: 3 instructions
-- With: --timeout 5
table.move({}, 1, 2 ^ 53 | 0, 2) -- here
