-- Tries: a list with room for more than memory.
-- Ends: 3 memory or instructions
table.create(1 << 30) -- here
