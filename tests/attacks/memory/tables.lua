-- Tries: tables without end.
-- Ends: 3 memory
local t = {}
while true do t = { t, t } end -- here
