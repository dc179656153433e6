-- Tries: a loop in a manifest that is a Lua table.
-- Ends: 3 instructions
while true do end -- here
