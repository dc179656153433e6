-- Tries: a call with as many arguments as the stack holds.
-- Ends: 1 or 3
kts.RandomRange(table.unpack({}, 1, 200000))
