-- Tries: a list with room for more than memory.
-- Ends: 3 memory
table.create(1 << 22) -- here
