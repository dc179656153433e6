-- Tries: a range whose size does not fit a number.
-- Ends: 1 "too many results to unpack"
table.unpack({}, math.mininteger, math.maxinteger)
