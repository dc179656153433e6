-- Tries: to get at the metatable of texts, which all mods share.
-- Ends: 0 "nothing"
if getmetatable("") then print("found it") end
if ("").__index then print("found __index") end
if pcall(setmetatable, "", {}) then print("found: set it") end
if pcall(function() ("").x = 1 end) then print("found: set a field") end
print("nothing")
