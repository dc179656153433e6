-- Tries: more results than the stack holds.
-- Ends: 1 or 3
table.unpack({}, 1, 1e8)
