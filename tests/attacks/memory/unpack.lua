-- Tries: more results than the stack holds.
-- Ends: 1 "too many results to unpack"
table.unpack({}, 1, 1e8)
