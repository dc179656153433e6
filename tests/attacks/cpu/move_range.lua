-- Tries: to move a range longer than time, of nothing.
-- Ends: 3 instructions
-- With: --timeout 1
-- Known: it ends by the clock, which names no mod, file and line
table.move({}, 1, 2 ^ 53 | 0, 2) -- here
