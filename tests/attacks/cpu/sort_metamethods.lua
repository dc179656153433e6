-- Tries: a list of which __len says that it is longer than time.
-- Ends: 1 "array too big"
-- With: --timeout 5
table.sort(setmetatable({}, { __len = function() return 2 ^ 53 | 0 end })) -- here
