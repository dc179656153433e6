-- Tries: a set of many characters, looked through at every place, again and again.
-- Ends: 3 instructions
-- With: --timeout 1
local s, set = ("a"):rep(20000), "[" .. ("bc"):rep(10000) .. "]"
while true do s:find(set) end -- here
