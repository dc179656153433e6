-- Tries: weak tables, which must be looked through at each collection.
-- Ends: 3 instructions or memory
local t = {}
for i = 1, 1e9 do t[i] = setmetatable({ {}, {} }, { __mode = "kv" }) end
