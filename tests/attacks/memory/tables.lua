-- Tries: tables without end.
-- Ends: 3 memory
-- With: --instructions 100000000
local t = {}
while true do t = { t, t } end -- here
