-- Tries: to join a list longer than time, whose elements come from a C function.
-- Ends: 3 instructions or memory
-- With: --timeout 2
table.concat(setmetatable({}, { __index = type, __len = function() return 2 ^ 53 | 0 end }))
