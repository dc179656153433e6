-- Tries: to insert into a list of which __len says that it is longer than time.
-- Ends: 3 instructions
-- With: --timeout 5
table.insert(setmetatable({}, { __len = function() return 2 ^ 53 | 0 end }), 1, "x") -- here
