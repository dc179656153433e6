-- Tries: a set of many characters, looked through at every place.
-- Ends: 3 instructions
local _ = (("a"):rep(20000)):find("[" .. ("bc"):rep(10000) .. "]") -- here
