-- Tries: to remove from a list of which __len says that it is longer than time.
-- Ends: 3 instructions
-- With: --timeout 5
table.remove(setmetatable({}, { __len = function() return 2 ^ 53 | 0 end }), 1) -- here
