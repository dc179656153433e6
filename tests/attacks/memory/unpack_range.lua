-- Tries: a range whose size does not fit a number.
-- Ends: 1 or 3
table.unpack({}, math.mininteger, math.maxinteger)
