-- Tries: a program that grows while it is compiled.
-- Ends: 3 memory
-- With: --instructions 100000000
local pieces = { "return {" }
for i = 1, 1e7 do pieces[#pieces + 1] = "{'" .. i .. "'}," end -- here
load(table.concat(pieces))
